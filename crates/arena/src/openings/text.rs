//! Lists of openings as text.

use flipside_ai::BEHAVIOUR_VERSION;
use flipside_rules::{ExpectedScore, ForFirst, FullGame, RuleSet as _};

use super::{BalancedOpenings, CandidateTally, OpeningsPlan};

impl<G: FullGame> OpeningsPlan<G> {
    /// The turns as a line of a list.
    pub(super) fn line(&self, turns: &[G::Turn]) -> String {
        let game = G::new(self.rules.clone());
        let texts: Vec<_> = turns.iter().map(|&turn| game.turn_text(turn)).collect();
        texts.join(" ")
    }

    /// The list as text for [`crate::Book`]: comments on how it was made, then a line for each
    /// opening. `command` is the command that makes it again.
    #[must_use]
    pub fn text(&self, found: &BalancedOpenings<G::Turn>, command: &str) -> String {
        let CandidateTally {
            candidates,
            repeated,
            forced,
            one_sided,
        } = found.tally;
        let mut text = format!(
            "# Openings of {} that an agent evaluates as balanced.\n#\n# rules: {}\n# openings: \
             {}\n# turns in each: {}, drawn at random\n# agent: {}\n# behaviour version of agents: \
             {BEHAVIOUR_VERSION}\n# expected score of First: 0.5 within {}\n# seed: {}\n# \
             candidates: {candidates}, of which {repeated} led to positions seen before, \
             {one_sided} were too one-sided and {forced} had one legal turn\n# made by: \
             {command}\n#\n# The comment after each opening is the score that the agent expects \
             for First.\n\n",
            G::NAME,
            self.rules.name(),
            found.openings.len(),
            self.turns,
            self.agent,
            self.max_edge,
            self.seed,
        );
        for opening in &found.openings {
            let ForFirst(ExpectedScore(value)) = opening.value;
            text += &format!("{}  # {value:.4}\n", self.line(&opening.turns));
        }
        text
    }
}
