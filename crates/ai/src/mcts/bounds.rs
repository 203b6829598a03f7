//! Proven bounds of a node.

use flipside_rules::{Outcome, Seat};

/// Inclusive bounds of a value in half points: 0 is a loss, 1 a draw, 2 a win for one player.
///
/// Cazenave, Saffidine: *Score bounded Monte-Carlo tree search*, CG 2010; with wins and losses
/// alone it is the MCTS-solver of Winands, Björnsson, Saito, CG 2008.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub(super) lower: u8,
    pub(super) upper: u8,
}

impl Bounds {
    pub(super) const LOSS: u8 = 0;
    pub(super) const WIN: u8 = 2;

    /// No proof.
    pub(super) const OPEN: Self = Self {
        lower: Self::LOSS,
        upper: Self::WIN,
    };

    /// The end of a game, for `seat`.
    pub(super) fn of(outcome: Outcome, seat: Seat) -> Self {
        let half_points = match outcome.winner {
            None => 1,
            Some(winner) if winner == seat => Self::WIN,
            Some(_) => Self::LOSS,
        };
        Self {
            lower: half_points,
            upper: half_points,
        }
    }

    /// The same for the opponent.
    pub(super) const fn flipped(self) -> Self {
        Self {
            lower: Self::WIN - self.upper,
            upper: Self::WIN - self.lower,
        }
    }

    /// The value in half points, if it is proven.
    pub(super) const fn exact(self) -> Option<u8> {
        if self.lower == self.upper {
            Some(self.lower)
        } else {
            None
        }
    }

    /// Clamps an expected score to the bounds.
    pub(super) fn clamp(self, score: f64) -> f64 {
        score.clamp(points(self.lower), points(self.upper))
    }
}

/// Half points as a score.
pub(super) fn points(half_points: u8) -> f64 {
    f64::from(half_points) / 2.0
}
