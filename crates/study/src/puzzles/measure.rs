//! How many nodes agents need to solve a puzzle.

use std::iter::successors;

use flipside_ai::Stop;
use flipside_rules::hexflip::Rules;
use flipside_tablebase::OnlyTurn;

use super::PuzzleError;
use crate::ask::{AskError, ask};

/// The agents, with their default weights.
pub const AGENTS: [&str; 2] = ["alphabeta", "mcts"];

/// For each of [`AGENTS`], the smallest node budget from which on it finds the turn; `None` if it
/// does not find it with the largest budget.
pub type Needs = [Option<u64>; AGENTS.len()];

/// The smallest node budget.
pub const FEWEST_NODES: u64 = 32;

/// Measures a puzzle with budgets that double from [`FEWEST_NODES`] up to `most`. The result is the
/// smallest budget from which on all suffice, because a turn may be found by luck and lost again.
pub(super) fn measure(
    rules: &Rules,
    only: &OnlyTurn,
    most: u64,
    stop: &Stop,
) -> Result<Needs, PuzzleError> {
    let budgets = successors(Some(FEWEST_NODES), |nodes| nodes.checked_mul(2));
    let budgets: Vec<u64> = budgets.take_while(|&nodes| nodes <= most).collect();
    let mut needs = Needs::default();
    for (need, agent) in needs.iter_mut().zip(AGENTS) {
        // Descending: the first budget that does not suffice ends the loop.
        for &nodes in budgets.iter().rev() {
            let spec = format!("{agent}:nodes={nodes}");
            let spec = spec.parse().map_err(AskError::from)?;
            if ask(&spec, rules, &only.position, stop)? != only.turn {
                break;
            }
            *need = Some(nodes);
        }
    }
    Ok(needs)
}
