//! How the games of a tournament are scheduled: settings and their text form.

use std::fmt;
use std::str::FromStr;

use flipside_stats::stopping::StopRule;

use crate::Format;

/// The source of opening turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpeningSource {
    /// Turns drawn at random.
    Random {
        /// Number of turns.
        turns: u32,
    },
    /// Turns drawn at random, after first turns that the agents choose.
    AfterAgents {
        /// Number of turns that the agents choose, at least one.
        agents: u32,
        /// Number of turns drawn after them, at least one.
        turns: u32,
    },
    /// The openings of a list in turn, repeated from the beginning.
    List {
        /// Hash of the list's openings.
        hash: u64,
        /// Number of openings.
        count: u64,
    },
}

impl OpeningSource {
    /// Number of opening turns, from the first, that the agents choose.
    #[must_use]
    pub const fn agent_turns(self) -> u32 {
        match self {
            Self::Random { .. } | Self::List { .. } => 0,
            Self::AfterAgents { agents, .. } => agents,
        }
    }
}

impl fmt::Display for OpeningSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random { turns } => write!(f, "random:{turns}"),
            Self::AfterAgents { agents, turns } => write!(f, "agents:{agents}:random:{turns}"),
            Self::List { hash, count } => write!(f, "list:{hash:016x}:{count}"),
        }
    }
}

impl FromStr for OpeningSource {
    type Err = InvalidScheduleSpec;

    fn from_str(text: &str) -> Result<Self, InvalidScheduleSpec> {
        let parts: Vec<&str> = text.split(':').collect();
        let source = match parts.as_slice() {
            ["random", turns] => turns.parse().ok().map(|turns| Self::Random { turns }),
            ["agents", agents, "random", turns] => agents
                .parse()
                .ok()
                .zip(turns.parse().ok())
                .filter(|&(agents, turns)| agents > 0 && turns > 0)
                .map(|(agents, turns)| Self::AfterAgents { agents, turns }),
            ["list", hash, count] => u64::from_str_radix(hash, 16)
                .ok()
                .zip(count.parse().ok())
                .map(|(hash, count)| Self::List { hash, count }),
            _ => None,
        };
        source.ok_or(InvalidScheduleSpec)
    }
}

/// The checksum of a table for adjudication. As text, `table:` and eight hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableChecksum(pub u32);

impl TableChecksum {
    /// The eight digits.
    #[must_use]
    pub fn digits(self) -> String {
        format!("{:08x}", self.0)
    }
}

impl fmt::Display for TableChecksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "table:{}", self.digits())
    }
}

impl FromStr for TableChecksum {
    type Err = InvalidScheduleSpec;

    fn from_str(text: &str) -> Result<Self, InvalidScheduleSpec> {
        let digits = text.strip_prefix("table:").ok_or(InvalidScheduleSpec)?;
        let checksum = u32::from_str_radix(digits, 16).map_err(|_| InvalidScheduleSpec)?;
        Ok(Self(checksum))
    }
}

/// The number of turns after which a game is stopped as unfinished, by default. Games of both games'
/// standard rules end long before.
pub const DEFAULT_MAX_TURNS: u32 = 1_000;

/// How the games of a tournament are scheduled and limited.
///
/// In [`crate::Header::schedule`] its text form is `FORMAT opening=OPENING max-turns=TURNS`, followed
/// by `turn-ms=MILLISECONDS`, `stop=RULE`, `adjudicate=table:CHECKSUM` and `annotated` where they
/// apply. Programs that play games use other types for the openings `O` and the table `T`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScheduleSpec<O = OpeningSource, T = TableChecksum> {
    /// Which agents play each game.
    pub format: Format,
    /// How games begin.
    pub opening: O,
    /// Turns after which a game is stopped as unfinished.
    pub max_turns: u32,
    /// Time limit per turn in milliseconds. A player who exceeds it loses the game.
    pub turn_ms: Option<u64>,
    /// When the run stops before its last game.
    pub stop: Option<StopRule>,
    /// The table by which games are decided before their end, once their opening has been played.
    pub adjudication: Option<T>,
    /// Whether value, nodes and depth of turns are recorded.
    pub annotated: bool,
}

impl<O, T> ScheduleSpec<O, T> {
    /// A schedule with default settings: [`DEFAULT_MAX_TURNS`], and nothing optional.
    #[must_use]
    pub const fn new(format: Format, opening: O) -> Self {
        Self {
            format,
            opening,
            max_turns: DEFAULT_MAX_TURNS,
            turn_ms: None,
            stop: None,
            adjudication: None,
            annotated: false,
        }
    }

    /// The same schedule with another form of openings and table.
    #[must_use]
    pub fn with<P, U>(&self, opening: P, adjudication: Option<U>) -> ScheduleSpec<P, U> {
        ScheduleSpec {
            format: self.format,
            opening,
            max_turns: self.max_turns,
            turn_ms: self.turn_ms,
            stop: self.stop,
            adjudication,
            annotated: self.annotated,
        }
    }
}

impl fmt::Display for ScheduleSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (format, opening, max) = (self.format.name(), self.opening, self.max_turns);
        write!(f, "{format} opening={opening} max-turns={max}")?;
        if let Some(ms) = self.turn_ms {
            write!(f, " turn-ms={ms}")?;
        }
        if let Some(rule) = self.stop {
            write!(f, " stop={rule}")?;
        }
        if let Some(table) = self.adjudication {
            write!(f, " adjudicate={table}")?;
        }
        if self.annotated {
            write!(f, " annotated")?;
        }
        Ok(())
    }
}

/// The text is not a schedule of this version.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid schedule; expected `FORMAT opening=OPENING max-turns=TURNS …`")]
pub struct InvalidScheduleSpec;

impl FromStr for ScheduleSpec {
    type Err = InvalidScheduleSpec;

    fn from_str(text: &str) -> Result<Self, InvalidScheduleSpec> {
        fn value<T: FromStr>(word: Option<&str>, key: &str) -> Result<T, InvalidScheduleSpec> {
            word.and_then(|word| word.strip_prefix(key))
                .and_then(|value| value.parse().ok())
                .ok_or(InvalidScheduleSpec)
        }
        let mut words = text.split(' ');
        let name = words.next().ok_or(InvalidScheduleSpec)?;
        let format = Format::ALL
            .into_iter()
            .find(|format| format.name() == name)
            .ok_or(InvalidScheduleSpec)?;
        let mut spec = Self::new(format, value(words.next(), "opening=")?);
        spec.max_turns = value(words.next(), "max-turns=")?;
        for word in words {
            if word.starts_with("turn-ms=") {
                spec.turn_ms = Some(value(Some(word), "turn-ms=")?);
            } else if word.starts_with("stop=") {
                spec.stop = Some(value(Some(word), "stop=")?);
            } else if word.starts_with("adjudicate=") {
                spec.adjudication = Some(value(Some(word), "adjudicate=")?);
            } else {
                spec.annotated = true;
            }
        }
        // Only the canonical text is valid.
        (spec.to_string() == text)
            .then_some(spec)
            .ok_or(InvalidScheduleSpec)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flipside_stats::sprt::EloScale;

    #[test]
    fn arrangements_read_back() {
        let sprt = StopRule::Sprt {
            scale: EloScale::Normalised,
            elo0: -1.75,
            elo1: 0.25,
            alpha: 0.05,
            beta: 0.1,
        };
        let balance = StopRule::Balance {
            margin: 0.02,
            games: 20_000,
        };
        let list = OpeningSource::List {
            hash: 0x00ab,
            count: 500,
        };
        let base = ScheduleSpec::new(Format::Pairs, OpeningSource::Random { turns: 2 });
        let reads_back = |spec: ScheduleSpec| {
            assert_eq!(spec.to_string().parse(), Ok(spec));
        };
        for format in Format::ALL {
            let after = OpeningSource::AfterAgents {
                agents: 2,
                turns: 3,
            };
            for opening in [base.opening, after, list] {
                reads_back(ScheduleSpec {
                    format,
                    opening,
                    ..base
                });
            }
        }
        // Each of the words that may be missing, in every combination.
        for turn_ms in [None, Some(5_000)] {
            for stop in [None, Some(sprt), Some(balance)] {
                for adjudication in [None, Some(TableChecksum(0x00c0_ffee))] {
                    for annotated in [false, true] {
                        reads_back(ScheduleSpec {
                            turn_ms,
                            stop,
                            adjudication,
                            annotated,
                            ..base
                        });
                    }
                }
            }
        }
        for wrong in [
            "",
            "pairs",
            "pairs opening=random:2",
            "pairs opening=random:02 max-turns=9",
            "pairs opening=agents:2 max-turns=9",
            "pairs opening=agents:0:random:2 max-turns=9",
            "pairs opening=agents:2:random:0 max-turns=9",
            "pairs opening=agents:2:random:02 max-turns=9",
            "pairs opening=list:ab:3 max-turns=9",
            "pairs opening=random:2 max-turns=9 loud",
            "pairs opening=random:2 max-turns=9 annotated annotated",
            "pairs opening=random:2 max-turns=9 annotated turn-ms=5",
            "pairs opening=random:2 max-turns=9 stop=sprt:logistic:0:5:0.05",
            "pairs opening=random:2 max-turns=9 stop=balance:0.020:100",
            "pairs opening=random:2 max-turns=9 adjudicate=table:c0ffee",
            "pairs opening=random:2 max-turns=9 adjudicate=00c0ffee",
            "pairs opening=random:2 max-turns=9 annotated adjudicate=table:00c0ffee",
        ] {
            assert_eq!(
                wrong.parse::<ScheduleSpec>(),
                Err(InvalidScheduleSpec),
                "{wrong}"
            );
        }
    }

    #[test]
    fn texts_of_the_first_version_stay_what_they_were() {
        let text = "pairs opening=random:2 max-turns=1000 annotated";
        let spec: ScheduleSpec = text.parse().unwrap();
        assert_eq!(spec.opening, OpeningSource::Random { turns: 2 });
        assert_eq!(spec.to_string(), text);
    }
}
