//! Candidates of Hexflip: all turns, quickly ordered.

use std::cmp::Reverse;

use flipside_rules::hexflip::{Game, POINTS, Position, Turn, windows_filled};
use flipside_rules::{Game as _, Seat, set_bits};

use super::{Candidates, standing};
use crate::EVALUATION_LIMIT;
use crate::evaluation::hexflip::HexflipEvaluator;

impl Candidates for Game {
    /// All turns. A turn that places several pieces is taken to change the evaluation by the sum of
    /// what its pieces change one by one, which orders turns as well as the evaluation itself and
    /// takes a fraction of the time. All other turns have the score of the position after them.
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
                    standing(evaluator, &next, self.to_move())
                }
            };
            (turn, score)
        }));
        into[start..].sort_unstable_by_key(|&(turn, score)| (Reverse(score), turn));
        into.truncate(start.saturating_add(width));
    }
}

/// What placing pieces is worth to the mover.
struct Placing {
    own: u32,
    /// The evaluation if nothing were placed and the other player to move.
    nothing: i32,
    /// By how much a piece on each point changes that.
    change: [i32; POINTS],
}

impl Placing {
    /// `None` if nothing can be placed, or if placing could end the game otherwise than by an
    /// overline of the mover's: with no line of four standing, and a piece in the other's hand, it
    /// cannot.
    fn new(game: &Game, evaluator: &HexflipEvaluator) -> Option<Self> {
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
        let nothing = value(own, hand)?;
        let mut change = [0; POINTS];
        let empty = flipside_rules::hexflip::BOARD & !position.occupied();
        for point in set_bits(empty.into()) {
            change[usize::from(point)] = value(own | 1 << point, hand - 1)? - nothing;
        }
        Some(Self {
            own,
            nothing,
            change,
        })
    }

    fn score(&self, places: u32) -> i32 {
        if windows_filled(self.own | places) > 1 {
            return -EVALUATION_LIMIT;
        }
        let changes = set_bits(places.into()).map(|point| self.change[usize::from(point)]);
        let sum = self.nothing + changes.sum::<i32>();
        sum.clamp(1 - EVALUATION_LIMIT, EVALUATION_LIMIT - 1)
    }
}
