//! From a plan to puzzles.

use flipside_ai::Stop;
use flipside_rules::hexflip::Rules;
use flipside_tablebase::{OnlyTurn, Table, TableError, Variant};
use rayon::prelude::*;

use super::find::find;
use super::measure::measure;
use super::{Kind, Puzzle, PuzzleError};

/// Which puzzles are wanted.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The rules of the games that they come from, and by which agents search.
    pub rules: Rules,
    /// The kinds. Of kinds that overlap, a puzzle belongs to the first.
    pub kinds: Vec<Kind>,
    /// How many of each kind.
    pub each: usize,
    /// From this all random choices follow.
    pub seed: u64,
    /// The most nodes that agents are given.
    pub most_nodes: u64,
}

/// How far the work is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Puzzles that are found.
    pub found: usize,
    /// Puzzles for which the agents have been asked.
    pub measured: usize,
}

/// Puzzles that are measured between two reports of progress.
const MEASURED_AT_ONCE: usize = 8;

/// Makes the puzzles of a plan in the order of its kinds, the same on any number of threads. They
/// come from games of [careless players](crate::Careless), at most one of a kind from a game. They have
/// at least six legal turns, the right one is not what these players see when they look, and no two
/// are symmetric to one another.
///
/// # Errors
/// If the table is for other rules or does not answer, too few are found, or `stop` says so.
pub fn make_puzzles(
    table: &Table,
    plan: &Plan,
    progress: &mut dyn FnMut(Progress),
    stop: &Stop,
) -> Result<Vec<Puzzle>, PuzzleError> {
    let asked = Variant::new(&plan.rules).map_err(TableError::from)?;
    if asked != *table.variant() {
        return Err(TableError::OtherRules {
            table: table.variant().name(),
            asked: asked.name(),
        }
        .into());
    }
    let tell = &mut |found| progress(Progress { found, measured: 0 });
    let found = find(table, plan, tell, stop)?;
    let mut puzzles = Vec::with_capacity(found.len());
    for some in found.chunks(MEASURED_AT_ONCE) {
        let measured: Vec<Puzzle> = some
            .par_iter()
            .map(|(kind, only)| measured(plan, *kind, only, stop))
            .collect::<Result<_, _>>()?;
        puzzles.extend(measured);
        progress(Progress {
            found: found.len(),
            measured: puzzles.len(),
        });
    }
    Ok(puzzles)
}

fn measured(plan: &Plan, kind: Kind, only: &OnlyTurn, stop: &Stop) -> Result<Puzzle, PuzzleError> {
    Ok(Puzzle {
        kind,
        only: only.clone(),
        needs: measure(&plan.rules, only, plan.most_nodes, stop)?,
    })
}
