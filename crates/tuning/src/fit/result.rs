//! What comes of a fit.

use flipside_ai::Weights;
use serde::{Deserialize, Serialize};

use super::Counts;

/// Mean cross entropy of the targets with what weights expect, each sample by its weight.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Losses {
    /// On the samples that were fitted.
    pub train: f64,
    /// On games that the fit has not seen.
    pub test: f64,
}

/// Fitted weights.
#[derive(Debug)]
pub struct FitResult<G> {
    /// The weights, in whole numbers.
    pub weights: Weights<G>,
    /// The same before they were rounded, in the order of the game's description.
    pub values: Vec<f64>,
    /// For each parameter its standard error, from the inverse of the Hessian (for `scale`, given
    /// the weights). `None` for those that were not fitted, that no sample says anything about, or
    /// that ended at a bound.
    ///
    /// It takes samples for independent; those of one game are not, so it is a lower bound.
    pub errors: Vec<Option<f64>>,
    /// For each fitted parameter by how much the mean loss would rise if it alone were a step off.
    pub step_costs: Vec<Option<f64>>,
    /// The losses of the weights at the start.
    pub before: Losses,
    /// The losses of the new weights, in whole numbers.
    pub after: Losses,
    /// How many samples there were of what.
    pub counts: Counts,
}

// Derived, these would ask the same of `G`.
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
