//! Lists of openings as text.

use flipside_ai::BEHAVIOUR_VERSION;
use flipside_rules::{ExpectedScore, ForFirst, Game, RuleSet as _};

use super::{BalancedOpenings, CandidateTally, OpeningsPlan};

impl<G: Game> OpeningsPlan<G> {
    /// Turns as a line of a list.
    pub(super) fn line(&self, turns: &[G::Turn]) -> String {
        let game = G::new(self.rules.clone());
        let texts: Vec<_> = turns.iter().map(|&turn| game.turn_text(turn)).collect();
        texts.join(" ")
    }

    /// The list as text, as [`crate::Book`] reads it: remarks about how it was made, then a line
    /// for each opening. `command` is the line that makes it again.
    #[must_use]
    pub fn text(&self, found: &BalancedOpenings<G::Turn>, command: &str) -> String {
        let CandidateTally {
            candidates,
            repeated,
            forced,
            one_sided,
        } = found.tally;
        let mut text = format!(
            "# Openings of {}, balanced in the judgement of an agent.\n\
             #\n\
             # rules: {}\n\
             # openings: {}\n\
             # turns in each: {}, drawn at random\n\
             # agent: {}\n\
             # behaviour version of agents: {BEHAVIOUR_VERSION}\n\
             # expected score of First: 0.5 within {}\n\
             # seed: {}\n\
             # candidates: {candidates}, of which {repeated} led to positions seen before, \
             {one_sided} were too one-sided and {forced} had one legal turn\n\
             # made by: {command}\n\
             #\n\
             # Behind each opening stands the score that the agent expects for First.\n\n",
            G::NAME,
            self.rules.name(),
            found.openings.len(),
            self.turns,
            self.agent,
            self.most_edge,
            self.seed,
        );
        for opening in &found.openings {
            let ForFirst(ExpectedScore(value)) = opening.value;
            text += &format!("{}  # {value:.4}\n", self.line(&opening.turns));
        }
        text
    }
}
