//! How far a fit has come.

use serde::{Deserialize, Serialize};

/// What is being fitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Stage {
    /// `scale`, with the weights of the start.
    Scale,
    /// The weights.
    Weights,
    /// Nothing any more.
    Done,
}

/// All that a fit knows after some iterations: with the same data it goes on from here to the same
/// bytes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FitState {
    /// What comes next.
    pub stage: Stage,
    /// Iterations of this stage.
    pub iteration: u32,
    /// The values of all parameters, in the order of the game's description.
    pub values: Vec<f64>,
    /// The way so far, the start first.
    pub path: Vec<PathPoint>,
}

/// Where a fit stood after an iteration.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PathPoint {
    /// What was fitted.
    pub stage: Stage,
    /// The values of all parameters.
    pub values: Vec<f64>,
    /// The mean loss on the training part.
    pub train: f64,
    /// The mean loss on the test part.
    pub test: f64,
    /// What was made smaller: the loss on the training part and what the pull adds to it.
    pub objective: f64,
}

impl FitState {
    /// Whether there is nothing left to do.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.stage == Stage::Done
    }
}
