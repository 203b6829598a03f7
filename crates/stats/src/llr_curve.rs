//! The log-likelihood ratio over the pairs of a sequential test.

use serde::Serialize;

use crate::elo::PairCounts;
use crate::sprt::Sprt;

/// Maximum number of points. Their distance doubles when more are needed.
const MAX_POINTS: usize = 512;

/// Counts of pairs at evenly spaced points of a match, in constant memory.
///
/// Pairs are given in the order of the schedule, like those of a [`SprtRun`].
///
/// [`SprtRun`]: crate::sprt::SprtRun
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LlrCurve {
    distance: u64,
    points: Vec<PairCounts>,
    all: PairCounts,
}

/// The log-likelihood ratio after some pairs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LlrPoint {
    /// Pairs so far.
    pub pairs: u64,
    /// Log-likelihood ratio of elo1 to elo0.
    pub llr: f64,
}

impl Default for LlrCurve {
    fn default() -> Self {
        Self {
            distance: 1,
            points: Vec::new(),
            all: PairCounts::default(),
        }
    }
}

impl LlrCurve {
    /// Adds the next pair by A's half-points in it, 0 to 4.
    pub fn add(&mut self, half_points: u8) {
        self.all.add(half_points);
        if !self.all.pairs().is_multiple_of(self.distance) {
            return;
        }
        self.points.push(self.all);
        if self.points.len() > MAX_POINTS {
            self.distance *= 2;
            let distance = self.distance;
            self.points
                .retain(|counts| counts.pairs().is_multiple_of(distance));
        }
    }

    /// All pairs so far.
    pub(crate) const fn counts(&self) -> PairCounts {
        self.all
    }

    /// The ratio from the first pair to the last.
    #[must_use]
    pub fn points(&self, sprt: &Sprt) -> Vec<LlrPoint> {
        let at = |counts: &PairCounts| LlrPoint {
            pairs: counts.pairs(),
            llr: sprt.llr_of_pairs(counts),
        };
        let last = Some(&self.all).filter(|all| self.points.last() != Some(all));
        let none = PairCounts::default();
        let all = std::iter::once(&none).chain(&self.points).chain(last);
        let mut points: Vec<LlrPoint> = all.map(at).collect();
        points.dedup_by_key(|point| point.pairs);
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sprt::EloScale;

    fn test() -> Sprt {
        Sprt::new(0.0, 20.0, EloScale::Logistic, 0.05, 0.05).unwrap()
    }

    #[test]
    fn points_are_what_the_test_says_of_the_pairs_so_far() {
        let results = |n: u64| (n * 7 % 5) as u8;
        for length in [0, 1, 2, 511, 512, 513, 5_000] {
            let mut curve = LlrCurve::default();
            (0..length).for_each(|n| curve.add(results(n)));
            let points = curve.points(&test());
            assert_eq!(points[0], LlrPoint { pairs: 0, llr: 0.0 });
            assert_eq!(points.last().unwrap().pairs, length);
            assert!(points.len() <= MAX_POINTS + 2);
            let mut counts = PairCounts::default();
            let mut n = 0;
            for point in points {
                while n < point.pairs {
                    counts.add(results(n));
                    n += 1;
                }
                assert_eq!(point.llr, test().llr_of_pairs(&counts));
            }
        }
    }
}
