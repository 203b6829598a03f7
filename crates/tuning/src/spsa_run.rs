//! Tuning by games: the steps of SPSA, with games in parallel.

use std::sync::Mutex;

use flipside_ai::{Playable, Stop};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::games::PairPlayer;
use crate::spsa::{Estimate, Spsa, Trial};
use crate::{Parameter, Space, TuneError};

/// How often the estimate plays against the start, to show the progress of the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckOptions {
    /// Steps between two checks.
    pub every: u32,
    /// Pairs of games per check.
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

/// The state of the search after a step.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct HistoryPoint {
    /// The step, from 1.
    pub step: u32,
    /// Pairs of games so far, including checks.
    pub pairs: u64,
    /// The centre of the search, in the order of the parameters.
    pub values: Vec<f64>,
    /// The check after this step, if any: pairs by half-points of the estimate against the start.
    pub look: Option<[u64; 5]>,
}

/// The state of a run that plays games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct SpsaRun {
    spsa: Spsa,
    /// Results of the current step: half-points of each pair.
    results: Vec<Option<u8>>,
    /// Pairs of the previous steps.
    pairs: u64,
    pub(crate) history: Vec<HistoryPoint>,
}

/// A pair of games of a step: its trial and the number of the pair.
struct Unit {
    trial: usize,
    number: u64,
}

/// Numbers of pairs from here on are used for checks.
const FIRST_CHECK_PAIR: u64 = 1 << 40;

impl SpsaRun {
    pub(crate) fn new(spsa: Spsa) -> Self {
        Self {
            spsa,
            results: Vec::new(),
            pairs: 0,
            history: Vec::new(),
        }
    }

    pub(crate) fn steps(&self) -> u32 {
        self.spsa.steps()
    }

    pub(crate) fn done(&self) -> u32 {
        self.spsa.done()
    }

    pub(crate) fn is_finished(&self) -> bool {
        self.done() >= self.steps()
    }

    /// Returns the number of pairs played.
    pub(crate) fn pairs(&self) -> u64 {
        self.pairs + self.results.iter().flatten().count() as u64
    }

    pub(crate) fn estimates(&self, parameters: &[Parameter]) -> Vec<Estimate> {
        self.spsa.estimates(parameters)
    }

    /// Returns the best estimate, rounded to allowed values.
    fn best<G: Playable>(&self, space: &Space<G>) -> Vec<f64> {
        let known = self.estimates(space.parameters());
        space.rounded(&known.iter().map(|e| e.value).collect::<Vec<_>>())
    }

    /// Returns the trials of the next step, the number of them that SPSA uses, and
    /// the pairs. A check adds one more trial.
    fn trials<G: Playable>(
        &self,
        space: &Space<G>,
        check: &CheckOptions,
    ) -> (Vec<Trial>, usize, Vec<Unit>) {
        let mut trials = self.spsa.ask(space.parameters());
        let step = u64::from(self.done());
        let count = trials.len() as u64;
        let mut units: Vec<Unit> = (0..count)
            .map(|trial| Unit {
                trial: trial as usize,
                number: step * count + trial,
            })
            .collect();
        let is_last = self.done() + 1 == self.steps();
        let is_due = check.every > 0 && (is_last || self.done() % check.every == check.every - 1);
        if is_due {
            trials.push(Trial {
                point: self.best(space),
                against: space.start(),
            });
            let first = FIRST_CHECK_PAIR + step * u64::from(check.pairs);
            units.extend((0..check.pairs.into()).map(|pair| Unit {
                trial: count as usize,
                number: first + pair,
            }));
        }
        (trials, count as usize, units)
    }

    /// Plays the missing pairs of the next step. Returns `false` if stopped; finished pairs are
    /// kept.
    pub(crate) fn step<G: Playable>(
        &mut self,
        space: &Space<G>,
        player: &PairPlayer<'_, G>,
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
                match player.play_pair(a, b, unit.number, stop) {
                    Ok(points) => *result = points,
                    Err(error) => {
                        // Only the first error is kept; a poisoned lock already holds one.
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
        // The first pairs are the trials of SPSA, one each; the others belong to the check.
        let points: Vec<u8> = self.results.drain(..).flatten().collect();
        let (of_trials, of_check) = points.split_at(tried);
        let mut look = [0; 5];
        for points in of_check {
            look[usize::from(*points)] += 1;
        }
        let shares: Vec<f64> = of_trials.iter().map(|&p| f64::from(p) / 4.0).collect();
        self.spsa.tell(space.parameters(), &shares);
        self.pairs += units.len() as u64;
        self.history.push(HistoryPoint {
            step: self.done(),
            pairs: self.pairs,
            values: self.spsa.centre(space.parameters()),
            look: (trials.len() > tried).then_some(look),
        });
        Ok(true)
    }
}
