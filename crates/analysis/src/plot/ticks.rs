//! Round numbers along an axis.

use crate::format::{fixed, scientific};

/// Positions along an axis and the number of decimals of their labels.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ticks {
    pub values: Vec<f64>,
    pub decimals: usize,
}

impl Ticks {
    /// Multiples of 1, 2 or 5 × a power of ten between `min` and `max`, at most `most` of them
    /// (2 at least). `whole` keeps to whole numbers.
    pub fn linear(min: f64, max: f64, most: usize, whole: bool) -> Self {
        let span = max - min;
        if !span.is_finite() || span <= 0.0 {
            return Self {
                values: vec![min],
                decimals: 0,
            };
        }
        let least_step = span / most.max(2) as f64;
        let mut exponent = least_step.log10().floor() as i32;
        if whole {
            exponent = exponent.max(0);
        }
        loop {
            for factor in [1.0, 2.0, 5.0] {
                let step = factor * 10f64.powi(exponent);
                // A hair of tolerance, so that an end that is a multiple counts.
                let first = (min / step - 1e-9).ceil();
                let last = (max / step + 1e-9).floor();
                let count = last - first + 1.0;
                if count <= most.max(2) as f64 {
                    let decimals = usize::try_from(-exponent).unwrap_or(0);
                    // From whole multiples: adding steps up would let errors grow.
                    let values = (0..count.max(0.0) as i64)
                        .map(|i| (first + i as f64) * step)
                        .collect();
                    return Self { values, decimals };
                }
            }
            exponent += 1;
        }
    }

    /// 1, 2 and 5 × powers of ten, or the powers alone if there were more than `most`.
    pub fn logarithmic(min: f64, max: f64, most: usize) -> Self {
        let decades = || min.log10().floor() as i32..=max.log10().ceil() as i32;
        let of = |factors: &[f64]| -> Vec<f64> {
            decades()
                .flat_map(|e| factors.iter().map(move |f| f * 10f64.powi(e)))
                .filter(|v| (min * (1.0 - 1e-9)..=max * (1.0 + 1e-9)).contains(v))
                .collect()
        };
        let mut values = of(&[1.0, 2.0, 5.0]);
        if values.len() > most {
            values = of(&[1.0]);
        }
        Self {
            values,
            decimals: 0,
        }
    }

    pub fn label(&self, value: f64) -> String {
        let largest = self
            .values
            .iter()
            .fold(0.0, |most: f64, v| most.max(v.abs()));
        if largest >= 1e10 || self.decimals > 6 {
            return if value == 0.0 {
                "0".to_owned()
            } else {
                scientific(value, 1)
            };
        }
        let decimals = if value.abs() < 1.0 && value != 0.0 && self.decimals == 0 {
            usize::try_from(-value.abs().log10().floor() as i32).unwrap_or(0)
        } else {
            self.decimals
        };
        fixed(value, decimals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(ticks: &Ticks) -> Vec<String> {
        ticks.values.iter().map(|v| ticks.label(*v)).collect()
    }

    #[test]
    fn labels_are_round() {
        assert_eq!(
            labels(&Ticks::linear(0.0, 0.5, 6, false)),
            ["0.0", "0.1", "0.2", "0.3", "0.4", "0.5"]
        );
        assert_eq!(
            labels(&Ticks::linear(-3.0, 7.0, 6, false)),
            ["−2", "0", "2", "4", "6"]
        );
        assert_eq!(labels(&Ticks::linear(0.0, 2.0, 9, true)), ["0", "1", "2"]);
        assert_eq!(
            labels(&Ticks::linear(0.0, 12_000.0, 4, true)),
            ["0", "5,000", "10,000"]
        );
    }

    #[test]
    fn logarithmic_labels() {
        assert_eq!(
            labels(&Ticks::logarithmic(1.0, 60.0, 8)),
            ["1", "2", "5", "10", "20", "50"]
        );
        assert_eq!(labels(&Ticks::logarithmic(1.0, 1e6, 8)).len(), 7);
        assert_eq!(labels(&Ticks::logarithmic(0.5, 2.0, 8)), ["0.5", "1", "2"]);
    }

    #[test]
    fn numbers_that_would_not_fit_have_an_exponent() {
        assert_eq!(
            labels(&Ticks::linear(0.0, 4e12, 3, false)),
            ["0", "2.0e12", "4.0e12"]
        );
        assert_eq!(
            labels(&Ticks::linear(-2e-9, 2e-9, 3, false)),
            ["−2.0e−9", "0", "2.0e−9"]
        );
    }

    #[test]
    fn an_empty_range_has_one_tick() {
        assert_eq!(Ticks::linear(3.0, 3.0, 5, false).values, [3.0]);
        assert_eq!(Ticks::linear(0.0, f64::NAN, 5, false).values.len(), 1);
    }
}
