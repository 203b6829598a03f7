//! Compares a game of `flipside-rules` with the same game under the naive rules, turn by turn.

use flipside_rules::{ForFirst, FullGame, RuleSet};

use crate::naive::{NaiveHexflip, NaiveSayu};

/// The text interface of naive games.
pub trait Naive {
    /// Returns the position as text.
    fn position(&self) -> String;
    /// Returns the winner (`first`, `second` or `draw`) and the reason if the game is over.
    fn outcome(&self) -> Option<(String, String)>;
    /// Returns all legal turns, sorted by bytes.
    fn turns(&self) -> Vec<String>;
    /// Returns whether a text is a legal turn.
    fn is_legal(&self, turn: &str) -> bool;
    /// Makes a turn.
    ///
    /// # Errors
    /// If the turn is not legal.
    fn play(&mut self, turn: &str) -> Result<(), String>;
    /// Returns First's lead, in games with a margin.
    fn margin(&self) -> Option<i32>;
}

impl Naive for NaiveHexflip {
    fn position(&self) -> String {
        self.position()
    }
    fn outcome(&self) -> Option<(String, String)> {
        self.outcome()
    }
    fn turns(&self) -> Vec<String> {
        self.turns()
    }
    fn is_legal(&self, turn: &str) -> bool {
        self.is_legal(turn)
    }
    fn play(&mut self, turn: &str) -> Result<(), String> {
        self.play(turn)
    }
    fn margin(&self) -> Option<i32> {
        None
    }
}

impl Naive for NaiveSayu {
    fn position(&self) -> String {
        self.position()
    }
    fn outcome(&self) -> Option<(String, String)> {
        self.outcome()
    }
    fn turns(&self) -> Vec<String> {
        self.turns()
    }
    fn is_legal(&self, turn: &str) -> bool {
        self.is_legal(turn)
    }
    fn play(&mut self, turn: &str) -> Result<(), String> {
        self.play(turn)
    }
    fn margin(&self) -> Option<i32> {
        Some(self.margin())
    }
}

/// A difference between the two implementations.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what} differs: naive `{naive}`, fast `{fast}`\n{game}")]
pub struct Disagreement {
    /// What was compared.
    pub what: String,
    /// The result of the naive rules.
    pub naive: String,
    /// The result of the fast rules.
    pub fast: String,
    /// Rule set, start and turns of the game.
    pub game: String,
}

/// A game of `flipside-rules` and its naive counterpart.
#[derive(Clone, Debug)]
pub struct Lockstep<G, N> {
    fast: G,
    naive: N,
    start: String,
    played: Vec<String>,
}

impl<G: FullGame, N: Naive> Lockstep<G, N> {
    /// Creates a pair of games, which should be at the same position.
    pub fn new(fast: G, naive: N) -> Self {
        Self {
            start: naive.position(),
            fast,
            naive,
            played: Vec::new(),
        }
    }

    /// Returns the game of `flipside-rules`.
    pub const fn fast(&self) -> &G {
        &self.fast
    }

    /// Returns the naive game.
    pub const fn naive(&self) -> &N {
        &self.naive
    }

    fn agree(&self, what: &str, naive: String, fast: String) -> Result<(), Disagreement> {
        if naive == fast {
            return Ok(());
        }
        Err(Disagreement {
            what: what.to_string(),
            naive,
            fast,
            game: format!(
                "under {}, from `{}`, after: {}",
                self.fast.rules().name(),
                self.start,
                self.played.join(" ")
            ),
        })
    }

    /// Compares position, outcome and margin.
    ///
    /// # Errors
    /// If they differ.
    pub fn compare_position(&self) -> Result<(), Disagreement> {
        let (naive, fast) = (&self.naive, &self.fast);
        self.agree("position", naive.position(), fast.position_text())?;
        let by_naive = naive.outcome();
        let by_fast = fast
            .outcome()
            .map(|outcome| (outcome.name().to_string(), outcome.reason.to_string()));
        self.agree("outcome", format!("{by_naive:?}"), format!("{by_fast:?}"))?;
        let by_fast = fast.margin().map(|ForFirst(margin)| margin);
        self.agree(
            "margin",
            format!("{:?}", naive.margin()),
            format!("{by_fast:?}"),
        )
    }

    /// Compares everything including the list of turns, and returns that list.
    ///
    /// # Errors
    /// If they differ.
    pub fn compare(&self) -> Result<Vec<String>, Disagreement> {
        self.compare_position()?;
        let naive = self.naive.turns();
        let mut fast: Vec<String> = self
            .fast
            .turns()
            .into_iter()
            .map(|turn| self.fast.turn_text(turn))
            .collect();
        fast.sort();
        // The lists may be long, so report only the differences.
        if naive != fast {
            let only = |here: &[String], there: &[String]| {
                let missing: Vec<&str> = here
                    .iter()
                    .filter(|turn| there.binary_search(turn).is_err())
                    .map(String::as_str)
                    .collect();
                format!("{} turns, only here: {missing:?}", here.len())
            };
            self.agree("turns", only(&naive, &fast), only(&fast, &naive))?;
        }
        self.agree(
            "number of turns",
            naive.len().to_string(),
            self.fast.count_turns().to_string(),
        )?;
        Ok(naive)
    }

    /// Makes a turn in both games.
    ///
    /// # Errors
    /// If it is legal in only one of them.
    pub fn play(&mut self, turn: &str) -> Result<(), Disagreement> {
        let naive = self.naive.play(turn).is_ok();
        let fast = self.fast.play_texts([turn]).is_ok();
        self.agree(
            &format!("legal: {turn}"),
            naive.to_string(),
            fast.to_string(),
        )?;
        self.played.push(turn.to_string());
        Ok(())
    }

    /// Compares whether a text is a legal turn, and returns whether it is.
    ///
    /// # Errors
    /// If they do not agree.
    pub fn compare_legality(&self, turn: &str) -> Result<bool, Disagreement> {
        let naive = self.naive.is_legal(turn);
        let parsed = self.fast.parse_turn(turn);
        let fast = parsed.is_ok_and(|turn| self.fast.check(turn).is_ok());
        self.agree(
            &format!("legal: {turn}"),
            naive.to_string(),
            fast.to_string(),
        )?;
        Ok(naive)
    }
}
