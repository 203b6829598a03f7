//! Positions of noisy games, judged by someone who knows.

mod error;
mod judge;
mod options;
mod table;

use flipside_ai::{Agent, Evaluator as _, NoChoice, Playable, Rng, Roster, Spec, Stop, Weights};
use flipside_rules::hash::mix;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

pub use error::TeachError;
pub use judge::{Judge, SearchJudge, Verdict};
pub use options::{Draw, TeacherOptions};
pub use table::{DepthWeights, TableJudge};

use super::rest::is_at_rest;
use super::{Sample, Samples, Source};

/// Plays games by lot and has positions beside them judged. Each batch of games follows from the
/// settings and its number alone, so batches can be made in any order, anywhere, and again.
pub struct Teacher<'a, G: Playable> {
    rules: G::Rules,
    options: TeacherOptions,
    evaluator: G::Evaluator,
    judge: &'a dyn Judge<G>,
    roster: &'a dyn Roster<G>,
}

/// The samples of some games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Batch {
    /// The batch's number.
    pub number: u64,
    /// Its games.
    pub games: u32,
    /// What was judged.
    pub samples: Samples,
}

impl Samples {
    /// The samples of several batches.
    #[must_use]
    pub fn of_batches(batches: Vec<Batch>) -> Self {
        Self::joined(batches.into_iter().map(|batch| batch.samples).collect())
    }
}

impl<'a, G: Playable> Teacher<'a, G> {
    /// A teacher of a rule set. `weights` say which turns look best.
    ///
    /// # Errors
    /// If the settings, the judge or the player are not possible.
    pub fn new(
        rules: &G::Rules,
        options: &TeacherOptions,
        weights: &Weights<G>,
        judge: &'a dyn Judge<G>,
        roster: &'a dyn Roster<G>,
    ) -> Result<Self, TeachError> {
        options.check()?;
        judge.check(rules)?;
        if let Some(spec) = &options.player {
            roster.agent(spec)?;
        }
        Ok(Self {
            rules: rules.clone(),
            options: options.clone(),
            evaluator: G::Evaluator::new(weights),
            judge,
            roster,
        })
    }

    /// A batch, its games spread over the threads of the current rayon pool.
    ///
    /// # Errors
    /// If it was asked to stop, or an agent or the judge failed.
    pub fn batch(&self, number: u64, stop: &Stop) -> Result<Batch, TeachError> {
        let games = u64::from(self.options.games);
        let first = number.wrapping_mul(games);
        let lots = (0..games)
            .into_par_iter()
            .map(|i| self.game(first.wrapping_add(i), stop))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Batch {
            number,
            games: self.options.games,
            samples: Samples::joined(lots),
        })
    }

    /// The samples of a game.
    fn game(&self, number: u64, stop: &Stop) -> Result<Samples, TeachError> {
        let seed = mix(mix(self.options.seed) ^ mix(number));
        let positions = self.positions(seed, stop)?;
        let verdicts = self.judge.judge(&positions, mix(seed ^ JUDGE), stop)?;
        let mut samples = Samples::new();
        for (game, verdict) in positions.iter().zip(verdicts) {
            let source = Source {
                game: number,
                weight: verdict.weight,
            };
            samples.push(&Sample::new(game, &self.evaluator, verdict.target, source));
        }
        Ok(samples)
    }

    /// The positions of a game that are to be judged.
    fn positions(&self, seed: u64, stop: &Stop) -> Result<Vec<G>, TeachError> {
        let options = &self.options;
        let mut rng = Rng::new(seed);
        let player = options.player.as_ref();
        let mut player = player
            .map(|spec| self.roster.agent(spec).map(|agent| (spec, agent)))
            .transpose()?;
        if let Some((_, agent)) = &mut player {
            agent.begin(mix(seed ^ PLAYER));
        }
        let opening = rng.below(options.opening.saturating_add(1));
        let mut game = G::new(self.rules.clone());
        let mut found = Vec::new();
        for number in 0..options.length {
            if stop.is_requested() {
                return Err(TeachError::Stopped);
            }
            if number >= opening && happens(options.share, &mut rng) {
                self.beside(&game, &mut rng, &mut found);
            }
            let noise = number < opening || happens(options.turns.noise, &mut rng);
            let turn = match &mut player {
                _ if noise => game.pick_turn(|n| rng.below(n)),
                Some((spec, agent)) => Some(choose(spec, agent.as_mut(), &game, stop)?),
                None => self.one_of_the_best(&game, options.turns.best, &mut rng),
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

    /// Positions beside one of a game's.
    fn beside(&self, game: &G, rng: &mut Rng, found: &mut Vec<G>) {
        let options = &self.options;
        if options.asides == 0 {
            self.keep(game.clone(), found);
        }
        for _ in 0..options.asides {
            let mut aside = game.clone();
            for _ in 0..=rng.below(options.aside_length) {
                let turn = match happens(options.aside_turns.noise, rng) {
                    true => aside.pick_turn(|n| rng.below(n)),
                    false => self.one_of_the_best(&aside, options.aside_turns.best, rng),
                };
                let Some(turn) = turn else { break };
                aside.play_unchecked(turn);
            }
            self.keep(aside, found);
        }
    }

    fn keep(&self, game: G, found: &mut Vec<G>) {
        let at_rest = || !self.options.at_rest || is_at_rest(&game, &self.evaluator);
        if game.outcome().is_none() && at_rest() {
            found.push(game);
        }
    }

    fn one_of_the_best(&self, game: &G, best: u32, rng: &mut Rng) -> Option<G::Turn> {
        let mut turns = Vec::new();
        game.candidates(&self.evaluator, best as usize, &mut turns);
        let i = rng.below(turns.len() as u32);
        turns.get(i as usize).map(|(turn, _)| *turn)
    }
}

/// Tell the seeds of a game's agents apart.
const PLAYER: u64 = 1;
const JUDGE: u64 = 2;

/// Whether something with that chance happens.
fn happens(chance: f64, rng: &mut Rng) -> bool {
    const PARTS: u32 = 1 << 24;
    f64::from(rng.below(PARTS)) < chance * f64::from(PARTS)
}

fn choose<G: Playable>(
    spec: &Spec,
    agent: &mut dyn Agent<G>,
    game: &G,
    stop: &Stop,
) -> Result<G::Turn, TeachError> {
    let choice = agent.choose(game, stop);
    choice
        .map(|choice| choice.turn)
        .map_err(|why| failed(spec, game, &why))
}

fn failed<G: Playable>(spec: &Spec, game: &G, why: &NoChoice) -> TeachError {
    match why {
        NoChoice::Stopped => TeachError::Stopped,
        why => TeachError::Agent {
            agent: spec.to_string(),
            position: game.position_text(),
            why: why.to_string(),
        },
    }
}
