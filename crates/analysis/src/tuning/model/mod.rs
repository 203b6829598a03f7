//! The data of a tuning run, as written to `tuning.json`.
//!
//! Everything derived (differences in steps, Elo from pairs, the conclusion) is computed from
//! these numbers, so that the page cannot contradict itself. For unfinished runs, fields are empty or
//! `None` as long as their values are unknown.

mod check;
mod conclusion;
mod confirmation;
mod objective;
mod parameter;

pub use check::ModelError;
pub(super) use check::check;
pub use conclusion::{Conclusion, TuningVerdict};
pub use confirmation::Confirmation;
pub use objective::{Direction, Objective, ObjectivePoint, Series, Unit};
pub use parameter::{ParameterReport, PathPoint, Quantity, Yardstick};

use serde::Serialize;

use crate::report::model::heading;

/// The version of the layout of `tuning.json`; increased when a field changes its meaning or is
/// removed.
pub const FORMAT_VERSION: u32 = 1;

/// A whole tuning run.
#[derive(Clone, Debug, Serialize)]
pub struct TuningRun {
    /// The heading of the page.
    pub name: String,
    /// A description in a sentence; may be empty.
    pub description: String,
    /// The game as in records, such as `hexflip`.
    pub game: String,
    /// The rule set's name as in records, such as `standard`.
    pub rules: String,
    /// The method, such as `spsa`, `regression` or `teacher`.
    pub method: String,
    /// The main settings of the method, by name, in order.
    pub settings: Vec<(String, String)>,
    /// The seed.
    pub seed: u64,
    /// The specs of the agents that play, for tuning by games.
    pub agents: Vec<String>,
    /// The version of the program that made the page.
    pub program_version: String,
    /// The text of the file that describes the run.
    pub config: String,
    /// The progress.
    pub progress: Progress,
    /// Games and positions used so far, without the confirmation.
    pub cost: RunCost,
    /// The parameters, fixed ones included, in the order of their description.
    pub parameters: Vec<ParameterReport>,
    /// The meaning of [`ParameterReport::spread`] and [`PathPoint::spreads`]: one standard error of a
    /// fit, or one standard deviation of the last steps.
    pub spread: Quantity,
    /// The meaning of [`ParameterReport::sensitivity`].
    pub sensitivity: Quantity,
    /// The values of the parameters over the steps. The first point is the start.
    pub path: Vec<PathPoint>,
    /// What was optimised or monitored; one plot each.
    pub objectives: Vec<Objective>,
    /// Sequential tests of the new values against the original ones, one for each agent, including
    /// planned ones, which have no pairs.
    pub confirmations: Vec<Confirmation>,
    /// Warnings, one sentence each.
    pub warnings: Vec<String>,
}

/// The progress of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// Whether it is running.
    pub state: State,
    /// Steps done.
    pub done: u64,
    /// Steps in total.
    pub total: u64,
}

/// The state of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It is running; the page shows the results so far.
    Running,
    /// It was stopped and can be resumed.
    Stopped,
    /// It has ended, including the confirmation.
    Finished,
}

/// Games and positions that a run has used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RunCost {
    /// Games played or read.
    pub games: u64,
    /// Positions in the fit; 0 if the method only plays games.
    pub positions: u64,
}

impl TuningRun {
    /// `Sayū · standard rules · SPSA`.
    #[must_use]
    pub fn context(&self) -> String {
        let method = match &*self.method {
            "spsa" => "SPSA",
            other => other,
        };
        format!("{} · {method}", heading(&self.game, &self.rules))
    }
}
