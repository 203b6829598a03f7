//! What searches do first where a game may be near its end: play it out.

use std::time::{Duration, Instant};

use crate::{Choice, Endgame, Proof, Searchable, Stop};

/// Work on an endgame that counts as one node. A node of Sayū takes about as long.
const WORK_PER_NODE: u64 = 2_000;

/// Work on an endgame that is done in a microsecond, roughly.
const WORK_PER_MICROSECOND: u64 = 50;

/// What a search may spend.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purse {
    Nodes(u64),
    Time(Duration),
}

/// What the attempt to play a game out has come to.
pub(crate) enum Attempt<T> {
    /// It was worth no try, or took too much: so many nodes are used up.
    InVain(u64),
    Solved(Choice<T>),
}

/// Tries to play a game out, for at most half of the time if that is what may be spent.
pub(crate) fn play_out<G: Searchable>(game: &G, purse: Purse, stop: &Stop) -> Attempt<G::Turn> {
    let endgame = match purse {
        Purse::Nodes(nodes) => game.solve_endgame(nodes.saturating_mul(WORK_PER_NODE), stop),
        Purse::Time(time) => {
            let microseconds = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
            let stop = stop.with_deadline(Instant::now() + time / 2);
            game.solve_endgame(microseconds.saturating_mul(WORK_PER_MICROSECOND), &stop)
        }
    };
    let Some(Endgame { visited, solution }) = endgame else {
        return Attempt::InVain(0);
    };
    let nodes = visited.div_ceil(WORK_PER_NODE);
    let first = solution
        .as_ref()
        .and_then(|solution| solution.line.first().copied());
    let (Some(solution), Some(first)) = (solution, first) else {
        return Attempt::InVain(nodes);
    };
    let turns = solution.line.len() as u32;
    Attempt::Solved(Choice {
        value: Some(solution.value),
        nodes: Some(nodes),
        depth: Some(turns),
        line: solution.line,
        proven: Some(Proof {
            margin: Some(solution.margin),
            turns: Some(turns),
            ..Proof::default()
        }),
        ..Choice::bare(first)
    })
}
