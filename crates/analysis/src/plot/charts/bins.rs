//! Groups whole numbers into bars.

use flipside_stats::histogram::Histogram;

/// The maximum number of bars; more would be too thin.
const MOST: i64 = 64;

/// Neighbouring values `from ..= to` that share a bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bin {
    pub from: i64,
    pub to: i64,
    pub count: u64,
}

/// Bars of equal width over a range of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Binning {
    width: i64,
    /// Keeps zero in a bar of its own, so that none mixes signs.
    split_at_zero: bool,
    min: i64,
    max: i64,
}

impl Binning {
    /// The narrowest round width that needs at most 64 bars. `None` for an empty histogram.
    pub fn of(histogram: &Histogram, split_at_zero: bool) -> Option<Self> {
        let (min, max) = (i64::from(histogram.min()?), i64::from(histogram.max()?));
        let mut power = 1;
        loop {
            for factor in [1, 2, 5] {
                let width = factor * power;
                let binning = Self {
                    width,
                    split_at_zero,
                    min,
                    max,
                };
                if binning.index(max) - binning.index(min) < MOST {
                    return Some(binning);
                }
            }
            power *= 10;
        }
    }

    /// Values per bar.
    pub fn width(&self) -> i64 {
        self.width
    }

    /// Least and largest value that a bar covers.
    pub fn range(&self) -> (i64, i64) {
        (
            self.bounds(self.index(self.min)).0,
            self.bounds(self.index(self.max)).1,
        )
    }

    /// All bars in order, empty ones between included.
    pub fn count(&self, histogram: &Histogram) -> Vec<Bin> {
        let first = self.index(self.min);
        let mut bins: Vec<Bin> = (first..=self.index(self.max))
            .map(|index| {
                let (from, to) = self.bounds(index);
                Bin { from, to, count: 0 }
            })
            .collect();
        for (value, count) in histogram.iter() {
            let bin = usize::try_from(self.index(i64::from(value)) - first)
                .ok()
                .and_then(|index| bins.get_mut(index));
            if let Some(bin) = bin {
                bin.count += count;
            }
        }
        bins
    }

    fn index(&self, value: i64) -> i64 {
        if self.split_at_zero {
            // … −w ..= −1 | 0 | 1 ..= w …
            value.signum() * (value.abs() + self.width - 1).div_euclid(self.width)
        } else {
            value.div_euclid(self.width)
        }
    }

    fn bounds(&self, index: i64) -> (i64, i64) {
        match (self.split_at_zero, index) {
            (false, i) => (i * self.width, i * self.width + self.width - 1),
            (true, 0) => (0, 0),
            (true, i) if i > 0 => ((i - 1) * self.width + 1, i * self.width),
            (true, i) => (i * self.width, (i + 1) * self.width - 1),
        }
    }
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
    fn few_values_have_a_bar_each() {
        let h = of(&[3, 5, 5]);
        let bins = Binning::of(&h, false).unwrap().count(&h);
        let counts: Vec<_> = bins.iter().map(|b| (b.from, b.to, b.count)).collect();
        assert_eq!(counts, [(3, 3, 1), (4, 4, 0), (5, 5, 2)]);
    }

    #[test]
    fn bars_never_mix_signs() {
        let h = of(&[-100, -1, 0, 1, 100]);
        let binning = Binning::of(&h, true).unwrap();
        assert_eq!(binning.width(), 5);
        let bins = binning.count(&h);
        assert!(bins.iter().all(|b| b.from.signum() == b.to.signum()));
        assert!(bins.windows(2).all(|w| w[0].to + 1 == w[1].from));
        assert_eq!(bins.iter().map(|b| b.count).sum::<u64>(), 5);
    }

    #[test]
    fn extremes_are_no_trouble() {
        for split in [false, true] {
            let h = of(&[i32::MIN, i32::MAX]);
            let bins = Binning::of(&h, split).unwrap().count(&h);
            assert!(bins.len() <= 64 && bins.iter().map(|b| b.count).sum::<u64>() == 2);
        }
        assert_eq!(Binning::of(&Histogram::default(), false), None);
    }
}
