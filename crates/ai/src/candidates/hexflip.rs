//! Candidates of Hexflip: all turns, ordered by a fast score.

use std::cmp::Reverse;

use flipside_rules::hexflip::{Hexflip, POINTS, Position, Turn, windows_filled};
use flipside_rules::{Game as _, Seat, set_bits};

use super::{Candidates, value_for};
use crate::EVALUATION_LIMIT;
use crate::evaluation::hexflip::HexflipEvaluator;

impl Candidates for Hexflip {
    /// All turns. A turn that places several pieces is scored by the sum of the changes that its
    /// pieces make one by one. This orders turns as well as the evaluation does, in a fraction of the
    /// time. Every other turn is scored by the evaluation of the position after it.
    fn candidates(&self, evaluator: &HexflipEvaluator, width: usize, into: &mut Vec<(Turn, i32)>) {
        let start = into.len();
        let placing = Placing::new(self, evaluator);
        let mut next = self.clone();
        into.extend(self.turns().into_iter().map(|turn| {
            let score = match (&placing, turn.places()) {
                (Some(placing), places) if places != 0 => placing.score(places),
                _ => {
                    next.clone_from(self);
                    next.play_unchecked(turn);
                    value_for(evaluator, &next, self.to_move())
                }
            };
            (turn, score)
        }));
        into[start..].sort_unstable_by_key(|&(turn, score)| (Reverse(score), turn));
        into.truncate(start.saturating_add(width));
    }
}

/// The value of placing pieces, for the mover.
struct Placing {
    own: u32,
    /// The evaluation with nothing placed and the other player to move.
    base: i32,
    /// The change by a piece on each point.
    change: [i32; POINTS],
}

impl Placing {
    /// `None` if nothing can be placed, or if placing might end the game other than by the mover's
    /// own overline. That is impossible if the other player has no line of four and a piece in hand.
    fn new(game: &Hexflip, evaluator: &HexflipEvaluator) -> Option<Self> {
        let position = game.position();
        let (mover, other) = (game.to_move(), game.to_move().other());
        let (own, others) = (position.stones(mover), position.stones(other));
        if position.hand(mover) == 0 || position.hand(other) == 0 || windows_filled(others) > 0 {
            return None;
        }
        let value = |own: u32, hand: u8| {
            let (stones, hands) = match mover {
                Seat::First => ([own, others], [hand, position.hand(other)]),
                Seat::Second => ([others, own], [position.hand(other), hand]),
            };
            let after = Position::new(game.rules(), stones, hands, other).ok()?;
            Some(evaluator.value(&after, game.rules()).for_mover(mover).0)
        };
        let hand = position.hand(mover);
        let base = value(own, hand)?;
        let mut change = [0; POINTS];
        let empty = flipside_rules::hexflip::BOARD & !position.occupied();
        for point in set_bits(empty.into()) {
            change[usize::from(point)] = value(own | 1 << point, hand - 1)? - base;
        }
        Some(Self { own, base, change })
    }

    fn score(&self, places: u32) -> i32 {
        if windows_filled(self.own | places) > 1 {
            return -EVALUATION_LIMIT;
        }
        let changes = set_bits(places.into()).map(|point| self.change[usize::from(point)]);
        let sum = self.base + changes.sum::<i32>();
        sum.clamp(1 - EVALUATION_LIMIT, EVALUATION_LIMIT - 1)
    }
}
