//! History: when a game that came to a position is like one that begins there.

use flipside_rules::Game;

use super::{Violation, Visit};
use crate::random::Lcg;

/// Twins at once: each costs a list of turns at every position.
const MOST: usize = 3;

/// A game without the history of the one it is compared with.
struct Twin<G> {
    game: G,
    /// Turns played since it began.
    age: u32,
    /// What the original promised when it began.
    turns_before_history_matters: u32,
}

/// The twins of a game.
pub(super) struct Twins<G>(Vec<Twin<G>>);

impl<G> Default for Twins<G> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<G: Game> Twins<G> {
    /// Lets a twin begin at the game's position, if there is room, now and then.
    pub(super) fn perhaps_begin(&mut self, visit: &Visit<G>, random: &mut Lcg) {
        let turns_before_history_matters = visit.game.turns_before_history_matters();
        if self.0.len() < MOST && turns_before_history_matters > 1 && random.below(2) == 0 {
            self.0.push(Twin {
                game: G::from_position(visit.rules().clone(), visit.game.position().clone()),
                age: 0,
                turns_before_history_matters,
            });
        }
    }

    pub(super) fn play(&mut self, turn: G::Turn) {
        // After this turn the next one is number `age` + 2, and has to be below the number given.
        self.0
            .retain(|twin| twin.age.saturating_add(2) < twin.turns_before_history_matters);
        for twin in &mut self.0 {
            twin.game.play_unchecked(turn);
            twin.age += 1;
        }
    }

    pub(super) fn check(&self, visit: &Visit<G>, turns: &[G::Turn]) -> Result<(), Violation> {
        for twin in &self.0 {
            let alike = twin.game.turns() == turns && twin.game.outcome() == visit.game.outcome();
            visit.demand(
                alike,
                "history bars nothing for as many turns as turns_before_history_matters says",
                || {
                    format!(
                        "{} turns ago it said {}; from there, without history: {:?}, {}",
                        twin.age,
                        twin.turns_before_history_matters,
                        twin.game.outcome(),
                        visit.some_texts(&twin.game.turns()),
                    )
                },
            )?;
        }
        Ok(())
    }
}
