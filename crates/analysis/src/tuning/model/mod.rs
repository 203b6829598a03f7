//! What is known of a tuning run, as it is written to `tuning.json`.
//!
//! Everything derived (differences in steps, Elo from pairs, the conclusion) is computed from
//! these numbers, so that the page can't contradict itself. A run that goes on, or was stopped, is
//! described by the same fields: what there isn't yet is empty or `None`.

mod check;
mod conclusion;
mod confirmation;
mod objective;
mod parameter;

pub use check::ModelError;
pub(super) use check::check;
pub use conclusion::{Conclusion, Verdict};
pub use confirmation::{Comparison, Confirmation, Measured};
pub use objective::{Direction, Objective, ObjectivePoint, Series, Unit};
pub use parameter::{Parameter, PathPoint, Quantity, Yardstick};

use serde::Serialize;

use crate::report::model::heading;

/// Version of the layout of `tuning.json`; raised when a field changes its meaning or goes away.
pub const FORMAT_VERSION: u32 = 1;

/// A whole tuning run.
#[derive(Clone, Debug, Serialize)]
pub struct TuningRun {
    /// Heading of the page.
    pub name: String,
    /// What it is about, in a sentence; may be empty.
    pub description: String,
    /// The game as in records, such as `hexflip`.
    pub game: String,
    /// The rule set's name as in records, such as `standard`.
    pub rules: String,
    /// How the values were found, such as `spsa`, `cma-es`, `regression` or `teacher`.
    pub method: String,
    /// The method's settings that a reader wants to see, by name, in order; may be empty.
    pub settings: Vec<(String, String)>,
    /// The seed of everything random in it.
    pub seed: u64,
    /// Specifications of the agents that were tuned for.
    pub agents: Vec<String>,
    /// Version of the program that made the page.
    pub program_version: String,
    /// The command that made it, as typed. `None` if it was not made from a command line.
    pub command: Option<String>,
    /// The text of the file that describes the run.
    pub config: String,
    /// How far it has come.
    pub progress: Progress,
    /// What it has cost so far, the confirmation left out.
    pub cost: Cost,
    /// The parameters, fixed ones included, in the order of their description.
    pub parameters: Vec<Parameter>,
    /// What [`Parameter::spread`] and [`PathPoint::spreads`] are: one standard error of a fit, or
    /// one standard deviation of the latest steps. `None` if spreads aren't known.
    pub spread: Option<Quantity>,
    /// What [`Parameter::sensitivity`] is. `None` if sensitivities aren't known.
    pub sensitivity: Option<Quantity>,
    /// The course of the parameters, in the order of steps. The first point is the start.
    pub path: Vec<PathPoint>,
    /// What was optimised, and what was watched meanwhile; one plot each.
    pub objectives: Vec<Objective>,
    /// Sequential tests of the new values against those of the start, one for each agent. Those
    /// that are planned but haven't begun are among them, with no pairs. Empty if none is planned.
    pub confirmations: Vec<Confirmation>,
    /// Further quantities before and after.
    pub comparisons: Vec<Comparison>,
    /// What a reader should know before everything else, each a sentence; mostly empty.
    pub warnings: Vec<String>,
}

/// How far a run has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// Whether it goes on.
    pub state: State,
    /// Units of work that are done.
    pub done: u64,
    /// All of them. `None` if that isn't known beforehand.
    pub total: Option<u64>,
    /// What a unit of work is, singular and plural: `("step", "steps")`.
    pub unit: (String, String),
}

/// Whether a run goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It is at work: the page shows what there is so far.
    Running,
    /// It was stopped before its end and can be resumed.
    Stopped,
    /// It has come to its end, the confirmation included.
    Finished,
}

/// What a run has cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cost {
    /// Games played or read.
    pub games: u64,
    /// Positions that values were fitted to; 0 if the method plays games only.
    pub positions: u64,
}

impl TuningRun {
    /// `Sayū · standard rules · SPSA`.
    #[must_use]
    pub fn context(&self) -> String {
        let method = match &*self.method {
            "spsa" => "SPSA",
            "cma-es" => "CMA-ES",
            other => other,
        };
        format!("{} · {method}", heading(&self.game, &self.rules))
    }
}
