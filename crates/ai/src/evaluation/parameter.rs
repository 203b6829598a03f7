//! What there is to weigh.

/// A parameter of an evaluation: what a weights file gives a value, and a tuner may change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParameterInfo {
    /// The name, which is the key in weights files.
    pub name: &'static str,
    /// What it weighs, and in which unit, in a few words.
    pub meaning: &'static str,
    /// The smallest value.
    pub min: i32,
    /// The largest value.
    pub max: i32,
    /// A change that is worth trying: a good first step for a tuner.
    pub step: i32,
}

impl ParameterInfo {
    /// Whether a value is within the bounds.
    #[must_use]
    pub const fn allows(&self, value: i32) -> bool {
        self.min <= value && value <= self.max
    }
}
