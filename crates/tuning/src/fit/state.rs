//! The state of a fit.

use serde::{Deserialize, Serialize};

/// The stage of a fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Stage {
    /// Fits `scale`, with the initial weights.
    Scale,
    /// Fits the weights.
    Weights,
    /// The fit is done.
    Done,
}

/// The state of a fit after some iterations. With the same data, the fit can be resumed from it and
/// gives identical results.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FitState {
    /// The current stage.
    pub stage: Stage,
    /// Iterations of this stage.
    pub iteration: u32,
    /// The values of all parameters, in the order of [`flipside_ai::Evaluate::PARAMETERS`].
    pub values: Vec<f64>,
    /// The path so far, including the start.
    pub path: Vec<PathPoint>,
}

/// A point on the path of a fit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PathPoint {
    /// The stage.
    pub stage: Stage,
    /// The values of all parameters.
    pub values: Vec<f64>,
    /// The mean loss on the training set.
    pub train: f64,
    /// The mean loss on the test set.
    pub test: f64,
    /// The minimised objective: the mean loss on the training set plus the penalty.
    pub objective: f64,
}

impl FitState {
    /// Returns whether the fit is done.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.stage == Stage::Done
    }
}
