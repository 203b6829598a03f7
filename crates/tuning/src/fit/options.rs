//! What is fitted, and how firmly.

use flipside_ai::{Evaluate, Weights};
use serde::{Deserialize, Serialize};

use super::FitError;

/// A parameter that may change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tuned {
    /// Its number in [`Evaluate::PARAMETERS`].
    pub parameter: usize,
    /// The smallest value.
    pub min: i32,
    /// The largest value.
    pub max: i32,
    /// What counts as one step: the unit of the pull towards the start.
    pub step: i32,
}

impl Tuned {
    /// A parameter with the bounds and the step of the game's description; `None` if the game has
    /// none of this number.
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

    /// All parameters of a game.
    #[must_use]
    pub fn all<G: Evaluate>() -> Vec<Self> {
        (0..G::PARAMETERS.len())
            .filter_map(Self::parameter::<G>)
            .collect()
    }
}

/// How to fit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FitOptions {
    /// What may change; everything else stays as it is at the start.
    pub tuned: Vec<Tuned>,
    /// How firmly weights are pulled towards those at the start, besides what the samples say: as if
    /// each were known beforehand to lie there, with a standard deviation of 1/√`pull` steps. It
    /// does not hold for `scale`.
    pub pull: f64,
    /// The most iterations for the weights.
    pub iterations: u32,
}

impl FitOptions {
    /// A standard deviation of ten steps.
    pub const PULL: f64 = 0.01;

    /// All parameters of a game, pulled gently.
    #[must_use]
    pub fn all<G: Evaluate>() -> Self {
        Self {
            tuned: Tuned::all::<G>(),
            pull: Self::PULL,
            iterations: 50,
        }
    }

    /// # Errors
    /// The first option that cannot be.
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
