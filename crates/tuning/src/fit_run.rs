//! Tuning by fits: labelled positions are generated in batches, then weights are fitted to them.
//!
//! Finished batches are kept in files until the fit is done, so that an interrupted run does not
//! have to generate them again.

use std::fs;
use std::path::{Path, PathBuf};

use flipside_ai::{Playable, Stop};
use serde::{Deserialize, Serialize};

use crate::checkpoint;
use crate::fit::{
    Counts, Data, Fit, FitOptions, FitState, Losses, PathPoint, Samples, SplitOptions, Tuned,
    test_part,
};
use crate::{Estimate, Space, TuneError};

/// The folder of the batches.
const BATCHES: &str = "positions";

/// A source of labelled positions.
pub(crate) trait BatchSource: Sync {
    /// Generates a batch, which depends on its number only. `None` if stopped.
    ///
    /// # Errors
    /// If the batch cannot be generated.
    fn batch(&self, number: u64, stop: &Stop) -> Result<Option<Samples>, TuneError>;
}

/// Settings of a fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitSettings {
    /// The strength of the L2 penalty on the distance from the start ([`FitOptions::pull`]).
    pub pull: f64,
    /// The share of the games in the test set.
    pub test_share: f64,
    /// The maximum number of iterations.
    pub iterations: u32,
}

impl FitSettings {
    /// Creates settings from optional values, with defaults for the others.
    pub(crate) fn of(
        pull: Option<f64>,
        test_share: Option<f64>,
        iterations: Option<u32>,
    ) -> Result<Self, String> {
        let default = Self::default();
        let settings = Self {
            pull: pull.unwrap_or(default.pull),
            test_share: test_share.unwrap_or(default.test_share),
            iterations: iterations.unwrap_or(default.iterations),
        };
        match settings.fault() {
            Some(fault) => Err(fault.to_string()),
            None => Ok(settings),
        }
    }

    /// Checks that the number of games suffices for training and test.
    pub(crate) fn check_games(&self, games: u64) -> Result<(), String> {
        match test_part(games as usize, self.test_share) {
            Ok(_) => Ok(()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Returns what is wrong with the settings.
    const fn fault(&self) -> Option<&'static str> {
        if !(self.pull >= 0.0 && self.pull.is_finite()) {
            Some("invalid value for pull: expected a number of at least 0")
        } else if !(self.test_share > 0.0 && self.test_share < 1.0) {
            Some("invalid value for test_share: expected a number between 0 and 1")
        } else if self.iterations == 0 {
            Some("invalid value 0 for iterations: expected a whole number of at least 1")
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

/// The result of a fit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fitted {
    /// The new value of each parameter of the evaluation.
    pub values: Vec<i32>,
    /// Their standard errors, where known.
    pub errors: Vec<Option<f64>>,
    /// By how much the loss rises if the parameter is off by one step.
    pub step_costs: Vec<Option<f64>>,
    /// The losses at the start.
    pub before: Losses,
    /// The losses at the end.
    pub after: Losses,
    /// Counts of samples.
    pub counts: Counts,
}

/// The state of a run with a fit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct FitRun {
    /// Batches in total.
    batches: u64,
    /// Batches generated.
    generated: u64,
    fit: Option<FitState>,
    pub(crate) fitted: Option<Fitted>,
}

/// The files of the batches.
pub(crate) struct BatchFiles<'a> {
    pub(crate) folder: &'a Path,
    pub(crate) fingerprint: u64,
}

impl BatchFiles<'_> {
    fn path(&self, number: u64) -> PathBuf {
        self.folder.join(BATCHES).join(format!("{number:05}"))
    }

    /// Removes the batches.
    pub(crate) fn remove(&self) -> Result<(), TuneError> {
        let folder = self.folder.join(BATCHES);
        match fs::remove_dir_all(&folder) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(TuneError::File {
                path: folder,
                error,
            }),
            _ => Ok(()),
        }
    }
}

impl FitRun {
    pub(crate) const fn new(batches: u64) -> Self {
        Self {
            batches,
            generated: 0,
            fit: None,
            fitted: None,
        }
    }

    /// Returns the number of steps: the batches, and the fit as one more.
    pub(crate) const fn steps(&self) -> u64 {
        self.batches + 1
    }

    pub(crate) const fn done(&self) -> u64 {
        self.generated + self.fitted.is_some() as u64
    }

    /// Returns the path of the fit so far.
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

    /// Returns whether all batches are generated.
    pub(crate) const fn has_all_batches(&self) -> bool {
        self.generated >= self.batches
    }

    /// Generates the next batch. Returns `false` if stopped.
    pub(crate) fn generate_next(
        &mut self,
        source: &dyn BatchSource,
        files: &BatchFiles<'_>,
        stop: &Stop,
    ) -> Result<bool, TuneError> {
        let folder = files.folder.join(BATCHES);
        fs::create_dir_all(&folder).map_err(|error| TuneError::File {
            path: folder,
            error,
        })?;
        let path = files.path(self.generated);
        // An interrupted run may have written the batch without counting it.
        if checkpoint::load::<Samples>(&path, files.fingerprint)?.is_none() {
            if stop.is_requested() {
                return Ok(false);
            }
            let Some(samples) = source.batch(self.generated, stop)? else {
                return Ok(false);
            };
            checkpoint::save(&path, files.fingerprint, &samples)?;
        }
        self.generated += 1;
        Ok(true)
    }

    /// Returns all batches, split into training and test.
    pub(crate) fn data<G: Playable>(
        &self,
        settings: &FitSettings,
        seed: u64,
        files: &BatchFiles<'_>,
    ) -> Result<Data, TuneError> {
        let mut batches = Vec::new();
        for number in 0..self.batches {
            let path = files.path(number);
            let samples = checkpoint::load(&path, files.fingerprint)?;
            batches.push(samples.ok_or_else(|| TuneError::Checkpoint {
                path,
                why: "missing positions".to_string(),
            })?);
        }
        let split = SplitOptions {
            test_share: settings.test_share,
            seed,
        };
        Ok(Data::new::<G>(Samples::joined(batches), &split)?)
    }

    /// Creates the fit to the data.
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

    /// Runs the next iteration. Returns `false` if the fit is done.
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
