//! Generates puzzles.

use std::fmt;

use flipside_ai::Stop;
use flipside_rules::hexflip::Rules;
use flipside_tablebase::{OnlyTurn, Table, TableError, Variant};
use rayon::prelude::*;

use super::find::{Found, find};
use super::measure::measure;
use super::{Kind, Puzzle, PuzzleError};

/// The puzzles to generate.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The rules of the games and of the agents' searches.
    pub rules: Rules,
    /// The kinds. If kinds overlap, a puzzle belongs to the first one that contains it.
    pub kinds: Vec<Kind>,
    /// The number of puzzles of each kind.
    pub each: usize,
    /// The seed of all random choices.
    pub seed: u64,
    /// The largest node budget of the agents.
    pub max_nodes: u64,
}

/// Progress of [`make_puzzles`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Puzzles found.
    pub found: usize,
    /// Puzzles measured with the agents.
    pub measured: usize,
}

/// The result of [`make_puzzles`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    /// The puzzles, in the order of the plan's kinds.
    pub puzzles: Vec<Puzzle>,
    /// Kinds with fewer puzzles than requested.
    pub short: Vec<Shortfall>,
}

/// A kind with fewer puzzles than requested. Some rule sets lack some kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shortfall {
    /// The kind.
    pub kind: Kind,
    /// Puzzles found.
    pub found: usize,
    /// Puzzles requested.
    pub wanted: usize,
    /// Games searched.
    pub games: u64,
}

impl fmt::Display for Shortfall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            kind,
            found,
            wanted,
            games,
        } = self;
        write!(
            f,
            "found only {found} of {wanted} puzzles of the kind `{kind}` in {games} games"
        )
    }
}

/// Puzzles measured between two progress reports.
const BATCH: usize = 8;

/// Generates the puzzles of a plan in the order of its kinds. The result does not depend on the
/// number of threads. Puzzles come from games of [noisy greedy players](crate::NoisyGreedy), at
/// most one of each kind from a game. They have at least six legal turns, the right turn is not the
/// greedy one, and no two puzzles are symmetric to each other.
///
/// # Errors
/// If the table is for other rules or cannot be probed, no puzzle is found, or a stop is requested.
pub fn make_puzzles(
    table: &Table,
    plan: &Plan,
    progress: &mut dyn FnMut(Progress),
    stop: &Stop,
) -> Result<Made, PuzzleError> {
    let requested = Variant::new(&plan.rules).map_err(TableError::from)?;
    if requested != *table.variant() {
        return Err(TableError::OtherRules {
            table: table.variant().name(),
            asked: requested.name(),
        }
        .into());
    }
    let report = &mut |found| progress(Progress { found, measured: 0 });
    let Found {
        puzzles: found,
        short,
    } = find(table, plan, report, stop)?;
    let mut puzzles = Vec::with_capacity(found.len());
    for some in found.chunks(BATCH) {
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
    Ok(Made { puzzles, short })
}

fn measured(plan: &Plan, kind: Kind, only: &OnlyTurn, stop: &Stop) -> Result<Puzzle, PuzzleError> {
    Ok(Puzzle {
        kind,
        only: only.clone(),
        needs: measure(&plan.rules, only, plan.max_nodes, stop)?,
    })
}
