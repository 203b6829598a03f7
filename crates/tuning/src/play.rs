//! Tuning by games: an optimiser's steps, played in parallel.

use std::sync::Mutex;

use flipside_ai::{Playable, Stop};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::games::Referee;
use crate::optimise::{CmaEs, Estimate, Optimiser, Spsa, Trial};
use crate::{Parameter, Space, TuneError};

/// A method that learns from games alone.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) enum Method {
    Spsa(Spsa),
    CmaEs(CmaEs),
}

impl Method {
    fn optimiser(&self) -> &dyn Optimiser {
        match self {
            Self::Spsa(spsa) => spsa,
            Self::CmaEs(cma_es) => cma_es,
        }
    }

    fn optimiser_mut(&mut self) -> &mut dyn Optimiser {
        match self {
            Self::Spsa(spsa) => spsa,
            Self::CmaEs(cma_es) => cma_es,
        }
    }
}

/// How often the estimate plays against the start, so that people see how the run goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckOptions {
    /// Steps between two looks.
    pub every: u32,
    /// Pairs of games for each.
    pub pairs: u32,
}

impl Default for CheckOptions {
    fn default() -> Self {
        Self {
            every: 20,
            pairs: 24,
        }
    }
}

/// Where a run stood after a step.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Moment {
    /// The step, from 1.
    pub step: u32,
    /// Pairs of games up to then, those of looks included.
    pub pairs: u64,
    /// Where the search stood, in the order of the parameters.
    pub values: Vec<f64>,
    /// Pairs by half-points of the estimate against the start, if that was looked at.
    pub look: Option<[u64; 5]>,
}

/// The state of a run, which is all that a checkpoint holds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct GameState {
    method: Method,
    /// Results of the step that is being played: half-points of each pair.
    results: Vec<Option<u8>>,
    /// Pairs of the steps before.
    pairs: u64,
    pub(crate) history: Vec<Moment>,
}

/// A pair of games of a step: which trial, and the number of the pair.
struct Unit {
    trial: usize,
    number: u64,
}

/// Numbers of pairs from here on are those of looks.
const LOOKS: u64 = 1 << 40;

impl GameState {
    pub(crate) fn new(method: Method) -> Self {
        Self {
            method,
            results: Vec::new(),
            pairs: 0,
            history: Vec::new(),
        }
    }

    pub(crate) fn steps(&self) -> u32 {
        self.method.optimiser().steps()
    }

    pub(crate) fn done(&self) -> u32 {
        self.method.optimiser().done()
    }

    pub(crate) fn is_finished(&self) -> bool {
        self.done() >= self.steps()
    }

    /// Pairs of games that have been played.
    pub(crate) fn pairs(&self) -> u64 {
        self.pairs + self.results.iter().flatten().count() as u64
    }

    pub(crate) fn estimates(&self, parameters: &[Parameter]) -> Vec<Estimate> {
        self.method.optimiser().estimates(parameters)
    }

    /// The best that is known, as values that the parameters can have.
    fn best<G: Playable>(&self, space: &Space<G>) -> Vec<f64> {
        let known = self.estimates(space.parameters());
        space.rounded(&known.iter().map(|e| e.value).collect::<Vec<_>>())
    }

    /// The trials of the next step and how many of them the optimiser asked for; if the step ends
    /// with a look, that is one more.
    fn trials<G: Playable>(
        &self,
        space: &Space<G>,
        check: &CheckOptions,
    ) -> (Vec<Trial>, usize, Vec<Unit>) {
        let optimiser = self.method.optimiser();
        let mut trials = optimiser.ask(space.parameters());
        let (each, step) = (u64::from(optimiser.pairs()), u64::from(optimiser.done()));
        let count = trials.len() as u64;
        let mut units = Vec::new();
        for trial in 0..count {
            units.extend((0..each).map(|pair| Unit {
                trial: trial as usize,
                number: match optimiser.shares_openings() {
                    true => step * each + pair,
                    false => (step * count + trial) * each + pair,
                },
            }));
        }
        let is_last = self.done() + 1 == self.steps();
        let is_due = check.every > 0 && (is_last || self.done() % check.every == check.every - 1);
        if is_due {
            trials.push(Trial {
                point: self.best(space),
                against: space.start(),
            });
            let first = LOOKS + step * u64::from(check.pairs);
            units.extend((0..check.pairs.into()).map(|pair| Unit {
                trial: count as usize,
                number: first + pair,
            }));
        }
        (trials, count as usize, units)
    }

    /// Plays the next step, or what is missing of it. `false` if asked to stop: then what has been
    /// played is kept.
    pub(crate) fn step<G: Playable>(
        &mut self,
        space: &Space<G>,
        referee: &Referee<'_, G>,
        check: &CheckOptions,
        stop: &Stop,
    ) -> Result<bool, TuneError> {
        let (trials, tried, units) = self.trials(space, check);
        let sides: Vec<_> = trials
            .iter()
            .map(|trial| {
                (
                    space.candidate(&trial.point),
                    space.candidate(&trial.against),
                )
            })
            .collect();
        self.results.resize(units.len(), None);
        let failed = Mutex::new(None);
        let missing = self.results.par_iter_mut().zip(&units);
        missing
            .filter(|(result, _)| result.is_none())
            .for_each(|(result, unit)| {
                if stop.is_requested() {
                    return;
                }
                let (a, b) = &sides[unit.trial];
                match referee.pair(a, b, unit.number, stop) {
                    Ok(points) => *result = points,
                    Err(error) => {
                        // One of several errors is enough; a poisoned lock holds one already.
                        if let Ok(mut failed) = failed.lock() {
                            failed.get_or_insert(error);
                        }
                    }
                }
            });
        if let Ok(Some(error)) = failed.into_inner() {
            return Err(error);
        }
        if self.results.iter().any(Option::is_none) {
            return Ok(false);
        }
        let mut scores = vec![(0_u64, 0_u64); trials.len()];
        let mut look = [0; 5];
        for (unit, points) in units.iter().zip(self.results.iter().flatten()) {
            let (sum, count) = &mut scores[unit.trial];
            *sum += u64::from(*points);
            *count += 1;
            if unit.trial >= tried {
                look[usize::from(*points)] += 1;
            }
        }
        let shares: Vec<f64> = scores[..tried]
            .iter()
            .map(|&(sum, count)| sum as f64 / (4 * count) as f64)
            .collect();
        self.method
            .optimiser_mut()
            .tell(space.parameters(), &shares);
        self.pairs += units.len() as u64;
        self.results.clear();
        self.history.push(Moment {
            step: self.done(),
            pairs: self.pairs,
            values: self.method.optimiser().centre(space.parameters()),
            look: (trials.len() > tried).then_some(look),
        });
        Ok(true)
    }
}
