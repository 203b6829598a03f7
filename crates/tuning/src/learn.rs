//! Tuning by fits: positions whose worth is known are gathered lot by lot, then weights are fitted
//! to them.
//!
//! Lots that are finished are kept in files until the fit is done, so that an interrupted run does
//! not have to gather them again.

use std::fs;
use std::path::{Path, PathBuf};

use flipside_ai::{Playable, Stop};
use serde::{Deserialize, Serialize};

use crate::checkpoint;
use crate::fit::{
    Counts, Data, Fit, FitOptions, FitState, Losses, PathPoint, Samples, SplitOptions, Tuned,
    test_part,
};
use crate::optimise::Estimate;
use crate::{Space, TuneError};

/// The folder of the lots.
const LOTS: &str = "positions";

/// Where positions come from.
pub(crate) trait Lessons: Sync {
    /// A lot: the same each time. `None` if asked to stop.
    ///
    /// # Errors
    /// If it cannot be had.
    fn lot(&self, number: u64, stop: &Stop) -> Result<Option<Samples>, TuneError>;
}

/// How a fit is made from what was gathered.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitSettings {
    /// How firmly weights are pulled towards those at the start ([`FitOptions::pull`]).
    pub pull: f64,
    /// The share of the games that is kept for testing.
    pub test_share: f64,
    /// The most iterations.
    pub iterations: u32,
}

impl FitSettings {
    /// With what is given in place of the usual.
    pub(crate) fn of(
        pull: Option<f64>,
        test_share: Option<f64>,
        iterations: Option<u32>,
    ) -> Result<Self, String> {
        let usual = Self::default();
        let settings = Self {
            pull: pull.unwrap_or(usual.pull),
            test_share: test_share.unwrap_or(usual.test_share),
            iterations: iterations.unwrap_or(usual.iterations),
        };
        match settings.fault() {
            Some(fault) => Err(fault.to_string()),
            None => Ok(settings),
        }
    }

    /// Whether so many games are enough for both parts.
    pub(crate) fn check_games(&self, games: u64) -> Result<(), String> {
        match test_part(games as usize, self.test_share) {
            Ok(_) => Ok(()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// What is wrong with them.
    const fn fault(&self) -> Option<&'static str> {
        if !(self.pull >= 0.0 && self.pull.is_finite()) {
            Some("pull must be 0 or more")
        } else if !(self.test_share > 0.0 && self.test_share < 1.0) {
            Some("test_share must be between 0 and 1")
        } else if self.iterations == 0 {
            Some("iterations must be at least 1")
        } else {
            None
        }
    }
}

impl Default for FitSettings {
    fn default() -> Self {
        Self {
            pull: FitOptions::PULL,
            test_share: 0.1,
            iterations: 50,
        }
    }
}

/// What came of a fit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fitted {
    /// The new value of each parameter of the evaluation.
    pub values: Vec<i32>,
    /// Their standard errors, as far as they are known.
    pub errors: Vec<Option<f64>>,
    /// By how much the loss rises if one of them is a step off.
    pub step_costs: Vec<Option<f64>>,
    /// The losses at the start.
    pub before: Losses,
    /// The losses at the end.
    pub after: Losses,
    /// How many samples there were of what.
    pub counts: Counts,
}

/// The state of a fit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct FitWork {
    /// Lots in all.
    lots: u64,
    /// Lots that have been gathered.
    gathered: u64,
    fit: Option<FitState>,
    pub(crate) fitted: Option<Fitted>,
}

/// Where a fit is kept while it goes on.
pub(crate) struct Desk<'a> {
    pub(crate) folder: &'a Path,
    pub(crate) fingerprint: u64,
}

impl Desk<'_> {
    fn lot(&self, number: u64) -> PathBuf {
        self.folder.join(LOTS).join(format!("{number:05}"))
    }

    /// Takes the lots away, which are not needed after the fit.
    pub(crate) fn tidy(&self) -> Result<(), TuneError> {
        let folder = self.folder.join(LOTS);
        match fs::remove_dir_all(&folder) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(TuneError::File {
                path: folder,
                error,
            }),
            _ => Ok(()),
        }
    }
}

impl FitWork {
    pub(crate) const fn new(lots: u64) -> Self {
        Self {
            lots,
            gathered: 0,
            fit: None,
            fitted: None,
        }
    }

    /// Lots, and the fit as one more.
    pub(crate) const fn steps(&self) -> u64 {
        self.lots + 1
    }

    pub(crate) const fn done(&self) -> u64 {
        self.gathered + self.fitted.is_some() as u64
    }

    /// The way of the fit so far.
    pub(crate) fn path(&self) -> &[PathPoint] {
        self.fit.as_ref().map_or(&[], |fit| &fit.path)
    }

    pub(crate) fn estimates<G: Playable>(&self, space: &Space<G>) -> Vec<Estimate> {
        let known = |index: usize| match (&self.fitted, &self.fit) {
            (Some(fitted), _) => Some((
                f64::from(*fitted.values.get(index)?),
                fitted.errors.get(index).copied().flatten(),
                fitted.step_costs.get(index).copied().flatten(),
            )),
            (None, Some(fit)) => Some((*fit.values.get(index)?, None, None)),
            (None, None) => None,
        };
        let parameters = space.parameters().iter();
        parameters
            .map(|parameter| {
                let known = parameter.weight_index().and_then(known);
                let (value, spread, sensitivity) = known.unwrap_or((parameter.start, None, None));
                Estimate {
                    value,
                    spread,
                    sensitivity,
                }
            })
            .collect()
    }

    /// Whether all lots are there.
    pub(crate) const fn is_gathered(&self) -> bool {
        self.gathered >= self.lots
    }

    /// Gathers the next lot. `false` if asked to stop.
    pub(crate) fn gather_next(
        &mut self,
        lessons: &dyn Lessons,
        desk: &Desk<'_>,
        stop: &Stop,
    ) -> Result<bool, TuneError> {
        let folder = desk.folder.join(LOTS);
        fs::create_dir_all(&folder).map_err(|error| TuneError::File {
            path: folder,
            error,
        })?;
        let path = desk.lot(self.gathered);
        // One that an interrupted run has finished, but not noted, is there already.
        if checkpoint::load::<Samples>(&path, desk.fingerprint)?.is_none() {
            if stop.is_requested() {
                return Ok(false);
            }
            let Some(samples) = lessons.lot(self.gathered, stop)? else {
                return Ok(false);
            };
            checkpoint::save(&path, desk.fingerprint, &samples)?;
        }
        self.gathered += 1;
        Ok(true)
    }

    /// Everything that was gathered, divided into training and test.
    pub(crate) fn data<G: Playable>(
        &self,
        settings: &FitSettings,
        seed: u64,
        desk: &Desk<'_>,
    ) -> Result<Data, TuneError> {
        let mut lots = Vec::new();
        for number in 0..self.lots {
            let path = desk.lot(number);
            let samples = checkpoint::load(&path, desk.fingerprint)?;
            lots.push(samples.ok_or_else(|| TuneError::Checkpoint {
                path,
                why: "these positions have been taken away".to_string(),
            })?);
        }
        let split = SplitOptions {
            test_share: settings.test_share,
            seed,
        };
        Ok(Data::new::<G>(Samples::joined(lots), &split)?)
    }

    /// The fit to all that was gathered.
    pub(crate) fn fit<'a, G: Playable>(
        data: &'a Data,
        space: &Space<G>,
        settings: &FitSettings,
    ) -> Result<Fit<'a, G>, TuneError> {
        let tuned = space.parameters().iter().filter_map(|parameter| {
            Some(Tuned {
                parameter: parameter.weight_index()?,
                min: parameter.min as i32,
                max: parameter.max as i32,
                step: parameter.step as i32,
            })
        });
        let options = FitOptions {
            tuned: tuned.collect(),
            pull: settings.pull,
            iterations: settings.iterations,
        };
        let start = space.candidate(&space.start()).weights;
        Ok(Fit::new(data, &start, &options)?)
    }

    /// Does the next iteration. `false` if there is none left: then the work is done.
    pub(crate) fn iterate<G: Playable>(&mut self, fit: &Fit<'_, G>) -> Result<bool, TuneError> {
        let state = self.fit.get_or_insert_with(|| fit.start());
        fit.check(state)?;
        if !state.is_done() {
            fit.step(state);
            return Ok(true);
        }
        let result = fit.result(state);
        self.fitted = Some(Fitted {
            values: result.weights.values().to_vec(),
            errors: result.errors,
            step_costs: result.step_costs,
            before: result.before,
            after: result.after,
            counts: result.counts,
        });
        Ok(false)
    }
}
