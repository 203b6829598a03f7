//! Games between noisy greedy players.

use flipside_ai::{
    Agent, ChooseError, Evaluator as _, Greedy, HexflipEvaluator, Random, Rng, Stop,
    WeightsSourceError, load_weights,
};
use flipside_rules::Game as _;
use flipside_rules::hash::mix;
use flipside_rules::hexflip::{Hexflip, Position, Rules, Turn};

/// These weights do not change when the default ones are tuned again, so the games stay the same.
const WEIGHTS: &str = "fitted";
/// The maximum number of turns in a game.
const MAX_TURNS: usize = 200;

/// Greedy players that play a random turn with probability 1/4. Their games resemble real play and
/// contain mistakes.
pub struct NoisyGreedy {
    greedy: Greedy<HexflipEvaluator>,
}

impl NoisyGreedy {
    /// Loads the weights.
    ///
    /// # Errors
    /// If the weights cannot be read.
    pub fn new() -> Result<Self, WeightsSourceError> {
        let weights = load_weights::<Hexflip>(WEIGHTS)?;
        Ok(Self {
            greedy: Greedy::new(HexflipEvaluator::new(&weights)),
        })
    }

    /// Plays a game determined by the seed, and returns the position before each turn.
    ///
    /// # Errors
    /// If a stop is requested.
    pub fn game(
        &self,
        rules: &Rules,
        seed: u64,
        stop: &Stop,
    ) -> Result<Vec<Position>, ChooseError> {
        let mut greedy = self.greedy.clone();
        let mut random = Random::new();
        Agent::<Hexflip>::begin(&mut greedy, mix(seed ^ 1));
        Agent::<Hexflip>::begin(&mut random, mix(seed ^ 2));
        let mut rng = Rng::new(mix(seed));
        let mut game = Hexflip::new(*rules);
        let mut positions = Vec::new();
        while game.outcome().is_none() && positions.len() < MAX_TURNS {
            positions.push(*game.position());
            let choice = match rng.below(4) {
                0 => random.choose(&game, stop)?,
                _ => greedy.choose(&game, stop)?,
            };
            game.play_unchecked(choice.turn);
        }
        Ok(positions)
    }

    /// Returns their turn in a position without the noise.
    ///
    /// # Errors
    /// If the game is over, or a stop is requested.
    pub fn greedy_turn(
        &self,
        rules: &Rules,
        position: &Position,
        stop: &Stop,
    ) -> Result<Turn, ChooseError> {
        let mut greedy = self.greedy.clone();
        Agent::<Hexflip>::begin(&mut greedy, Hexflip::position_hash(position));
        let game = Hexflip::from_position(*rules, *position);
        Ok(greedy.choose(&game, stop)?.turn)
    }
}
