//! Columns of numbers.

use serde::{Deserialize, Serialize};

/// A column of numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Numbers {
    /// All are the same.
    Uniform(u64),
    /// Each by itself.
    Each(Vec<u64>),
}

impl Numbers {
    /// The column of some values; `none` is what stands for no values.
    pub(super) fn of(values: impl Iterator<Item = u64> + Clone, none: u64) -> Self {
        let mut all = values.clone();
        let Some(first) = all.next() else {
            return Self::Uniform(none);
        };
        if all.all(|value| value == first) {
            Self::Uniform(first)
        } else {
            Self::Each(values.collect())
        }
    }

    /// Checks that the column is one of `n` values.
    pub(super) fn with_length(self, n: usize) -> Result<Self, &'static str> {
        match &self {
            Self::Each(values) if values.len() != n => Err("a column has another length"),
            _ => Ok(self),
        }
    }

    /// Value number `i`, which must be below the column's length.
    pub(super) fn get(&self, i: usize) -> u64 {
        match self {
            Self::Uniform(value) => *value,
            Self::Each(values) => values[i],
        }
    }
}
