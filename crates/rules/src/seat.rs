//! The two seats at the board.

/// A seat: the player who moves, wins or owns a piece.
///
/// A seat is not an agent: in a pair of games two agents exchange seats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Seat {
    /// The player who makes the first turn; written `x`.
    First,
    /// The player who makes the second turn; written `o`.
    Second,
}

impl Seat {
    /// Both seats, First before Second.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The other seat.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for First, 1 for Second.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of the seat in positions: `x` or `o`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::First => 'x',
            Self::Second => 'o',
        }
    }

    /// The seat of a letter `x` or `o`.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'x' => Some(Self::First),
            'o' => Some(Self::Second),
            _ => None,
        }
    }

    /// `first` or `second`, as in records and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }
}

impl core::fmt::Display for Seat {
    /// `First` or `Second`, as in sentences.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(match self {
            Self::First => "First",
            Self::Second => "Second",
        })
    }
}
