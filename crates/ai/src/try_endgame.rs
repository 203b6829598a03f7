//! The first step of every search: solving the position if it is an endgame.

use std::time::Instant;

use crate::{Budget, Choice, Endgame, Proof, Searchable, Stop};

/// Solver work that counts as one node. It takes about as long as a node of Sayū.
const WORK_PER_NODE: u64 = 2_000;

/// Solver work per microsecond, roughly.
const WORK_PER_MICROSECOND: u64 = 50;

/// The result of [`try_endgame`].
pub(crate) enum EndgameAttempt<T> {
    /// The position was not solved, at the cost of this number of nodes.
    Unsolved(u64),
    /// The position was solved.
    Solved(Choice<T>),
}

/// Tries to solve a position within the budget of its search. Uses at most half of a time budget.
pub(crate) fn try_endgame<G: Searchable>(
    game: &G,
    budget: Budget,
    stop: &Stop,
) -> EndgameAttempt<G::Turn> {
    let endgame = match budget {
        Budget::Nodes(nodes) => game.solve_endgame(u64::from(nodes) * WORK_PER_NODE, stop),
        Budget::Time(time) => {
            let microseconds = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
            let stop = stop.with_deadline(Instant::now() + time / 2);
            game.solve_endgame(microseconds.saturating_mul(WORK_PER_MICROSECOND), &stop)
        }
    };
    let Some(Endgame { work, solution }) = endgame else {
        return EndgameAttempt::Unsolved(0);
    };
    let nodes = work.div_ceil(WORK_PER_NODE);
    let first = solution
        .as_ref()
        .and_then(|solution| solution.line.first().copied());
    let (Some(solution), Some(first)) = (solution, first) else {
        return EndgameAttempt::Unsolved(nodes);
    };
    let turns = solution.line.len() as u32;
    EndgameAttempt::Solved(Choice {
        value: Some(solution.value),
        nodes: Some(nodes),
        depth: Some(turns),
        line: solution.line,
        proven: Some(Proof {
            margin: Some(solution.margin),
            turns: Some(turns),
            ..Proof::default()
        }),
        ..Choice::new(first)
    })
}
