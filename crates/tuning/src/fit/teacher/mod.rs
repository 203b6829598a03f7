//! Positions of noisy games, labelled by an oracle.

mod error;
mod oracle;
mod sampling;
mod table;

use flipside_ai::{
    Agent, AgentFactory, ChooseError, Evaluator as _, Playable, Rng, Spec, Stop, Weights,
};
use flipside_rules::RuleSet as _;
use flipside_rules::hash::mix;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

pub use error::TeacherError;
pub use oracle::{Label, Oracle, SearchOracle};
pub use sampling::{SamplingOptions, TurnPolicy};
pub use table::{DepthWeights, TableOracle};

use super::{Sample, Samples, Source, is_quiet};

/// Plays randomised games and labels positions of variations from them. A batch depends on the
/// settings and its number only, so batches can be generated in any order and again.
pub struct Teacher<'a, G: Playable> {
    rules: G::Rules,
    options: SamplingOptions,
    evaluator: G::Evaluator,
    oracle: &'a dyn Oracle<G>,
    factory: &'a dyn AgentFactory<G>,
}

/// The samples of a batch of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Batch {
    /// The batch's number.
    pub number: u64,
    /// The number of games.
    pub games: u32,
    /// The labelled positions.
    pub samples: Samples,
}

impl Samples {
    /// Concatenates the samples of several batches.
    #[must_use]
    pub fn of_batches(batches: Vec<Batch>) -> Self {
        Self::joined(batches.into_iter().map(|batch| batch.samples).collect())
    }
}

impl<'a, G: Playable> Teacher<'a, G> {
    /// Creates a teacher for a rule set. `weights` determine the order of candidate turns.
    ///
    /// # Errors
    /// If the settings are invalid, the oracle does not support the rules, or the player cannot be
    /// built.
    pub fn new(
        rules: &G::Rules,
        options: &SamplingOptions,
        weights: &Weights<G>,
        oracle: &'a dyn Oracle<G>,
        factory: &'a dyn AgentFactory<G>,
    ) -> Result<Self, TeacherError> {
        options.check()?;
        oracle.check(rules)?;
        if let Some(spec) = &options.player {
            factory.agent(spec)?;
        }
        Ok(Self {
            rules: rules.clone(),
            options: options.clone(),
            evaluator: G::Evaluator::new(weights),
            oracle,
            factory,
        })
    }

    /// Generates a batch, on the threads of the current rayon pool.
    ///
    /// # Errors
    /// If a stop is requested, or an agent or the oracle fails.
    pub fn batch(&self, number: u64, stop: &Stop) -> Result<Batch, TeacherError> {
        let games = u64::from(self.options.games);
        let first = number.wrapping_mul(games);
        let samples = (0..games)
            .into_par_iter()
            .map(|i| self.game(first.wrapping_add(i), stop))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Batch {
            number,
            games: self.options.games,
            samples: Samples::joined(samples),
        })
    }

    /// Returns the samples of a game.
    fn game(&self, number: u64, stop: &Stop) -> Result<Samples, TeacherError> {
        let seed = mix(mix(self.options.seed) ^ mix(number));
        let positions = self.positions(seed, stop)?;
        let labels = self.oracle.label(&positions, mix(seed ^ ORACLE), stop)?;
        let mut samples = Samples::new();
        for (game, label) in positions.iter().zip(labels) {
            let source = Source {
                game: number,
                weight: label.weight,
            };
            samples.push(&Sample::new(game, &self.evaluator, label.target, source));
        }
        Ok(samples)
    }

    /// Plays a game and returns the positions to label.
    fn positions(&self, seed: u64, stop: &Stop) -> Result<Vec<G>, TeacherError> {
        let options = &self.options;
        let mut rng = Rng::new(seed);
        let player = options.player.as_ref();
        let mut player = player
            .map(|spec| self.factory.agent(spec).map(|agent| (spec, agent)))
            .transpose()?;
        if let Some((_, agent)) = &mut player {
            agent.begin(mix(seed ^ PLAYER));
        }
        // Random turns follow the turns that special rules concern.
        let special = self.rules.special_turns();
        let opening = special..special.saturating_add(rng.below(options.opening.saturating_add(1)));
        let first = if opening.is_empty() { 0 } else { opening.end };
        let mut game = G::new(self.rules.clone());
        let mut found = Vec::new();
        for number in 0..options.length {
            if stop.is_requested() {
                return Err(TeacherError::Stopped);
            }
            if number >= first && happens(options.share, &mut rng) {
                self.add_variations(&game, &mut rng, &mut found);
            }
            let noise = opening.contains(&number) || happens(options.turns.noise, &mut rng);
            let turn = match &mut player {
                _ if noise => game.pick_turn(|n| rng.below(n)),
                Some((spec, agent)) => Some(choose(spec, agent.as_mut(), &game, stop)?),
                None => self.random_candidate(&game, options.turns.best, &mut rng),
            };
            let Some(turn) = turn else { break };
            if let Some((_, agent)) = &mut player {
                agent.observe(&game, turn);
            }
            game.play_unchecked(turn);
            if game.outcome().is_some() {
                break;
            }
        }
        Ok(found)
    }

    /// Adds variations from a position of a game.
    fn add_variations(&self, game: &G, rng: &mut Rng, found: &mut Vec<G>) {
        let options = &self.options;
        if options.asides == 0 {
            self.keep(game.clone(), found);
        }
        for _ in 0..options.asides {
            let mut variation = game.clone();
            for _ in 0..=rng.below(options.aside_length) {
                let turn = match happens(options.aside_turns.noise, rng) {
                    true => variation.pick_turn(|n| rng.below(n)),
                    false => self.random_candidate(&variation, options.aside_turns.best, rng),
                };
                let Some(turn) = turn else { break };
                variation.play_unchecked(turn);
            }
            self.keep(variation, found);
        }
    }

    fn keep(&self, game: G, found: &mut Vec<G>) {
        let is_suitable = || !self.options.quiet_only || is_quiet(&game, &self.evaluator);
        if game.outcome().is_none() && is_suitable() {
            found.push(game);
        }
    }

    fn random_candidate(&self, game: &G, best: u32, rng: &mut Rng) -> Option<G::Turn> {
        let mut turns = Vec::new();
        game.candidates(&self.evaluator, best as usize, &mut turns);
        let i = rng.below(turns.len() as u32);
        turns.get(i as usize).map(|(turn, _)| *turn)
    }
}

/// Separate the seeds of a game's agents.
const PLAYER: u64 = 1;
const ORACLE: u64 = 2;

/// Returns `true` with a probability.
fn happens(probability: f64, rng: &mut Rng) -> bool {
    const PARTS: u32 = 1 << 24;
    f64::from(rng.below(PARTS)) < probability * f64::from(PARTS)
}

fn choose<G: Playable>(
    spec: &Spec,
    agent: &mut dyn Agent<G>,
    game: &G,
    stop: &Stop,
) -> Result<G::Turn, TeacherError> {
    let choice = agent.choose(game, stop);
    choice
        .map(|choice| choice.turn)
        .map_err(|why| failed(spec, game, &why))
}

fn failed<G: Playable>(spec: &Spec, game: &G, why: &ChooseError) -> TeacherError {
    match why {
        ChooseError::Stopped => TeacherError::Stopped,
        why => TeacherError::Agent {
            agent: spec.to_string(),
            position: game.position_text(),
            why: why.to_string(),
        },
    }
}
