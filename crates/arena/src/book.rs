//! Lists of openings, as text.

use flipside_records::OpeningSource;
use flipside_rules::{FullGame, ReplayError, hash};

/// A list of openings of the game `G`: never empty, with legal turns, and no game is over after its
/// opening.
///
/// As text, each line is an opening: turns from the start of the game, separated by spaces. `#`
/// begins a comment, and lines without turns are ignored.
#[derive(Clone, Debug)]
pub struct Book<G: FullGame> {
    openings: Vec<Vec<G::Turn>>,
    hash: u64,
}

/// An error in a list of openings.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BookError {
    /// The list is empty.
    #[error(
        "the list has no openings; expected the turns of an opening on each line, separated by spaces"
    )]
    Empty,
    /// An illegal turn.
    #[error("line {line}: {why}")]
    Turn {
        /// The line, from 1.
        line: usize,
        /// The turn, and the rule that it breaks.
        why: String,
    },
    /// The game is over after the opening.
    #[error("line {line}: the game is over after this opening; remove its last turn")]
    Over {
        /// The line, from 1.
        line: usize,
    },
    /// A repeated opening.
    #[error("line {line}: the same opening as in line {first}; remove one of them")]
    Twice {
        /// The line, from 1.
        line: usize,
        /// The line of its first occurrence.
        first: usize,
    },
}

impl<G: FullGame> Book<G> {
    /// Parses a list under a rule set.
    ///
    /// # Errors
    /// The first invalid line.
    pub fn parse(rules: &G::Rules, text: &str) -> Result<Self, BookError> {
        let mut openings: Vec<Vec<G::Turn>> = Vec::new();
        let mut lines = std::collections::HashMap::new();
        let mut bytes = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let turns = line.split_once('#').map_or(line, |(turns, _)| turns);
            if turns.trim().is_empty() {
                continue;
            }
            let opening = play::<G>(rules, turns).map_err(|error| BookError::Turn {
                line: number,
                why: error.to_string(),
            })?;
            let opening = opening.ok_or(BookError::Over { line: number })?;
            if let Some(first) = lines.insert(opening.clone(), number) {
                return Err(BookError::Twice {
                    line: number,
                    first,
                });
            }
            for &turn in &opening {
                G::encode_turn(turn, &mut bytes);
            }
            bytes.push(b'\n');
            openings.push(opening);
        }
        if openings.is_empty() {
            return Err(BookError::Empty);
        }
        Ok(Self {
            openings,
            hash: hash::bytes(&bytes),
        })
    }

    /// Number of openings.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.openings.len() as u64
    }

    /// The opening with this number. Numbers beyond the last begin again with the first opening.
    #[must_use]
    pub fn opening(&self, number: u64) -> &[G::Turn] {
        // Never empty, and a remainder is below the length.
        &self.openings[(number % self.count()) as usize]
    }

    /// The source of openings, as in headers.
    #[must_use]
    pub fn source(&self) -> OpeningSource {
        OpeningSource::List {
            hash: self.hash,
            count: self.count(),
        }
    }
}

/// Parses the turns of a line; `None` if the game is over after them.
fn play<G: FullGame>(
    rules: &G::Rules,
    line: &str,
) -> Result<Option<Vec<G::Turn>>, ReplayError<G::IllegalTurn>> {
    let mut game = G::new(rules.clone());
    let mut turns = Vec::new();
    for (number, text) in (1..).zip(line.split_whitespace()) {
        let turn = game
            .parse_turn(text)
            .map_err(|error| ReplayError::Text { number, error })?;
        game.play(turn).map_err(|error| ReplayError::Illegal {
            number,
            text: text.to_string(),
            error,
        })?;
        turns.push(turn);
    }
    Ok(game.outcome().is_none().then_some(turns))
}

#[cfg(test)]
mod tests {
    use flipside_ai::Rng;
    use flipside_rules::{Game as _, Hexflip, Notation as _, hexflip};

    use super::*;

    fn parse(text: &str) -> Result<Book<Hexflip>, BookError> {
        Book::parse(&hexflip::Rules::default(), text)
    }

    #[test]
    fn lists_are_read_and_begin_again() {
        let book = parse("# two\nc3 b2+d4  # remark\n\n  a1\n").unwrap();
        assert_eq!(book.count(), 2);
        assert_eq!(book.opening(0).len(), 2);
        assert_eq!(book.opening(1), book.opening(7));
        // Remarks and spaces are no part of a list's identity, the order is.
        assert_eq!(parse("c3 b2+d4\na1").unwrap().source(), book.source());
        assert_ne!(parse("a1\nc3 b2+d4").unwrap().source(), book.source());
    }

    #[test]
    fn errors_name_the_line() {
        for (text, part) in [
            ("# nothing\n\n", "no opening"),
            ("a1\nb9", "line 2"),
            ("a1\na2 a2", "line 2"),
            (
                "a1\na2\na1 # again",
                "line 3: the same opening as in line 1",
            ),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        let mut game = Hexflip::new(hexflip::Rules::default());
        let mut rng = Rng::new(1);
        let mut line = String::new();
        while let Some(turn) = game.pick_turn(|n| rng.below(n)) {
            line += &format!("{} ", game.turn_text(turn));
            game.play_unchecked(turn);
        }
        assert_eq!(parse(&line).unwrap_err(), BookError::Over { line: 1 });
    }
}
