//! How much agents must search to solve a puzzle.

use std::iter::successors;

use flipside_ai::Stop;
use flipside_rules::hexflip::Rules;
use flipside_tablebase::OnlyTurn;

use super::PuzzleError;
use crate::asked::{AskError, ask};

/// The agents that are asked, with their usual weights.
pub const AGENTS: [&str; 2] = ["alphabeta", "mcts"];

/// For each of [`AGENTS`] the nodes from which on it finds the turn; `None` if it does not with the
/// most that were tried.
pub type Needs = [Option<u64>; AGENTS.len()];

/// The fewest nodes that are tried.
pub const FEWEST_NODES: u64 = 32;

/// Measures a puzzle: budgets double from [`FEWEST_NODES`] up to `most`. What counts is the smallest
/// from which on every one suffices, since a turn may be found by luck and lost again.
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
        // From the most on: the first that does not suffice ends it.
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
