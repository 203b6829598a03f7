//! A random game under test.

use std::fmt::Display;

use flipside_rules::{FullGame, RuleSet};

use super::Violation;

/// A game with its turns so far.
pub(super) struct Visit<G: FullGame> {
    pub(super) game: G,
    start: String,
    played: Vec<String>,
}

impl<G: FullGame> Visit<G> {
    pub(super) fn start(rules: &G::Rules) -> Self {
        let game = G::new(rules.clone());
        Self {
            start: game.position_text(),
            game,
            played: Vec::new(),
        }
    }

    pub(super) fn rules(&self) -> &G::Rules {
        self.game.rules()
    }

    pub(super) fn play(&mut self, turn: G::Turn) {
        self.played.push(self.game.turn_text(turn));
        self.game.play_unchecked(turn);
    }

    pub(super) fn fault(&self, requirement: &'static str, found: impl Display) -> Violation {
        Violation {
            requirement,
            found: found.to_string(),
            rules: self.rules().name(),
            start: self.start.clone(),
            played: self.played.join(" "),
        }
    }

    pub(super) fn demand<F: Display>(
        &self,
        is_met: bool,
        requirement: &'static str,
        found: impl FnOnce() -> F,
    ) -> Result<(), Violation> {
        if is_met {
            Ok(())
        } else {
            Err(self.fault(requirement, found()))
        }
    }

    /// Returns the texts of some of the turns, for messages.
    pub(super) fn some_texts(&self, turns: &[G::Turn]) -> String {
        let mut texts: Vec<String> = turns
            .iter()
            .take(8)
            .map(|&turn| self.game.turn_text(turn))
            .collect();
        if turns.len() > texts.len() {
            texts.push(format!("… ({} in total)", turns.len()));
        }
        texts.join(" ")
    }

    /// Replays the texts of the turns so far, from the start.
    pub(super) fn check_replay(&self) -> Result<(), Violation> {
        let mut again = G::new(self.rules().clone());
        let replayed = again.play_texts(self.played.iter().map(String::as_str));
        self.demand(
            replayed.is_ok() && again.position() == self.game.position(),
            "a game can be replayed from the texts of its turns",
            || format!("{replayed:?}, at {}", again.position_text()),
        )
    }
}

/// Returns the first difference between two games that should be equal.
pub(super) fn difference<G: FullGame>(one: &G, other: &G) -> Option<&'static str> {
    if one.rules() != other.rules() {
        return Some("rules");
    }
    if one.position() != other.position() {
        return Some("position");
    }
    if one.to_move() != other.to_move() {
        return Some("player to move");
    }
    if one.outcome() != other.outcome() {
        return Some("outcome");
    }
    if one.margin() != other.margin() {
        return Some("margin");
    }
    if one.turns_before_history_matters() != other.turns_before_history_matters() {
        return Some("turns before history matters");
    }
    if one.turns() != other.turns() {
        return Some("turns");
    }
    None
}
