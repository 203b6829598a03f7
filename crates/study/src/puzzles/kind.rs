//! Kinds of puzzles: by the value to keep and its number of turns.

use std::fmt;
use std::str::FromStr;

use flipside_tablebase::Value;

/// Why a text is not a range of turns or a kind of puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RangeError {
    /// An invalid range.
    #[error(
        "invalid range of turns `{0}`: expected MIN-MAX such as 7-12, or MIN+ such as 49+, with \
         1 <= MIN <= MAX <= 65535"
    )]
    Range(String),
    /// An invalid kind.
    #[error(
        "invalid kind of puzzle `{0}`: expected `draw`, or `win` with a range such as `win 7-12`"
    )]
    Kind(String),
}

/// The minimum and maximum number of turns of a win, at least 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnRange {
    min: u16,
    max: u16,
}

impl TurnRange {
    const fn new(min: u16, max: u16) -> Option<Self> {
        if 1 <= min && min <= max {
            Some(Self { min, max })
        } else {
            None
        }
    }
}

/// The maximum of an open range such as `49+`.
const UNBOUNDED: u16 = u16::MAX;

/// `7-12`, or `49+`.
impl fmt::Display for TurnRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.max {
            UNBOUNDED => write!(f, "{}+", self.min),
            max => write!(f, "{}-{max}", self.min),
        }
    }
}

impl FromStr for TurnRange {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Self, RangeError> {
        let range = match (text.split_once('-'), text.strip_suffix('+')) {
            (Some((min, max)), _) => min.parse().ok().zip(max.parse().ok()),
            (None, Some(min)) => min.parse().ok().map(|min| (min, UNBOUNDED)),
            (None, None) => None,
        };
        range
            .and_then(|(min, max)| Self::new(min, max))
            .ok_or_else(|| RangeError::Range(text.to_string()))
    }
}

/// The value to keep: a draw, or a win with its number of turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A draw.
    Draw,
    /// A win within a range of turns.
    Win(TurnRange),
}

impl Kind {
    /// The default kinds. Wins in one or two turns are too easy.
    pub const ALL: [Self; 6] = [
        Self::Draw,
        Self::win(3, 6),
        Self::win(7, 12),
        Self::win(13, 24),
        Self::win(25, 48),
        Self::win(49, UNBOUNDED),
    ];

    const fn win(min: u16, max: u16) -> Self {
        Self::Win(TurnRange { min, max })
    }

    /// Returns whether a value is of this kind.
    #[must_use]
    pub fn contains(self, value: Value) -> bool {
        match (self, value) {
            (Self::Draw, Value::Draw) => true,
            (Self::Win(range), Value::Win(turns)) => (range.min..=range.max).contains(&turns),
            _ => false,
        }
    }
}

/// `draw`, `win 7-12` or `win 49+`.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("draw"),
            Self::Win(range) => write!(f, "win {range}"),
        }
    }
}

impl FromStr for Kind {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Self, RangeError> {
        match (text, text.strip_prefix("win ")) {
            ("draw", _) => Ok(Self::Draw),
            (_, Some(range)) => Ok(Self::Win(range.parse()?)),
            _ => Err(RangeError::Kind(text.to_string())),
        }
    }
}
