//! Candidates: turns ordered by score.

mod hexflip;
mod sayu;

use flipside_rules::{ForFirst, Seat};

use crate::{EVALUATION_LIMIT, Evaluate, Evaluator as _};

/// Games with a generator of candidates.
pub trait Candidates: Evaluate {
    /// Appends the best `width` turns, or all legal turns if there are fewer, each with its score for
    /// the mover in the unit of evaluations, in order of decreasing score. Appends nothing if the
    /// game is over. The result is deterministic.
    ///
    /// By default, the score of a turn is the evaluation of the position after it.
    fn candidates(
        &self,
        evaluator: &Self::Evaluator,
        width: usize,
        into: &mut Vec<(Self::Turn, i32)>,
    ) {
        let start = into.len();
        let seat = self.to_move();
        let mut next = self.clone();
        into.extend(self.turns().into_iter().map(|turn| {
            next.clone_from(self);
            next.play_unchecked(turn);
            (turn, value_for(evaluator, &next, seat))
        }));
        into[start..].sort_by_key(|&(_, score)| std::cmp::Reverse(score));
        into.truncate(start.saturating_add(width));
    }
}

/// The evaluation of a game for `seat`; ends of the game lie beyond all evaluations.
fn value_for<G: Evaluate>(evaluator: &G::Evaluator, game: &G, seat: Seat) -> i32 {
    let value = match game.outcome().map(|outcome| outcome.winner) {
        None => evaluator.evaluate(game),
        Some(None) => ForFirst(0),
        Some(Some(Seat::First)) => ForFirst(EVALUATION_LIMIT),
        Some(Some(Seat::Second)) => ForFirst(-EVALUATION_LIMIT),
    };
    value.for_mover(seat).0
}
