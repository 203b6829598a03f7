//! Quantities over the steps of a run.

use serde::Serialize;

/// A quantity over the steps of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Objective {
    /// Short name for files: lower-case letters, digits and hyphens, unique in the run.
    pub id: String,
    /// The title of its plot, such as `Score against the start`.
    pub title: String,
    /// The quantity with its viewpoint, for the axis: `new values’ share of the points`.
    pub quantity: String,
    /// The unit of its values.
    pub unit: Unit,
    /// Whether higher or lower values are better.
    pub better: Direction,
    /// The kind of the intervals, such as `95 % interval`. `None` if no point has one.
    pub interval: Option<String>,
    /// A reference value and its meaning: 0.5, "as strong as the start".
    pub reference: Option<(f64, String)>,
    /// The lines of the plot, such as training and test.
    pub series: Vec<Series>,
}

/// A line of the plot of an objective.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Series {
    /// Its label; may be empty if it is the only one.
    pub label: String,
    /// Its points, in the order of steps.
    pub points: Vec<ObjectivePoint>,
}

/// A measurement after some step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ObjectivePoint {
    /// The step.
    pub step: u64,
    /// The value.
    pub value: f64,
    /// Both ends of its interval, if any.
    pub interval: Option<(f64, f64)>,
}

/// The unit of values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// A share from 0 to 1, shown in percent.
    Share,
    /// Anything else, with the unit as written after numbers; may be empty.
    Other(String),
}

/// Whether higher or lower values are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Higher is better.
    Higher,
    /// Lower is better.
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
