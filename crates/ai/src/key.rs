//! The keys of agent specs: names, values, defaults and tuning ranges.

use crate::evaluation::{STANDARD_WEIGHTS, pin};
use crate::table_path::{PinnedTable, TablePathError};

/// A key of an agent spec.
#[derive(Clone, Copy, Debug)]
pub struct KeyInfo {
    /// The name.
    pub name: &'static str,
    /// A description of the accepted values.
    pub values: &'static str,
    /// The default value; empty if there is none.
    pub default: &'static str,
    /// A short description of the setting.
    pub meaning: &'static str,
    /// Whether the key limits the search.
    pub is_budget: bool,
    /// The key that this one replaces; the two exclude each other.
    pub instead_of: Option<&'static str>,
    /// The range that a tuner searches; `None` if the key is not tunable.
    pub tuning: Option<TuningRange>,
    /// The key's name in earlier versions. Specs may still use it.
    pub former_name: Option<&'static str>,
    /// Returns the normal form of a value.
    pub(crate) normalise: fn(&str) -> Result<String, ValueError>,
}

impl KeyInfo {
    /// Creates a key that is neither a budget nor tunable.
    pub(crate) const fn new(
        name: &'static str,
        values: &'static str,
        default: &'static str,
        meaning: &'static str,
        normalise: fn(&str) -> Result<String, ValueError>,
    ) -> Self {
        Self {
            name,
            values,
            default,
            meaning,
            is_budget: false,
            instead_of: None,
            tuning: None,
            former_name: None,
            normalise,
        }
    }

    /// Returns the key as a budget.
    pub(crate) const fn budget(self) -> Self {
        Self {
            is_budget: true,
            ..self
        }
    }

    /// Returns the key as a replacement of another one.
    pub(crate) const fn instead_of(self, other: &'static str) -> Self {
        Self {
            instead_of: Some(other),
            ..self
        }
    }

    /// Returns the key with a tuning range.
    pub(crate) const fn tunable(self, range: TuningRange) -> Self {
        Self {
            tuning: Some(range),
            ..self
        }
    }

    /// Returns the key with the name that it had in earlier versions.
    pub(crate) const fn formerly(self, name: &'static str) -> Self {
        Self {
            former_name: Some(name),
            ..self
        }
    }

    /// Returns whether `name` is the key's name or former name.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        self.name == name || self.former_name == Some(name)
    }
}

/// The range in which a tuner searches for the value of a key. The key accepts all of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TuningRange {
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// The first step of a tuner.
    pub step: f64,
    /// Decimal places; 0 for whole numbers.
    pub digits: u8,
}

impl TuningRange {
    pub(crate) const fn new(min: f64, max: f64, step: f64, digits: u8) -> Self {
        Self {
            min,
            max,
            step,
            digits,
        }
    }
}

/// An error in the value of a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ValueError {
    /// The value does not have the form that the key expects.
    Invalid,
    /// The value has the right form, but the thing it names is missing or invalid.
    Unavailable(String),
}

/// The key of the evaluation's weights.
pub(crate) const WEIGHTS: KeyInfo = KeyInfo::new(
    "weights",
    "the name of built-in weights, or the path of a weights file (with a `/` in it or ending in \
     `.toml`)",
    STANDARD_WEIGHTS,
    "weights of the evaluation",
    |text| match pin(text) {
        Ok(normal) => normal.ok_or(ValueError::Invalid),
        Err(error) => Err(ValueError::Unavailable(error.to_string())),
    },
);

/// The key of the node budget.
pub(crate) const NODES: KeyInfo = KeyInfo::new(
    "nodes",
    "a whole number from 1 to 100000000",
    "1000",
    "nodes per turn",
    |text| whole(text, 100_000_000),
)
.budget();

/// The key of the time budget.
pub(crate) const MILLISECONDS: KeyInfo = KeyInfo::new(
    "ms",
    "a whole number from 1 to 1000000",
    "",
    "milliseconds per turn (not reproducible)",
    |text| whole(text, 1_000_000),
)
.budget()
.instead_of("nodes");

/// Reads a whole number from 1 to `max` and removes leading zeros.
pub(crate) fn whole(text: &str, max: u32) -> Result<String, ValueError> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    match text.parse::<u32>() {
        Ok(number) if digits && (1..=max).contains(&number) => Ok(number.to_string()),
        _ => Err(ValueError::Invalid),
    }
}

/// Reads a decimal number from 0 to `max` without exponent and returns its shortest form.
pub(crate) fn decimal(text: &str, max: f64) -> Result<String, ValueError> {
    let plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    match text.parse::<f64>() {
        Ok(number) if plain && (0.0..=max).contains(&number) => Ok(number.to_string()),
        _ => Err(ValueError::Invalid),
    }
}

/// Returns the normal form `PATH#CHECKSUM` of a value of the key `table`.
pub(crate) fn pin_table(text: &str) -> Result<String, ValueError> {
    match text.parse::<PinnedTable>() {
        Ok(table) => Ok(table.to_string()),
        Err(TablePathError::Empty) => Err(ValueError::Invalid),
        Err(error) => Err(ValueError::Unavailable(error.to_string())),
    }
}
