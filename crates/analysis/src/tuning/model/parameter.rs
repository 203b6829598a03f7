//! Parameters and their values over the run.

use serde::Serialize;

/// A parameter of an evaluation or a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ParameterReport {
    /// Its name, unique in the run.
    pub name: String,
    /// What it means, in a few words; may be empty.
    pub meaning: String,
    /// A reasonable change, above zero. Changes are shown in such steps.
    pub step: f64,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// Whether its values are integers.
    pub whole: bool,
    /// Whether it is tuned. Others keep their original value.
    pub tuned: bool,
    /// The value at the start.
    pub start: f64,
    /// The value now, or at the end.
    pub value: f64,
    /// The uncertainty of `value`; see [`TuningRun::spread`].
    ///
    /// [`TuningRun::spread`]: super::TuningRun::spread
    pub spread: Option<f64>,
    /// Its sensitivity; see [`TuningRun::sensitivity`].
    ///
    /// [`TuningRun::sensitivity`]: super::TuningRun::sensitivity
    pub sensitivity: Option<f64>,
}

/// The meaning of a number that every parameter has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Quantity {
    /// Its name with its unit, such as `standard error` or `loss per step (millinats)`.
    pub label: String,
    /// How it is computed and how to read it, in sentences.
    pub explanation: String,
}

/// All parameters after a step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PathPoint {
    /// The step; increases from point to point.
    pub step: u64,
    /// Games so far.
    pub games: u64,
    /// Positions so far.
    pub positions: u64,
    /// The value of each parameter, in the order of [`TuningRun::parameters`].
    ///
    /// [`TuningRun::parameters`]: super::TuningRun::parameters
    pub values: Vec<f64>,
    /// The spread of each parameter; empty if none is known.
    pub spreads: Vec<Option<f64>>,
}

impl ParameterReport {
    /// Returns its distance from the start, in steps.
    #[must_use]
    pub fn change_in_steps(&self) -> f64 {
        (self.value - self.start) / self.step
    }

    /// Returns its spread in steps.
    #[must_use]
    pub fn spread_in_steps(&self) -> Option<f64> {
        self.spread.map(|spread| spread / self.step)
    }

    /// Returns its absolute distance from the start in the given unit.
    #[must_use]
    pub fn movement(&self, by: Yardstick) -> f64 {
        let unit = match by {
            Yardstick::Spread => self.spread.unwrap_or(self.step),
            Yardstick::Step => self.step,
        };
        ((self.value - self.start) / unit).abs()
    }
}

/// The unit in which movements of different parameters are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Yardstick {
    /// The spread of each parameter.
    Spread,
    /// The step of each parameter.
    Step,
}

impl Yardstick {
    /// Returns the spread if all tuned parameters have one above zero, otherwise the step.
    #[must_use]
    pub fn of(parameters: &[ParameterReport]) -> Self {
        let mut tuned = parameters.iter().filter(|p| p.tuned);
        if tuned.all(|p| p.spread.is_some_and(|spread| spread > 0.0)) {
            Self::Spread
        } else {
            Self::Step
        }
    }
}
