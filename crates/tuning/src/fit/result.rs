//! Results of fits.

use flipside_ai::Weights;
use serde::{Deserialize, Serialize};

use super::Counts;

/// Weighted mean cross entropy of the targets and the scores that the weights predict.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Losses {
    /// On the training set.
    pub train: f64,
    /// On the test set.
    pub test: f64,
}

/// Fitted weights.
#[derive(Debug)]
pub struct FitResult<G> {
    /// The weights, rounded.
    pub weights: Weights<G>,
    /// The values before rounding, in the order of [`flipside_ai::Evaluate::PARAMETERS`].
    pub values: Vec<f64>,
    /// The standard error of each parameter, from the inverse of the Hessian (for `scale`, given
    /// the weights). `None` for parameters that were not fitted, occur in no sample, or ended at a
    /// bound.
    ///
    /// Samples are treated as independent. Those of one game are not, so this is a lower bound.
    pub errors: Vec<Option<f64>>,
    /// For each fitted parameter, by how much the mean loss rises if it alone is off by one step.
    pub step_costs: Vec<Option<f64>>,
    /// The losses of the initial weights.
    pub before: Losses,
    /// The losses of the rounded weights.
    pub after: Losses,
    /// Counts of samples.
    pub counts: Counts,
}

// Derived implementations would require the same traits of `G`.
impl<G> Clone for FitResult<G> {
    fn clone(&self) -> Self {
        Self {
            weights: self.weights.clone(),
            values: self.values.clone(),
            errors: self.errors.clone(),
            step_costs: self.step_costs.clone(),
            ..*self
        }
    }
}

impl<G> PartialEq for FitResult<G> {
    fn eq(&self, other: &Self) -> bool {
        self.weights == other.weights
            && self.values == other.values
            && self.errors == other.errors
            && self.step_costs == other.step_costs
            && (self.before, self.after, self.counts) == (other.before, other.after, other.counts)
    }
}
