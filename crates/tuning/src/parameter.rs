//! Tuned parameters: weights of the evaluation and settings of searches.

use flipside_ai::{KeyInfo, ParameterInfo, TuningRange};

/// A tuned parameter.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// The name: for a weight as in weights files, for a setting `KIND.KEY`, such as `mcts.c`.
    pub name: String,
    /// A short description.
    pub meaning: &'static str,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// A reasonable change; one step of any parameter should matter about equally.
    pub step: f64,
    /// Decimal places; 0 for integers.
    pub digits: u8,
    /// The initial value.
    pub start: f64,
    /// A weight or a setting.
    pub(crate) kind: ParameterKind,
}

/// Whether a parameter is a weight or a setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ParameterKind {
    /// A weight of the evaluation, by its index.
    Weight(usize),
    /// A key of an agent kind.
    Setting {
        kind: &'static str,
        key: &'static str,
    },
}

impl Parameter {
    pub(crate) fn weight(index: usize, info: &ParameterInfo, start: i32) -> Self {
        Self {
            name: info.name.to_string(),
            meaning: info.meaning,
            min: info.min.into(),
            max: info.max.into(),
            step: info.step.into(),
            digits: 0,
            start: start.into(),
            kind: ParameterKind::Weight(index),
        }
    }

    pub(crate) fn setting(
        kind: &'static str,
        key: &KeyInfo,
        range: &TuningRange,
        start: f64,
    ) -> Self {
        Self {
            name: format!("{kind}.{}", key.name),
            meaning: key.meaning,
            min: range.min,
            max: range.max,
            step: range.step,
            digits: range.digits,
            start,
            kind: ParameterKind::Setting {
                kind,
                key: key.name,
            },
        }
    }

    /// Creates an integer parameter for tests of the optimisers.
    #[cfg(test)]
    pub(crate) fn synthetic(name: &str, [min, max]: [f64; 2], step: f64, start: f64) -> Self {
        Self {
            name: name.to_string(),
            meaning: "",
            min,
            max,
            step,
            digits: 0,
            start,
            kind: ParameterKind::Weight(0),
        }
    }

    /// Returns the index among the weights of the evaluation; `None` for settings.
    #[must_use]
    pub const fn weight_index(&self) -> Option<usize> {
        match self.kind {
            ParameterKind::Weight(index) => Some(index),
            ParameterKind::Setting { .. } => None,
        }
    }

    /// Returns the smallest difference of two values.
    #[must_use]
    pub fn resolution(&self) -> f64 {
        1.0 / f64::from(10_u32.pow(self.digits.into()))
    }

    /// Returns the nearest allowed value.
    #[must_use]
    pub fn rounded(&self, value: f64) -> f64 {
        let scale = f64::from(10_u32.pow(self.digits.into()));
        let rounded = libm::round(value * scale) / scale;
        rounded.clamp(self.min, self.max)
    }

    /// Formats a value as in files.
    #[must_use]
    pub fn text(&self, value: f64) -> String {
        let digits = usize::from(self.digits);
        // Adding 0.0 turns -0.0 into 0.0.
        format!("{:.digits$}", self.rounded(value) + 0.0)
    }
}
