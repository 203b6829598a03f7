//! The random agent.

use flipside_rules::Game;

use crate::{Agent, Choice, ChooseError, Rng, Stop};

/// Plays random turns with the distribution of [`Game::pick_turn`]: in Hexflip uniform over the legal
/// turns, in Sayū uniform over the placements and then over each step of the chain.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Rng,
}

impl Random {
    /// Creates an agent.
    #[must_use]
    pub fn new() -> Self {
        Self { rng: Rng::new(0) }
    }
}

impl Default for Random {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Agent<G> for Random {
    fn begin(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn choose(&mut self, game: &G, stop: &Stop) -> Result<Choice<G::Turn>, ChooseError> {
        if stop.is_requested() {
            return Err(ChooseError::Stopped);
        }
        let turn = game
            .pick_turn(|n| self.rng.below(n))
            .ok_or(ChooseError::GameOver)?;
        Ok(Choice::new(turn))
    }
}
