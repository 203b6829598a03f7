//! A game of `flipside-rules` and the same game under the naive rules, played side by side.

use flipside_rules::{ForFirst, Game, RuleSet};

use crate::naive::{hexflip, sayu};

/// What a naive game can be asked; all of it in text.
pub trait Naive {
    /// The position as text.
    fn position(&self) -> String;
    /// The winner (`first`, `second` or `draw`) and the reason, once the game is over.
    fn outcome(&self) -> Option<(String, String)>;
    /// All legal turns, sorted by bytes.
    fn turns(&self) -> Vec<String>;
    /// Whether a text is a legal turn now.
    fn is_legal(&self, turn: &str) -> bool;
    /// Makes a turn, or says why it cannot be made.
    ///
    /// # Errors
    /// If the turn is not legal.
    fn play(&mut self, turn: &str) -> Result<(), String>;
    /// By how much First leads, in games that have a margin.
    fn margin(&self) -> Option<i32>;
}

impl Naive for hexflip::Game {
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

impl Naive for sayu::Game {
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

/// Where the two do not say the same.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what}: the naive rules say `{naive}`, the fast ones `{fast}`\n{game}")]
pub struct Disagreement {
    /// What they were asked.
    pub what: String,
    /// What the naive rules answered.
    pub naive: String,
    /// What the fast rules answered.
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

impl<G: Game, N: Naive> Lockstep<G, N> {
    /// Two games that should be the same.
    pub fn new(fast: G, naive: N) -> Self {
        Self {
            start: naive.position(),
            fast,
            naive,
            played: Vec::new(),
        }
    }

    /// The game of `flipside-rules`.
    pub const fn fast(&self) -> &G {
        &self.fast
    }

    /// The naive game.
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
    /// If the two do not agree.
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

    /// Compares everything, the list of turns included, and gives that list.
    ///
    /// # Errors
    /// If the two do not agree.
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
        // Long lists: say what differs only.
        if naive != fast {
            let only = |here: &[String], there: &[String]| {
                let missing: Vec<&str> = here
                    .iter()
                    .filter(|turn| there.binary_search(turn).is_err())
                    .map(String::as_str)
                    .collect();
                format!("{} turns, among them only here: {missing:?}", here.len())
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
    /// If they do not agree that it is legal.
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

    /// Asks both whether a text is a legal turn now.
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
