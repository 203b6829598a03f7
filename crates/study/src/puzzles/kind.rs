//! Kinds of puzzles by what there is to keep, and for how long.

use std::fmt;
use std::str::FromStr;

use flipside_tablebase::Value;

/// Text that is no range of turns, or no kind of puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RangeError {
    /// No range.
    #[error(
        "`{0}` is no range of turns; it is written LEAST-MOST such as 7-12, or LEAST+, where LEAST \
         is at least 1 and MOST not below it"
    )]
    Range(String),
    /// No kind.
    #[error("`{0}` is no kind of puzzle; there are `draw`, and `win` with a range such as 7-12")]
    Kind(String),
}

/// From how many turns on and up to how many a win takes; at least 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnRange {
    least: u16,
    most: u16,
}

impl TurnRange {
    const fn new(least: u16, most: u16) -> Option<Self> {
        if 1 <= least && least <= most {
            Some(Self { least, most })
        } else {
            None
        }
    }
}

/// Without an end it goes on as far as there are wins.
const ENDLESS: u16 = u16::MAX;

/// `7-12`, or `49+`.
impl fmt::Display for TurnRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.most {
            ENDLESS => write!(f, "{}+", self.least),
            most => write!(f, "{}-{most}", self.least),
        }
    }
}

impl FromStr for TurnRange {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Self, RangeError> {
        let range = match (text.split_once('-'), text.strip_suffix('+')) {
            (Some((least, most)), _) => least.parse().ok().zip(most.parse().ok()),
            (None, Some(least)) => least.parse().ok().map(|least| (least, ENDLESS)),
            (None, None) => None,
        };
        range
            .and_then(|(least, most)| Self::new(least, most))
            .ok_or_else(|| RangeError::Range(text.to_string()))
    }
}

/// What there is to keep. A draw has no depth; a win has its number of turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A draw.
    Draw,
    /// A win that takes so many turns.
    Win(TurnRange),
}

impl Kind {
    /// The usual ones. Wins in one or two turns are seen at once.
    pub const ALL: [Self; 6] = [
        Self::Draw,
        Self::win(3, 6),
        Self::win(7, 12),
        Self::win(13, 24),
        Self::win(25, 48),
        Self::win(49, ENDLESS),
    ];

    const fn win(least: u16, most: u16) -> Self {
        Self::Win(TurnRange { least, most })
    }

    /// Whether a value is of this kind.
    #[must_use]
    pub fn contains(self, value: Value) -> bool {
        match (self, value) {
            (Self::Draw, Value::Draw) => true,
            (Self::Win(range), Value::Win(turns)) => (range.least..=range.most).contains(&turns),
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
