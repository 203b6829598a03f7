//! Options of fits.

use flipside_ai::{Evaluate, Weights};
use serde::{Deserialize, Serialize};

use super::FitError;

/// A fitted parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tuned {
    /// Its index in [`Evaluate::PARAMETERS`].
    pub parameter: usize,
    /// The smallest value.
    pub min: i32,
    /// The largest value.
    pub max: i32,
    /// The unit of the L2 penalty on the distance from the start.
    pub step: i32,
}

impl Tuned {
    /// Returns a parameter with its default bounds and step; `None` if the index is invalid.
    #[must_use]
    pub fn parameter<G: Evaluate>(parameter: usize) -> Option<Self> {
        let info = G::PARAMETERS.get(parameter)?;
        Some(Self {
            parameter,
            min: info.min,
            max: info.max,
            step: info.step,
        })
    }

    /// Returns all parameters of a game.
    #[must_use]
    pub fn all<G: Evaluate>() -> Vec<Self> {
        (0..G::PARAMETERS.len())
            .filter_map(Self::parameter::<G>)
            .collect()
    }
}

/// The options of a fit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FitOptions {
    /// The fitted parameters; all others keep their initial values.
    pub tuned: Vec<Tuned>,
    /// The strength of the L2 penalty on the distance from the start. It equals a Gaussian prior on
    /// each weight, centred on its initial value, with a standard deviation of 1/√`pull` steps. Not
    /// applied to `scale`.
    pub pull: f64,
    /// The maximum number of iterations for the weights.
    pub iterations: u32,
}

impl FitOptions {
    /// The default strength: a prior with a standard deviation of ten steps.
    pub const PULL: f64 = 0.01;

    /// Returns options that fit all parameters of a game with default strength.
    #[must_use]
    pub fn all<G: Evaluate>() -> Self {
        Self {
            tuned: Tuned::all::<G>(),
            pull: Self::PULL,
            iterations: 50,
        }
    }

    /// # Errors
    /// The first invalid option.
    pub(super) fn check<G: Evaluate>(&self, start: &Weights<G>) -> Result<(), FitError> {
        if self.tuned.is_empty() {
            return Err(FitError::NothingTuned);
        }
        if !(self.pull.is_finite() && self.pull >= 0.0) {
            return Err(FitError::Pull(self.pull));
        }
        let mut seen = vec![false; G::PARAMETERS.len()];
        for tuned in &self.tuned {
            let &Tuned {
                parameter,
                min,
                max,
                step,
            } = tuned;
            let Some(info) = G::PARAMETERS.get(parameter) else {
                return Err(FitError::NoParameter {
                    game: G::NAME,
                    number: parameter,
                    parameters: G::PARAMETERS.len(),
                });
            };
            if std::mem::replace(&mut seen[parameter], true) {
                return Err(FitError::Twice(info.name));
            }
            if min > max || !info.allows(min) || !info.allows(max) || step < 1 {
                return Err(FitError::Bounds {
                    name: info.name,
                    min,
                    max,
                    step,
                    game_min: info.min,
                    game_max: info.max,
                });
            }
            let start = start.values()[parameter];
            if !(min..=max).contains(&start) {
                return Err(FitError::Start {
                    name: info.name,
                    start,
                    min,
                    max,
                });
            }
        }
        Ok(())
    }
}
