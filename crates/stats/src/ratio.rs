//! Shares and means of clustered items, such as the turns of games.
//!
//! Turns of one game resemble each other, and so do games from one opening. So the spread is measured
//! between clusters, as for First's share: see
//! [`crate::clusters`] for the variance and its sources. A share near 0 or 1, or with few
//! clusters, has Wilson's interval in place of the symmetric one, as [`Advantage`] has it.

use serde::Serialize;

use crate::advantage::Advantage;
use crate::clusters::ClusterSummary;
use crate::interval::{Confidence, Interval};
use crate::normal::student_t_quantile;
use crate::tally::Tally;

/// A total over a number of items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Ratio {
    /// The total: the count or sum of the items.
    pub total: u64,
    /// The number of items.
    pub of: u64,
    /// Total divided by number. `None` without items.
    pub value: Option<f64>,
    /// Its 95 % interval. `None` below two clusters.
    pub interval: Option<Interval>,
}

impl Ratio {
    /// The share of the items that are of some kind. Each cluster is its number of items, and the
    /// number of those of the kind.
    #[must_use]
    pub fn share(clusters: impl Iterator<Item = (u64, u64)> + Clone) -> Self {
        let summary = doubled(clusters);
        let (of, total) = (summary.games, summary.half_points / 2);
        let counted = Tally {
            first_wins: total,
            second_wins: of - total,
            ..Tally::default()
        };
        let estimate = Advantage::by_opening(&counted, &summary);
        Self {
            total,
            of,
            value: estimate.map(|estimate| estimate.share),
            interval: estimate
                .filter(|_| summary.clusters >= 2)
                .and_then(|estimate| estimate.interval),
        }
    }

    /// The mean of the items, with the symmetric interval, cut at 0. Each cluster is its number of
    /// items, and their sum.
    #[must_use]
    pub fn mean(clusters: impl Iterator<Item = (u64, u64)> + Clone) -> Self {
        let summary = doubled(clusters);
        let (of, total) = (summary.games, summary.half_points / 2);
        let value = (of > 0).then(|| total as f64 / of as f64);
        let degrees = summary.clusters.saturating_sub(1) as f64;
        let quantile = student_t_quantile(Confidence::P95.upper_tail(), degrees);
        let interval = match (value, summary.variance, quantile) {
            (Some(value), Some(variance), Some(quantile)) => {
                let half = quantile * variance.sqrt();
                Some(Interval {
                    low: (value - half).max(0.0),
                    high: value + half,
                })
            }
            _ => None,
        };
        Self {
            total,
            of,
            value,
            interval,
        }
    }
}

/// The summary of the clusters, which counts half-points, here halves of the sums.
fn doubled(clusters: impl Iterator<Item = (u64, u64)> + Clone) -> ClusterSummary {
    ClusterSummary::of(clusters.map(|(of, total)| (of, 2 * total)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_by_hand() {
        // Three clusters of 2, 2 and 1 things with 5, 1 and 0 in all: mean 6/5.
        let mean = Ratio::mean([(2, 5), (0, 0), (2, 1), (1, 0)].into_iter());
        assert_eq!((mean.total, mean.of, mean.value), (6, 5, Some(1.2)));
        // Residuals 5 − 2.4, 1 − 2.4, 0 − 1.2; Student's t with two degrees: 4.302653.
        let variance: f64 = 1.5 * (2.6_f64.powi(2) + 1.4_f64.powi(2) + 1.2_f64.powi(2)) / 25.0;
        let half = 4.302_653 * variance.sqrt();
        let interval = mean.interval.unwrap();
        assert!((interval.high - (1.2 + half)).abs() < 1e-5, "{interval:?}");
        assert_eq!(interval.low, 0.0);
    }

    #[test]
    fn a_share_has_the_interval_of_firsts_share() {
        let clusters: Vec<(u64, u64)> = (0..200).map(|n| (20 + n % 7, n % 11)).collect();
        let share = Ratio::share(clusters.iter().copied());
        let of: u64 = clusters.iter().map(|c| c.0).sum();
        let total: u64 = clusters.iter().map(|c| c.1).sum();
        assert_eq!((share.total, share.of), (total, of));
        let p = total as f64 / of as f64;
        let squares: f64 = clusters
            .iter()
            .map(|&(n, s)| (s as f64 - p * n as f64).powi(2))
            .sum();
        let error = (200.0 / 199.0 * squares).sqrt() / of as f64;
        let half = student_t_quantile(0.975, 199.0).unwrap() * error;
        let interval = share.interval.unwrap();
        // The symmetric interval, but for terms of the order 1/N.
        assert!((interval.low - (p - half)).abs() < 0.05 * half);
        assert!((interval.high - (p + half)).abs() < 0.05 * half);
    }

    #[test]
    fn what_is_undefined_is_none() {
        assert_eq!(Ratio::share([].into_iter()), Ratio::default());
        assert_eq!(Ratio::mean([].into_iter()), Ratio::default());
        // One cluster tells nothing about others.
        let one = [(10, 3)].into_iter();
        assert_eq!(Ratio::share(one.clone()).interval, None);
        assert_eq!(Ratio::mean(one.clone()).interval, None);
        assert_eq!(Ratio::share(one).value, Some(0.3));
        // Nothing of the kind anywhere: an interval that leaves room above zero.
        let none = Ratio::share((0..30).map(|_| (10, 0)));
        assert_eq!(
            (none.value, none.interval.map(|i| i.low)),
            (Some(0.0), Some(0.0))
        );
        assert!((0.05..0.2).contains(&none.interval.unwrap().high));
    }
}
