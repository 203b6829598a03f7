//! Iterative deepening: depth after depth, until the budget is spent.

use super::limits::Interrupt;
use super::score;
use super::search::{Found, Search};
use super::techniques::Technique;
use super::tree::Tree;

/// Half of the first window around the value of the iteration before.
const WINDOW: i32 = 50;

/// From this depth on, windows are narrow at first.
const NARROW_FROM: u32 = 3;

/// What a search has come to in all its iterations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Deepened<T> {
    /// The last thing found; `None` if there was no time to look at a single turn.
    pub(super) found: Option<Found<T>>,
    /// The last depth that was searched to its end.
    pub(super) depth: u32,
    /// Why there was no deeper iteration, unless that was for the depth or a decision.
    pub(super) interrupt: Option<Interrupt>,
}

/// Searches the root to depth 1, 2 and so on up to `depth`, or until it is decided or interrupted.
/// Of turns of equal value the one that comes first in `turns` is best.
pub(super) fn deepen<T: Tree>(
    search: &mut Search<'_, T>,
    mut turns: Vec<T::Turn>,
    depth: u32,
) -> Deepened<T::Turn> {
    let mut deepened = Deepened {
        found: None,
        depth: 0,
        interrupt: None,
    };
    for depth in 1..=depth {
        let mut found = None;
        let before = deepened.found.as_ref().map(|found| found.value);
        let result = iterate(search, &turns, depth, before, &mut found);
        if let Some(found) = found {
            if let Some(&best) = found.line.first()
                && let Some(i) = turns.iter().position(|&turn| turn == best)
            {
                turns[..=i].rotate_right(1);
            }
            deepened.found = Some(found);
        }
        if let Err(interrupt) = result {
            deepened.interrupt = Some(interrupt);
            break;
        }
        deepened.depth = depth;
        let value = deepened.found.as_ref().map_or(0, |found| found.value);
        // A search of all turns sees every end within its depth: deeper ones change nothing. Other
        // searches could find a nearer end, but there is no need.
        if score::is_decisive(value) {
            break;
        }
    }
    deepened
}

/// One iteration, in windows that grow until the value lies inside.
fn iterate<T: Tree>(
    search: &mut Search<'_, T>,
    turns: &[T::Turn],
    depth: u32,
    before: Option<i32>,
    found: &mut Option<Found<T::Turn>>,
) -> Result<(), Interrupt> {
    let narrow = depth >= NARROW_FROM && search.plan().techniques.has(Technique::ASPIRATION);
    let (mut low, mut high) = match before.filter(|value| narrow && !score::is_decisive(*value)) {
        Some(value) => (value - WINDOW, value + WINDOW),
        None => (-score::INFINITE, score::INFINITE),
    };
    loop {
        let mut result = None;
        let interrupted = search.root(turns, depth, (low, high), &mut result);
        let value = result.as_ref().map(|found| found.value);
        // Below the window no turn is known to be better than another.
        if value.is_some_and(|value| value > low) {
            *found = result;
        }
        interrupted?;
        match value {
            Some(value) if value <= low => low = -score::INFINITE,
            Some(value) if value >= high => high = score::INFINITE,
            _ => return Ok(()),
        }
    }
}
