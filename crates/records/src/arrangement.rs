//! How games are scheduled, as the header says it.

use std::fmt;
use std::str::FromStr;

use crate::{Format, StopRule};

/// Where the turns come from with which games begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpeningSource {
    /// Turns drawn at random.
    Random {
        /// How many.
        turns: u32,
    },
    /// A list, one after the other and from the beginning again.
    List {
        /// Hash of the list's openings.
        hash: u64,
        /// How many there are.
        count: u64,
    },
}

impl fmt::Display for OpeningSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random { turns } => write!(f, "random:{turns}"),
            Self::List { hash, count } => write!(f, "list:{hash:016x}:{count}"),
        }
    }
}

impl FromStr for OpeningSource {
    type Err = UnknownArrangement;

    fn from_str(text: &str) -> Result<Self, UnknownArrangement> {
        let parts: Vec<&str> = text.split(':').collect();
        let source = match parts.as_slice() {
            ["random", turns] => turns.parse().ok().map(|turns| Self::Random { turns }),
            ["list", hash, count] => u64::from_str_radix(hash, 16)
                .ok()
                .zip(count.parse().ok())
                .map(|(hash, count)| Self::List { hash, count }),
            _ => None,
        };
        source.ok_or(UnknownArrangement)
    }
}

/// The checksum of a table by which games are decided. As text `table:` and eight hexadecimal digits.
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
    type Err = UnknownArrangement;

    fn from_str(text: &str) -> Result<Self, UnknownArrangement> {
        let digits = text.strip_prefix("table:").ok_or(UnknownArrangement)?;
        let checksum = u32::from_str_radix(digits, 16).map_err(|_| UnknownArrangement)?;
        Ok(Self(checksum))
    }
}

/// What [`crate::Header::schedule`] says about games that a tournament runner played.
///
/// As text it is `FORMAT opening=OPENING max-turns=TURNS`, and behind that, each only where it is
/// so, `turn-ms=MILLISECONDS`, `stop=RULE`, `adjudicate=table:CHECKSUM` and `annotated`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Arrangement {
    /// Who meets whom.
    pub format: Format,
    /// How every game begins.
    pub opening: OpeningSource,
    /// Turns after which a game is stopped as unfinished.
    pub max_turns: u32,
    /// Milliseconds after which a turn counts as never given.
    pub turn_ms: Option<u64>,
    /// When the run stops before its last game.
    pub stop: Option<StopRule>,
    /// Checksum of the table by which games are decided before they are over.
    pub adjudication: Option<TableChecksum>,
    /// Whether value, nodes and depth of turns are recorded.
    pub annotated: bool,
}

impl fmt::Display for Arrangement {
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

/// The text is none that a tournament runner of this version writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the schedule is none that this version knows")]
pub struct UnknownArrangement;

impl FromStr for Arrangement {
    type Err = UnknownArrangement;

    fn from_str(text: &str) -> Result<Self, UnknownArrangement> {
        fn value<T: FromStr>(word: Option<&str>, key: &str) -> Result<T, UnknownArrangement> {
            word.and_then(|word| word.strip_prefix(key))
                .and_then(|value| value.parse().ok())
                .ok_or(UnknownArrangement)
        }
        let mut words = text.split(' ');
        let name = words.next().ok_or(UnknownArrangement)?;
        let format = Format::ALL
            .into_iter()
            .find(|format| format.name() == name)
            .ok_or(UnknownArrangement)?;
        let mut arrangement = Self {
            format,
            opening: value(words.next(), "opening=")?,
            max_turns: value(words.next(), "max-turns=")?,
            turn_ms: None,
            stop: None,
            adjudication: None,
            annotated: false,
        };
        for word in words {
            if word.starts_with("turn-ms=") {
                arrangement.turn_ms = Some(value(Some(word), "turn-ms=")?);
            } else if word.starts_with("stop=") {
                arrangement.stop = Some(value(Some(word), "stop=")?);
            } else if word.starts_with("adjudicate=") {
                arrangement.adjudication = Some(value(Some(word), "adjudicate=")?);
            } else {
                arrangement.annotated = true;
            }
        }
        // Only the canonical text is one.
        (arrangement.to_string() == text)
            .then_some(arrangement)
            .ok_or(UnknownArrangement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EloScale;

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
        let base = Arrangement {
            format: Format::Pairs,
            opening: OpeningSource::Random { turns: 2 },
            max_turns: 1_000,
            turn_ms: None,
            stop: None,
            adjudication: None,
            annotated: false,
        };
        let reads_back = |arrangement: Arrangement| {
            assert_eq!(arrangement.to_string().parse(), Ok(arrangement));
        };
        for format in Format::ALL {
            for opening in [base.opening, list] {
                reads_back(Arrangement {
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
                        reads_back(Arrangement {
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
                wrong.parse::<Arrangement>(),
                Err(UnknownArrangement),
                "{wrong}"
            );
        }
    }

    #[test]
    fn texts_of_the_first_version_stay_what_they_were() {
        let text = "pairs opening=random:2 max-turns=1000 annotated";
        let arrangement: Arrangement = text.parse().unwrap();
        assert_eq!(arrangement.opening, OpeningSource::Random { turns: 2 });
        assert_eq!(arrangement.to_string(), text);
    }
}
