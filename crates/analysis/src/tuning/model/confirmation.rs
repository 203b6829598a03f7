//! What was measured with the new values and the old ones, after tuning.

use serde::Serialize;

use super::{Direction, Unit};
use crate::report::model::SprtCourse;

/// A sequential test of the new values (A) against those of the start (B) for one agent, on
/// openings that tuning never saw.
#[derive(Clone, Debug, Serialize)]
pub struct Confirmation {
    /// The agent's specification without its values: both sides have it in common.
    pub agent: String,
    /// The test: A has the new values, B those of the start. `run_finished` says that no further
    /// pairs will come, whether there was a decision or not.
    pub test: SprtCourse,
    /// The most games that may be played.
    pub most_games: u64,
    /// Name of the record file.
    pub records: String,
    /// How its openings were kept apart from those of tuning, in a sentence.
    pub openings: String,
}

/// A quantity before and after.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// What was measured, with its viewpoint: `turns of alphabeta that lose value, by the table`.
    pub what: String,
    /// How, and over how much, in a sentence; may be empty.
    pub how: String,
    /// The unit of its values.
    pub unit: Unit,
    /// Where it should go.
    pub better: Direction,
    /// With the values of the start.
    pub before: Measured,
    /// With the new values.
    pub after: Measured,
    /// After less before, if it was measured as such, on the same positions for instance.
    pub difference: Option<Measured>,
}

/// A measured value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// The value.
    pub value: f64,
    /// Both ends of its 95 % interval, if there is one.
    pub interval: Option<(f64, f64)>,
}
