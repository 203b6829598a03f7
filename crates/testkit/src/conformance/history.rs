//! History: when a game at a position behaves like one that starts there.

use flipside_rules::FullGame;

use super::{Violation, Visit};
use crate::random::Lcg;

/// The maximum number of twins; each one lists its turns at every position.
const MAX_TWINS: usize = 3;

/// A copy of the tested game without its history.
struct Twin<G> {
    game: G,
    /// Turns played since its start.
    age: u32,
    /// The value of the tested game at the twin's start.
    turns_before_history_matters: u32,
}

/// The twins of the tested game.
pub(super) struct Twins<G>(Vec<Twin<G>>);

impl<G> Default for Twins<G> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<G: FullGame> Twins<G> {
    /// Starts a twin at the game's position, at random and up to the maximum.
    pub(super) fn maybe_start(&mut self, visit: &Visit<G>, random: &mut Lcg) {
        let turns_before_history_matters = visit.game.turns_before_history_matters();
        if self.0.len() < MAX_TWINS && turns_before_history_matters > 1 && random.below(2) == 0 {
            self.0.push(Twin {
                game: G::from_position(visit.rules().clone(), visit.game.position().clone()),
                age: 0,
                turns_before_history_matters,
            });
        }
    }

    pub(super) fn play(&mut self, turn: G::Turn) {
        // The turn after this one has number `age` + 2, which must be below the guaranteed number.
        self.0
            .retain(|twin| twin.age.saturating_add(2) < twin.turns_before_history_matters);
        for twin in &mut self.0 {
            twin.game.play_unchecked(turn);
            twin.age += 1;
        }
    }

    pub(super) fn check(&self, visit: &Visit<G>, turns: &[G::Turn]) -> Result<(), Violation> {
        for twin in &self.0 {
            let is_equal =
                twin.game.turns() == turns && twin.game.outcome() == visit.game.outcome();
            visit.demand(
                is_equal,
                "history does not matter for turns_before_history_matters turns",
                || {
                    format!(
                        "the value was {1} {0} turns ago; from there without history: {2:?}, {3}",
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
