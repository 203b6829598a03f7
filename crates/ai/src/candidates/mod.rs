//! Turns that are worth looking at.

mod hexflip;
mod sayu;

use flipside_rules::{ForFirst, Seat};

use crate::{EVALUATION_LIMIT, Evaluate, Evaluator as _, Leveled, Searchable};

/// Games whose turns can be listed best first.
pub trait Candidates: Evaluate {
    /// Appends `width` turns, or all legal turns if there are no more than that: best first, each with
    /// a score for the mover in the unit of evaluations; scores never rise along the list. None if
    /// the game is over. Nothing depends on chance.
    ///
    /// The provided method lists all turns and scores each by the position after it.
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
            (turn, standing(evaluator, &next, seat))
        }));
        into[start..].sort_by_key(|&(_, score)| std::cmp::Reverse(score));
        into.truncate(start.saturating_add(width));
    }
}

/// How good a game stands for `seat`: its end counts beyond all evaluations.
fn standing<G: Evaluate>(evaluator: &G::Evaluator, game: &G, seat: Seat) -> i32 {
    let value = match game.outcome().map(|outcome| outcome.winner) {
        None => evaluator.evaluate(game),
        Some(None) => ForFirst(0),
        Some(Some(Seat::First)) => ForFirst(EVALUATION_LIMIT),
        Some(Some(Seat::Second)) => ForFirst(-EVALUATION_LIMIT),
    };
    value.for_mover(seat).0
}

/// Games that every agent can play: what [`crate::build`] asks for.
pub trait Playable: Candidates + Searchable + Leveled {}

impl<G: Candidates + Searchable + Leveled> Playable for G {}
