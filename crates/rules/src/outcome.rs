//! The end of a game.

use crate::Seat;

/// The reason why a game ended, named as on the rules page (`four`, `tiles`, …).
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

/// The end of a game by its rules: the winner and the rule.
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

/// What a game counts as in a tournament, including games that the rules did not end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// A seat won.
    Win(Seat),
    /// A draw.
    Draw,
    /// Stopped before its end; not a draw.
    Unfinished,
    /// Failed; excluded from all statistics.
    Void,
}

impl GameResult {
    /// All results, in the order of their codes in records.
    pub const ALL: [Self; 5] = [
        Self::Win(Seat::First),
        Self::Win(Seat::Second),
        Self::Draw,
        Self::Unfinished,
        Self::Void,
    ];

    /// `first`, `second`, `draw`, `unfinished` or `void`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win(seat) => seat.name(),
            Self::Draw => "draw",
            Self::Unfinished => "unfinished",
            Self::Void => "void",
        }
    }

    /// The result with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.name() == name)
    }
}
