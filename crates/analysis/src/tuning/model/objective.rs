//! What was optimised, step by step.

use serde::Serialize;

/// A quantity over the steps of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Objective {
    /// Short name for files: lower-case letters, digits and hyphens, unique in the run.
    pub id: String,
    /// Title of its plot, such as `Score against the start`.
    pub title: String,
    /// The quantity with its viewpoint, for the axis: `new values’ share of the points`.
    pub quantity: String,
    /// The unit of its values.
    pub unit: Unit,
    /// Where it should go.
    pub better: Direction,
    /// What the intervals are, such as `95 % interval`. `None` if no point has one.
    pub interval: Option<String>,
    /// A value to compare with, and what it means: 0.5, “as strong as the start”.
    pub reference: Option<(f64, String)>,
    /// One line of the plot each: training and test, say.
    pub series: Vec<Series>,
}

/// A line of the plot of an objective.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Series {
    /// What tells it from others; may be empty if it is the only one.
    pub label: String,
    /// Its points, in the order of steps.
    pub points: Vec<ObjectivePoint>,
}

/// A measurement after some step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ObjectivePoint {
    /// The step.
    pub step: u64,
    /// What was measured.
    pub value: f64,
    /// Both ends of its interval, if there is one.
    pub interval: Option<(f64, f64)>,
}

/// The unit of values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// A share from 0 to 1, shown in percent.
    Share,
    /// Anything else, with its unit as it stands behind numbers; may be empty.
    Other(String),
}

/// Where a quantity should go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// More is better.
    Higher,
    /// Less is better.
    Lower,
}

impl Direction {
    /// `higher is better`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Higher => "higher is better",
            Self::Lower => "lower is better",
        }
    }
}
