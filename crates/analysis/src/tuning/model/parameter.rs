//! Parameters and their course.

use serde::Serialize;

/// A parameter of an evaluation or a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Parameter {
    /// Its name, unique in the run.
    pub name: String,
    /// What it means, in a few words; may be empty.
    pub meaning: String,
    /// The unit of its values; may be empty.
    pub unit: String,
    /// A change of it that is worth speaking of, above zero. Changes are shown in such steps.
    pub step: f64,
    /// The least value. `None` if there is no bound.
    pub min: Option<f64>,
    /// The greatest value. `None` if there is no bound.
    pub max: Option<f64>,
    /// Whether it has whole values only.
    pub whole: bool,
    /// Whether it was tuned. One that wasn't keeps the value of the start.
    pub tuned: bool,
    /// The value at the start.
    pub start: f64,
    /// The value now, or at the end.
    pub value: f64,
    /// How uncertain `value` is, as [`TuningRun::spread`] says.
    ///
    /// [`TuningRun::spread`]: super::TuningRun::spread
    pub spread: Option<f64>,
    /// How much it matters, as [`TuningRun::sensitivity`] says.
    ///
    /// [`TuningRun::sensitivity`]: super::TuningRun::sensitivity
    pub sensitivity: Option<f64>,
}

/// What a number that every parameter has is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Quantity {
    /// Its name with its unit, such as `standard error` or `loss per step (millinats)`.
    pub label: String,
    /// A sentence that says how it was obtained and how to read it.
    pub explanation: String,
}

/// All parameters after a step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PathPoint {
    /// The step; rises from point to point.
    pub step: u64,
    /// Games so far.
    pub games: u64,
    /// Positions so far.
    pub positions: u64,
    /// The value of each parameter, in the order of [`TuningRun::parameters`].
    ///
    /// [`TuningRun::parameters`]: super::TuningRun::parameters
    pub values: Vec<f64>,
    /// The spread of each parameter, or nothing at all if none is known.
    pub spreads: Vec<Option<f64>>,
}

impl Parameter {
    /// How far it has moved from its start, in steps.
    #[must_use]
    pub fn change_in_steps(&self) -> f64 {
        (self.value - self.start) / self.step
    }

    /// Its spread in steps.
    #[must_use]
    pub fn spread_in_steps(&self) -> Option<f64> {
        self.spread.map(|spread| spread / self.step)
    }

    /// How far it has moved, by the given measure.
    #[must_use]
    pub fn movement(&self, by: Yardstick) -> f64 {
        let unit = match by {
            Yardstick::Spread => self.spread.unwrap_or(self.step),
            Yardstick::Step => self.step,
        };
        ((self.value - self.start) / unit).abs()
    }
}

/// What movements of different parameters are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Yardstick {
    /// Each one's spread.
    Spread,
    /// Each one's step.
    Step,
}

impl Yardstick {
    /// The spread, if all that were tuned have one above zero, otherwise the step.
    #[must_use]
    pub fn of(parameters: &[Parameter]) -> Self {
        let mut tuned = parameters.iter().filter(|p| p.tuned);
        if tuned.all(|p| p.spread.is_some_and(|spread| spread > 0.0)) {
            Self::Spread
        } else {
            Self::Step
        }
    }
}
