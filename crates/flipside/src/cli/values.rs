//! Values of options, with their parsers.

use std::fmt;
use std::str::FromStr;

use clap::ValueEnum;
use flipside_ai::Spec;
use flipside_stats::stopping::StopRule;

/// Percentage points, above 0 and below 50: an advantage or a margin.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Points(f64);

impl Points {
    /// Returns the points, from 0 to 50.
    pub const fn points(self) -> f64 {
        self.0
    }

    /// Returns the points as a share, from 0 to 0.5.
    pub const fn share(self) -> f64 {
        self.0 / 100.0
    }
}

impl FromStr for Points {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let points: Option<f64> = text.parse().ok();
        let points = points.filter(|points| *points > 0.0 && *points < 50.0);
        points
            .map(Self)
            .ok_or("expected percentage points above 0 and below 50")
    }
}

/// A sequential test, as `--sprt` describes it.
#[derive(Clone, Copy)]
pub struct SprtRule(pub StopRule);

impl FromStr for SprtRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let rates = match text.split(':').count() {
            3 => ":0.05:0.05",
            _ => "",
        };
        let rule = format!("sprt:{text}{rates}").parse();
        rule.map(Self).map_err(|_| {
            "expected MODEL:ELO0:ELO1 or MODEL:ELO0:ELO1:ALPHA:BETA, such as normalized:0:10, where \
             MODEL is normalized or logistic"
                .to_string()
        })
    }
}

/// A player: a person or an agent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// The person at the terminal.
    Human,
    /// An agent.
    Agent(Spec),
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "human" => Ok(Self::Human),
            spec => match spec.parse() {
                Ok(spec) => Ok(Self::Agent(spec)),
                Err(error) => Err(format!("{error}; or `human` for yourself")),
            },
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.pad("human"),
            Self::Agent(spec) => spec.fmt(f),
        }
    }
}

/// The size of drawn boards and tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Size {
    /// Several lines per row.
    Large,
    /// One line per row.
    Small,
}

/// A game of a record file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhichGame {
    /// The game with this number.
    Number(u64),
    /// A typical game: of those that ended by the rules, one with the most frequent result and
    /// reason, the median length among these and, where games have margins, the median margin
    /// among those. The first one of several.
    Typical,
    /// The game with the fewest turns of those that ended by the rules. The first one of several.
    Shortest,
}

impl fmt::Display for WhichGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(id) => id.fmt(f),
            Self::Typical => f.pad("typical"),
            Self::Shortest => f.pad("shortest"),
        }
    }
}

impl FromStr for WhichGame {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "typical" => Ok(Self::Typical),
            "shortest" => Ok(Self::Shortest),
            _ => text
                .parse()
                .map(Self::Number)
                .map_err(|_| "expected the number of a game (from 0), `typical` or `shortest`"),
        }
    }
}

/// A range of a game's turns, which are numbered from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnSpan {
    /// The first turn.
    pub first: u64,
    /// The last turn; `None` is the last one of the game.
    pub last: Option<u64>,
}

impl TurnSpan {
    /// Whether the turn of this number is in the range.
    pub fn contains(&self, number: u64) -> bool {
        number >= self.first && self.last.is_none_or(|last| number <= last)
    }

    /// Whether a game of this length has any turn in the range, or the range begins with the game.
    pub fn meets(&self, turns: u64) -> bool {
        self.first <= turns.max(1)
    }
}

impl FromStr for TurnSpan {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let expected = "expected turn numbers from 1, as `10..20`, `10..`, `..20` or `10`; both ends \
                        are included";
        let number = |text: &str| match text.parse() {
            Ok(0) | Err(_) => Err(expected),
            Ok(number) => Ok(number),
        };
        let span = match text.split_once("..") {
            None => {
                let number = number(text)?;
                Self {
                    first: number,
                    last: Some(number),
                }
            }
            Some(("", "")) => return Err(expected),
            Some((first, last)) => Self {
                first: if first.is_empty() { 1 } else { number(first)? },
                last: match last {
                    "" => None,
                    last => Some(number(last)?),
                },
            },
        };
        match span.last.is_none_or(|last| span.first <= last) {
            true => Ok(span),
            false => Err(expected),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_between_0_and_50() {
        assert_eq!("2.5".parse::<Points>().unwrap().share(), 0.025);
        for wrong in ["0", "-1", "50", "nan", "inf", "two", ""] {
            assert!(wrong.parse::<Points>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn spans_of_turns_are_parsed() {
        let span = |text: &str| text.parse::<TurnSpan>();
        let of = |first, last| Ok(TurnSpan { first, last });
        assert_eq!(span("10..20"), of(10, Some(20)));
        assert_eq!(span("10.."), of(10, None));
        assert_eq!(span("..20"), of(1, Some(20)));
        assert_eq!(span("7"), of(7, Some(7)));
        assert_eq!(span("7..7"), of(7, Some(7)));
        for wrong in [
            "", "..", "0", "0..3", "5..4", "a..b", "1...3", "-1", "1..2..3",
        ] {
            let error = span(wrong).unwrap_err();
            assert!(error.starts_with("expected turn numbers"), "{wrong}");
        }
    }

    #[test]
    fn games_are_named() {
        for which in [
            WhichGame::Number(3),
            WhichGame::Typical,
            WhichGame::Shortest,
        ] {
            assert_eq!(which.to_string().parse(), Ok(which));
        }
        let error = "longest".parse::<WhichGame>().unwrap_err();
        assert!(error.contains("`typical` or `shortest`"), "{error}");
    }
}
