//! How games are scheduled, as the header says it.

use std::fmt;
use std::str::FromStr;

/// Who meets whom in which seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// One agent plays itself, one game per opening.
    SelfPlay,
    /// Two agents, two games per opening with seats swapped: games 2p and 2p + 1 are pair p. With
    /// an odd number of games the last pair has one game only.
    Pairs,
    /// Two agents, the first always in First's seat, one game per opening.
    FixedSeats,
}

impl Format {
    /// The name in headers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SelfPlay => "selfplay",
            Self::Pairs => "pairs",
            Self::FixedSeats => "fixed-seats",
        }
    }
}

/// What [`crate::Header::schedule`] says about games that a tournament runner played.
///
/// As text it is `FORMAT opening=random:TURNS max-turns=TURNS`, with ` annotated` at the end if
/// value, nodes and depth of turns are recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrangement {
    /// Who meets whom.
    pub format: Format,
    /// Random turns at the beginning of every game.
    pub opening_turns: u32,
    /// Turns after which a game is stopped as unfinished.
    pub max_turns: u32,
    /// Whether value, nodes and depth of turns are recorded.
    pub annotated: bool,
}

impl fmt::Display for Arrangement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let annotated = if self.annotated { " annotated" } else { "" };
        let (format, opening, max) = (self.format.name(), self.opening_turns, self.max_turns);
        write!(
            f,
            "{format} opening=random:{opening} max-turns={max}{annotated}"
        )
    }
}

/// The text is none that a tournament runner of this version writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the schedule is none that this version knows")]
pub struct UnknownArrangement;

impl FromStr for Arrangement {
    type Err = UnknownArrangement;

    fn from_str(text: &str) -> Result<Self, UnknownArrangement> {
        let mut words = text.split(' ');
        let mut next = || words.next().ok_or(UnknownArrangement);
        let number = |word: &str, key: &str| {
            word.strip_prefix(key)
                .and_then(|n| n.parse().ok())
                .ok_or(UnknownArrangement)
        };
        let name = next()?;
        let formats = [Format::SelfPlay, Format::Pairs, Format::FixedSeats];
        let format = formats
            .into_iter()
            .find(|f| f.name() == name)
            .ok_or(UnknownArrangement)?;
        let opening_turns = number(next()?, "opening=random:")?;
        let max_turns = number(next()?, "max-turns=")?;
        let annotated = match words.next() {
            None => false,
            Some("annotated") => true,
            Some(_) => return Err(UnknownArrangement),
        };
        let arrangement = Self {
            format,
            opening_turns,
            max_turns,
            annotated,
        };
        // Only the canonical text is one.
        (arrangement.to_string() == text)
            .then_some(arrangement)
            .ok_or(UnknownArrangement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrangements_read_back() {
        for format in [Format::SelfPlay, Format::Pairs, Format::FixedSeats] {
            for annotated in [false, true] {
                let arrangement = Arrangement {
                    format,
                    opening_turns: 2,
                    max_turns: 1_000,
                    annotated,
                };
                assert_eq!(arrangement.to_string().parse(), Ok(arrangement));
            }
        }
        for wrong in [
            "",
            "pairs",
            "pairs opening=random:2",
            "pairs opening=random:02 max-turns=9",
            "pairs opening=random:2 max-turns=9 loud",
            "pairs opening=random:2 max-turns=9 annotated annotated",
        ] {
            assert_eq!(
                wrong.parse::<Arrangement>(),
                Err(UnknownArrangement),
                "{wrong}"
            );
        }
    }
}
