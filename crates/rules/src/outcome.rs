//! How a game ended.

use crate::Seat;

/// Why a game ended, by the name that the rules page gives it (`four`, `tiles`, …).
///
/// Every game lists its own reasons in [`crate::Game::REASONS`]; two reasons are equal if their
/// names are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Reason(pub &'static str);

impl core::fmt::Display for Reason {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.0)
    }
}

/// The end of a game by its rules: who won, and by which rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Outcome {
    /// The winner; `None` is a draw.
    pub winner: Option<Seat>,
    /// The rule that ended the game.
    pub reason: Reason,
}

impl Outcome {
    /// `first`, `second` or `draw`, as in records and on the command line.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self.winner {
            Some(seat) => seat.name(),
            None => "draw",
        }
    }
}
