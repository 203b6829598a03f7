//! Iterative deepening.

use super::limits::Interrupt;
use super::score;
use super::search::{RootResult, ScoredLine, Search};
use super::search_features::SearchFeature;
use super::tree::Tree;

/// Half the width of the aspiration window.
const HALF_WINDOW: i32 = 50;

/// The first depth with an aspiration window.
const ASPIRATION_DEPTH: u32 = 3;

/// Factor by which the number of searched root turns grows when all searched ones are refuted.
const WIDENING: usize = 4;

/// The result of all iterations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct DeepeningResult<T> {
    /// The principal variation; its value is a loss if and only if every turn is refuted. `None` if
    /// no open turn has a value.
    pub(super) best: Option<ScoredLine<T>>,
    /// The turns that are not refuted, best first.
    pub(super) open: Vec<T>,
    /// The last depth whose iteration is complete.
    pub(super) depth: u32,
    /// Why the last iteration was interrupted; `None` if it was not.
    pub(super) interrupt: Option<Interrupt>,
}

/// The turns of the root.
struct Root<T> {
    /// The turns that are not refuted, best first.
    open: Vec<T>,
    /// The number of turns, from the front, that are searched.
    width: usize,
    /// The refuted turn with the longest known defence.
    longest: Option<ScoredLine<T>>,
}

impl<T: Copy + Eq> Root<T> {
    fn searched(&self) -> &[T] {
        &self.open[..self.width.min(self.open.len())]
    }

    fn is_open(&self, turn: T) -> bool {
        self.open.contains(&turn)
    }

    /// Removes a refuted turn from the open ones.
    fn refute(&mut self, refuted: ScoredLine<T>) {
        let Some(&turn) = refuted.line.first() else {
            return;
        };
        self.open.retain(|&open| open != turn);
        let longest = self.longest.as_ref();
        if longest.is_none_or(|longest| refuted.value > longest.value) {
            self.longest = Some(refuted);
        }
    }

    fn move_to_front(&mut self, turn: T) {
        if let Some(i) = self.open.iter().position(|&open| open == turn) {
            self.open[..=i].rotate_right(1);
        }
    }
}

/// Searches the root to depth 1, 2 and so on up to `depth`, or until it is decided or interrupted.
/// `turns` are all turns of the root, best first. Among turns of equal value, the first one is best.
/// A refuted turn is not searched again.
pub(super) fn iterative_deepening<T: Tree>(
    search: &mut Search<'_, T>,
    turns: Vec<T::Turn>,
    depth: u32,
) -> DeepeningResult<T::Turn> {
    let mut root = Root {
        open: turns,
        width: search.options().width.max(1),
        longest: None,
    };
    let mut best = None;
    let mut reached = 0;
    let mut interrupt = None;
    while reached < depth && !root.open.is_empty() {
        if let Err(why) = iterate(search, &mut root, reached + 1, &mut best) {
            interrupt = Some(why);
            break;
        }
        if best.is_none() && !root.open.is_empty() {
            root.width = root.width.saturating_mul(WIDENING);
            continue;
        }
        reached += 1;
        // A full-width search finds every end within its depth; deeper iterations change nothing.
        // Selective searches might find an earlier end, which is not needed.
        let is_decided = |best: &ScoredLine<T::Turn>| score::is_decisive(best.value);
        if best.as_ref().is_some_and(is_decided) {
            break;
        }
    }
    DeepeningResult {
        best: if root.open.is_empty() {
            root.longest
        } else {
            best
        },
        open: root.open,
        depth: reached,
        interrupt,
    }
}

/// One iteration, in windows that grow until they contain the value. `best` is the principal variation
/// of this iteration, or of the last one if this one has none yet.
fn iterate<T: Tree>(
    search: &mut Search<'_, T>,
    root: &mut Root<T::Turn>,
    depth: u32,
    best: &mut Option<ScoredLine<T::Turn>>,
) -> Result<(), Interrupt> {
    let is_narrow =
        depth >= ASPIRATION_DEPTH && search.options().features.has(SearchFeature::ASPIRATION);
    let (mut low, mut high) = match best {
        Some(best) if is_narrow => (best.value - HALF_WINDOW, best.value + HALF_WINDOW),
        _ => (-score::INFINITE, score::INFINITE),
    };
    // In a narrow window, turns are refuted without a search for the longest defence, which is needed
    // if all turns are refuted.
    let mut refuted = Vec::new();
    loop {
        let mut found = RootResult {
            best: None,
            refuted: Vec::new(),
        };
        let mut turns = root.searched().to_vec();
        turns.extend(&refuted);
        let result = search.root(&turns, depth, (low, high), &mut found);
        for lost in found.refuted {
            refuted.extend(lost.line.first().filter(|&&turn| root.is_open(turn)));
            root.refute(lost);
        }
        let value = found.best.as_ref().map(|new| new.value);
        // Below the window, no turn is known to be better than another.
        if let Some(new) = found.best.filter(|new| new.value > low) {
            if score::is_lost(new.value) {
                root.longest = root
                    .longest
                    .take()
                    .filter(|longest| longest.value > new.value)
                    .or(Some(new));
            } else {
                *best = Some(new);
            }
        }
        *best = best
            .take()
            .filter(|best| best.line.first().is_some_and(|&turn| root.is_open(turn)));
        if let Some(&turn) = best.as_ref().and_then(|best| best.line.first()) {
            root.move_to_front(turn);
        }
        result?;
        match value {
            Some(value) if value <= low => low = -score::INFINITE,
            Some(value) if value >= high => high = score::INFINITE,
            _ => return Ok(()),
        }
    }
}
