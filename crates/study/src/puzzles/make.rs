//! From a plan to puzzles.

use std::fmt;

use flipside_ai::Stop;
use flipside_rules::hexflip::Rules;
use flipside_tablebase::{OnlyTurn, Table, TableError, Variant};
use rayon::prelude::*;

use super::find::{Found, find};
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

/// What came of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    /// The puzzles, in the order of the plan's kinds.
    pub puzzles: Vec<Puzzle>,
    /// Kinds of which there are fewer than asked for.
    pub short: Vec<Shortfall>,
}

/// A kind of which there are fewer puzzles than asked for. Not every rule set has every kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shortfall {
    /// The kind.
    pub kind: Kind,
    /// Puzzles found.
    pub found: usize,
    /// Puzzles wanted.
    pub wanted: usize,
    /// Games looked through.
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
            "{found} instead of {wanted} puzzles of the kind `{kind}` were found in {games} games"
        )
    }
}

/// Puzzles that are measured between two reports of progress.
const MEASURED_AT_ONCE: usize = 8;

/// Makes the puzzles of a plan in the order of its kinds, the same on any number of threads. They
/// come from games of [careless players](crate::Careless), at most one of a kind from a game. They have
/// at least six legal turns, the right one is not what these players see when they look, and no two
/// are symmetric to one another.
///
/// # Errors
/// If the table is for other rules or does not answer, none is found, or `stop` says so.
pub fn make_puzzles(
    table: &Table,
    plan: &Plan,
    progress: &mut dyn FnMut(Progress),
    stop: &Stop,
) -> Result<Made, PuzzleError> {
    let asked = Variant::new(&plan.rules).map_err(TableError::from)?;
    if asked != *table.variant() {
        return Err(TableError::OtherRules {
            table: table.variant().name(),
            asked: asked.name(),
        }
        .into());
    }
    let tell = &mut |found| progress(Progress { found, measured: 0 });
    let Found {
        puzzles: found,
        short,
    } = find(table, plan, tell, stop)?;
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
    Ok(Made { puzzles, short })
}

fn measured(plan: &Plan, kind: Kind, only: &OnlyTurn, stop: &Stop) -> Result<Puzzle, PuzzleError> {
    Ok(Puzzle {
        kind,
        only: only.clone(),
        needs: measure(&plan.rules, only, plan.most_nodes, stop)?,
    })
}
