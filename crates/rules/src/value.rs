//! Values whose viewpoint is part of their type.

use crate::Seat;

/// A value that changes its sign with the viewpoint.
pub trait Sided: Copy {
    /// The same value seen by the other player.
    #[must_use]
    fn flipped(self) -> Self;
}

impl Sided for i32 {
    fn flipped(self) -> Self {
        -self
    }
}

/// An expected score between 0 (a certain loss) and 1 (a certain win); a draw counts ½.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct ExpectedScore(pub f64);

impl Sided for ExpectedScore {
    fn flipped(self) -> Self {
        Self(1.0 - self.0)
    }
}

/// A value seen by First: large is good for First, whoever moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ForFirst<T>(pub T);

/// A value seen by the player to move: large is good for the mover.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ForMover<T>(pub T);

impl<T: Sided> ForFirst<T> {
    /// The same value seen by `mover`.
    #[must_use]
    pub fn for_mover(self, mover: Seat) -> ForMover<T> {
        ForMover(match mover {
            Seat::First => self.0,
            Seat::Second => self.0.flipped(),
        })
    }
}

impl<T: Sided> ForMover<T> {
    /// The same value seen by First, `mover` being the player it was for.
    #[must_use]
    pub fn for_first(self, mover: Seat) -> ForFirst<T> {
        ForFirst(match mover {
            Seat::First => self.0,
            Seat::Second => self.0.flipped(),
        })
    }

    /// The same value seen by the mover's opponent.
    #[must_use]
    pub fn for_opponent(self) -> Self {
        Self(self.0.flipped())
    }
}
