//! Games in which both sides err.

use flipside_ai::{
    Agent, Evaluator as _, Greedy, HexflipEvaluator, NoChoice, Random, Rng, Stop,
    WeightsSourceError, load,
};
use flipside_rules::Game as _;
use flipside_rules::hash::mix;
use flipside_rules::hexflip::{Game, Position, Rules, Turn};

/// These weights stay as they are when the standard ones are tuned anew, and so do the games.
const WEIGHTS: &str = "fitted";
/// Turns of a game that are played.
const MOST_TURNS: usize = 200;

/// Players who look one turn ahead three times out of four, and play at random otherwise: it looks
/// like play, and has mistakes.
pub struct Careless {
    greedy: Greedy<HexflipEvaluator>,
}

impl Careless {
    /// The players.
    ///
    /// # Errors
    /// If their weights cannot be read.
    pub fn new() -> Result<Self, WeightsSourceError> {
        let weights = load::<Game>(WEIGHTS)?;
        Ok(Self {
            greedy: Greedy::new(HexflipEvaluator::new(&weights)),
        })
    }

    /// The positions before each turn of a game between them, which follows from the seed.
    ///
    /// # Errors
    /// If `stop` says so.
    pub fn game(&self, rules: &Rules, seed: u64, stop: &Stop) -> Result<Vec<Position>, NoChoice> {
        let mut greedy = self.greedy.clone();
        let mut random = Random::new();
        Agent::<Game>::begin(&mut greedy, mix(seed ^ 1));
        Agent::<Game>::begin(&mut random, mix(seed ^ 2));
        let mut rng = Rng::new(mix(seed));
        let mut game = Game::new(*rules);
        let mut positions = Vec::new();
        while game.outcome().is_none() && positions.len() < MOST_TURNS {
            positions.push(*game.position());
            let choice = match rng.below(4) {
                0 => random.choose(&game, stop)?,
                _ => greedy.choose(&game, stop)?,
            };
            game.play_unchecked(choice.turn);
        }
        Ok(positions)
    }

    /// What they play in a position when they do look.
    ///
    /// # Errors
    /// If the game is over, or `stop` says so.
    pub fn look(&self, rules: &Rules, position: &Position, stop: &Stop) -> Result<Turn, NoChoice> {
        let mut greedy = self.greedy.clone();
        Agent::<Game>::begin(&mut greedy, Game::position_hash(position));
        let game = Game::from_position(*rules, *position);
        Ok(greedy.choose(&game, stop)?.turn)
    }
}
