//! Counts of whole numbers, such as game lengths.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer, ser::SerializeSeq};

/// Values from 0 to this are counted in an array.
const DENSE: usize = 4096;

/// A histogram of whole numbers, mergeable, with exact counts.
#[derive(Clone, Debug, Default)]
pub struct Histogram {
    dense: Vec<u64>,
    sparse: BTreeMap<i32, u64>,
}

impl Histogram {
    /// Counts one value.
    pub fn add(&mut self, value: i32) {
        self.add_many(value, 1);
    }

    /// Counts `count` times the same value.
    pub fn add_many(&mut self, value: i32, count: u64) {
        if count == 0 {
            return;
        }
        match usize::try_from(value) {
            Ok(index) if index < DENSE => {
                if index >= self.dense.len() {
                    self.dense.resize(index + 1, 0);
                }
                self.dense[index] += count;
            }
            _ => *self.sparse.entry(value).or_default() += count,
        }
    }

    /// Adds the counts of `other`.
    pub fn merge(&mut self, other: &Self) {
        for (value, count) in other.iter() {
            self.add_many(value, count);
        }
    }

    /// Values and their counts, ascending, without empty ones.
    pub fn iter(&self) -> impl Iterator<Item = (i32, u64)> + '_ {
        let dense = (0..)
            .zip(&self.dense)
            .filter(|(_, count)| **count > 0)
            .map(|(v, c)| (v, *c));
        let negative = self.sparse.range(..0).map(|(v, c)| (*v, *c));
        let large = self.sparse.range(0..).map(|(v, c)| (*v, *c));
        negative.chain(dense).chain(large)
    }

    /// Number of values.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.dense.iter().sum::<u64>() + self.sparse.values().sum::<u64>()
    }

    /// Whether nothing was counted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// Smallest value.
    #[must_use]
    pub fn min(&self) -> Option<i32> {
        self.iter().next().map(|(value, _)| value)
    }

    /// Largest value.
    #[must_use]
    pub fn max(&self) -> Option<i32> {
        self.iter().last().map(|(value, _)| value)
    }

    /// Arithmetic mean.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let count = self.count();
        let sum: i128 = self
            .iter()
            .map(|(value, c)| i128::from(value) * i128::from(c))
            .sum();
        (count > 0).then(|| sum as f64 / count as f64)
    }

    /// Standard deviation of the sample (divisor n − 1). `None` below two values.
    #[must_use]
    pub fn standard_deviation(&self) -> Option<f64> {
        let mean = self.mean()?;
        let count = self.count();
        // In ascending order of the values, hence reproducible.
        let squares: f64 = self
            .iter()
            .map(|(v, c)| c as f64 * (f64::from(v) - mean).powi(2))
            .sum();
        (count >= 2).then(|| (squares / (count - 1) as f64).sqrt())
    }

    /// The smallest value that at least the share `q` of all values do not exceed: the inverse of the
    /// empirical distribution, definition 1 of R. J. Hyndman and Y. Fan, *Sample quantiles in
    /// statistical packages*, The American Statistician 50 (1996). `None` if empty or if `q` is
    /// not between 0 and 1.
    #[must_use]
    pub fn quantile(&self, q: f64) -> Option<i32> {
        let count = self.count();
        if count == 0 || !(0.0..=1.0).contains(&q) {
            return None;
        }
        let rank = ((q * count as f64).ceil() as u64).clamp(1, count);
        self.value_at(rank)
    }

    /// The median; between the two middle values if their number is even (definition 2).
    #[must_use]
    pub fn median(&self) -> Option<f64> {
        let count = self.count();
        let low = self.value_at(count.div_ceil(2))?;
        let high = self.value_at(count / 2 + 1)?;
        Some((f64::from(low) + f64::from(high)) / 2.0)
    }

    /// The value at a 1-based rank.
    fn value_at(&self, rank: u64) -> Option<i32> {
        let mut seen = 0;
        self.iter()
            .find(|(_, count)| {
                seen += count;
                seen >= rank && rank > 0
            })
            .map(|(value, _)| value)
    }

    /// Summary statistics; `None` if empty.
    #[must_use]
    pub fn summary(&self) -> Option<HistogramSummary> {
        Some(HistogramSummary {
            count: self.count(),
            mean: self.mean()?,
            standard_deviation: self.standard_deviation(),
            min: self.min()?,
            p10: self.quantile(0.1)?,
            median: self.median()?,
            p90: self.quantile(0.9)?,
            max: self.max()?,
        })
    }
}

impl PartialEq for Histogram {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Histogram {}

/// Serialised as a list of `[value, count]`, ascending.
impl Serialize for Histogram {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for pair in self.iter() {
            list.serialize_element(&pair)?;
        }
        list.end()
    }
}

/// Summary statistics of a histogram.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct HistogramSummary {
    /// Number of values.
    pub count: u64,
    /// Arithmetic mean.
    pub mean: f64,
    /// Standard deviation of the sample. `None` for a single value.
    pub standard_deviation: Option<f64>,
    /// Smallest value.
    pub min: i32,
    /// One value in ten is at most this.
    pub p10: i32,
    /// The median.
    pub median: f64,
    /// Nine values in ten are at most this.
    pub p90: i32,
    /// Largest value.
    pub max: i32,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[i32]) -> Histogram {
        let mut histogram = Histogram::default();
        values.iter().for_each(|v| histogram.add(*v));
        histogram
    }

    #[test]
    fn figures_by_hand() {
        let h = of(&[2, 4, 4, 4, 5, 5, 7, 9]);
        assert_eq!((h.mean(), h.median()), (Some(5.0), Some(4.5)));
        assert!((h.standard_deviation().unwrap() - (32.0f64 / 7.0).sqrt()).abs() < 1e-12);
        assert_eq!(
            (h.quantile(0.0), h.quantile(0.5), h.quantile(1.0)),
            (Some(2), Some(4), Some(9))
        );
        assert_eq!((h.min(), h.max(), h.count()), (Some(2), Some(9), 8));
    }

    #[test]
    fn negative_and_large_values_are_in_order() {
        let h = of(&[100_000, -3, 0, 4095, 4096, -3]);
        let all: Vec<_> = h.iter().collect();
        assert_eq!(all, [(-3, 2), (0, 1), (4095, 1), (4096, 1), (100_000, 1)]);
    }

    #[test]
    fn empty_is_undefined() {
        let h = Histogram::default();
        assert!(h.is_empty());
        assert_eq!(h.summary(), None);
        assert_eq!(
            (h.median(), h.quantile(0.5), of(&[1]).standard_deviation()),
            (None, None, None)
        );
    }
}
