//! A number that is tuned: a weight of the evaluation or a setting of a search.

use flipside_ai::{KeyInfo, ParameterInfo, TuningRange};

/// A number that tuning may change.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// The name: of a weight as in weights files, of a setting as `KIND.KEY`, such as `mcts.c`.
    pub name: String,
    /// What it is, in a few words.
    pub meaning: &'static str,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// A change that is worth trying; steps of different parameters are taken to matter alike.
    pub step: f64,
    /// Digits behind the point; 0 for whole numbers.
    pub digits: u8,
    /// The value that tuning starts from.
    pub start: f64,
    /// What it is a parameter of.
    pub(crate) place: Place,
}

/// What a parameter is a parameter of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// The evaluation: the index among its parameters.
    Weight(usize),
    /// A key of a kind of agents.
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
            place: Place::Weight(index),
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
            place: Place::Setting {
                kind,
                key: key.name,
            },
        }
    }

    /// A parameter of nothing, whole-numbered, for tests of the optimisers.
    #[cfg(test)]
    pub(crate) fn artificial(name: &str, [min, max]: [f64; 2], step: f64, start: f64) -> Self {
        Self {
            name: name.to_string(),
            meaning: "",
            min,
            max,
            step,
            digits: 0,
            start,
            place: Place::Weight(0),
        }
    }

    /// The index among the parameters of the evaluation; `None` for settings of searches.
    #[must_use]
    pub const fn weight_index(&self) -> Option<usize> {
        match self.place {
            Place::Weight(index) => Some(index),
            Place::Setting { .. } => None,
        }
    }

    /// The smallest difference of two values.
    #[must_use]
    pub fn resolution(&self) -> f64 {
        1.0 / f64::from(10_u32.pow(self.digits.into()))
    }

    /// The nearest value that the parameter can have.
    #[must_use]
    pub fn rounded(&self, value: f64) -> f64 {
        let scale = f64::from(10_u32.pow(self.digits.into()));
        let rounded = libm::round(value * scale) / scale;
        rounded.clamp(self.min, self.max)
    }

    /// A value as it stands in files.
    #[must_use]
    pub fn text(&self, value: f64) -> String {
        let digits = usize::from(self.digits);
        // Never "-0".
        format!("{:.digits$}", self.rounded(value) + 0.0)
    }
}
