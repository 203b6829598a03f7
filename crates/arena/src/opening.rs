//! Openings: turns that are given, not chosen by the players.

use flipside_ai::Rng;
use flipside_rules::Game;
use flipside_rules::hash::mix;

/// Random openings that end the game are drawn again, so often at most.
const ATTEMPTS: u64 = 1_000;

/// Where openings come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Number of random turns, drawn as the game's random player draws them.
    pub random_turns: u32,
}

/// No opening of the wanted length could be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no game lasts {turns} random turns in {ATTEMPTS} attempts; ask for fewer opening turns")]
pub struct OpeningError {
    /// The length asked for.
    pub turns: u32,
}

impl Opening {
    /// The opening of a seed, from the start of the game: turns after which the game still goes on.
    ///
    /// # Errors
    /// If the game does not last that long.
    pub fn draw<G: Game>(&self, start: &G, seed: u64) -> Result<Vec<G::Turn>, OpeningError> {
        for attempt in 0..ATTEMPTS {
            let mut rng = Rng::new(mix(seed ^ attempt));
            let mut game = start.clone();
            let mut turns = Vec::with_capacity(self.random_turns as usize);
            while turns.len() < self.random_turns as usize {
                let Some(turn) = game.pick_turn(|n| rng.below(n)) else {
                    break;
                };
                game.play_unchecked(turn);
                turns.push(turn);
            }
            if turns.len() == self.random_turns as usize && game.outcome().is_none() {
                return Ok(turns);
            }
        }
        Err(OpeningError {
            turns: self.random_turns,
        })
    }
}
