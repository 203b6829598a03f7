//! Cluster-robust variance of First's share when games share openings.
//!
//! Games from one opening resemble each other, so they carry less information than independent games.
//! The variance of a share that allows for any dependence within an opening, from openings
//! g = 1 … G with n_g games and s_g points each (N games, share p̂ in all), is
//!
//! SE² = G/(G − 1) · Σ_g (s_g − p̂ n_g)² / N²
//!
//! Source: the linearised ("sandwich") variance of a ratio over clusters, K.-Y. Liang and
//! S. L. Zeger, *Longitudinal data analysis using generalized linear models*, Biometrika 73
//! (1986); W. G. Cochran, *Sampling Techniques*, 3rd ed. (1977), §§ 6.3 and 9A; the correction and
//! the t quantile with G − 1 degrees: A. C. Cameron and D. L. Miller, *A practitioner's guide to
//! cluster-robust inference*, Journal of Human Resources 50 (2015).

use crate::by_opening::{ByOpening, Merge};
use crate::units::Sums;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    games: u64,
    half_points: u64,
}

impl Merge for Counts {
    fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.half_points += other.half_points;
    }
}

/// Games and points by opening, in bounded memory (some 3 MB).
///
/// Openings are distinguished by a 64-bit hash, exactly up to 65,536 openings; more share as many
/// buckets. Two unrelated openings in one bucket leave the estimator valid: the bucket's
/// squared residual is the sum of the two squared residuals plus a cross term, whose expectation is
/// zero as the openings are independent. Only the number of clusters, and with it the precision of
/// the variance, shrinks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clusters(ByOpening<Counts>);

impl Clusters {
    /// Counts one finished game: the hash of its opening (up to the board's symmetries, where
    /// symmetric openings are the same) and First's half-points (0, 1 or 2).
    pub fn add(&mut self, opening: u64, first_half_points: u8) {
        self.0.change(opening, |sums| {
            sums.games += 1;
            sums.half_points += u64::from(first_half_points);
        });
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.0.merge(&other.0);
    }

    /// The summary for the variance.
    #[must_use]
    pub fn summary(&self) -> ClusterSummary {
        ClusterSummary::of(self.0.iter().map(|o| (o.games, o.half_points)))
    }
}

/// Totals over the clusters and the variance of First's share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClusterSummary {
    /// Number of clusters with at least one game.
    pub clusters: u64,
    /// Finished games in all.
    pub games: u64,
    /// First's half-points in all.
    pub half_points: u64,
    /// Games in the largest cluster; 1 means that no two games share an opening.
    pub largest: u64,
    /// SE² of First's share. `None` below two clusters.
    pub variance: Option<f64>,
    /// The sums with each cluster as one unit.
    pub(crate) sums: Sums,
}

impl ClusterSummary {
    /// From the games and First's half-points of each cluster, in an order that does not depend on
    /// that of the games; empty clusters are ignored.
    #[must_use]
    pub fn of(all: impl Iterator<Item = (u64, u64)>) -> Self {
        let mut sums = Sums::default();
        all.for_each(|(games, half_points)| sums.add(games, half_points));
        Self {
            clusters: sums.units,
            games: sums.games,
            half_points: sums.half_points,
            largest: sums.largest,
            variance: sums.variance(),
            sums,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        // Three openings with 2, 2 and 1 games: shares 1, 1/2 and 0.
        let mut clusters = Clusters::default();
        for (opening, half_points) in [(1, 2), (1, 2), (2, 2), (2, 0), (3, 0)] {
            clusters.add(opening, half_points);
        }
        let summary = clusters.summary();
        assert_eq!(
            (summary.clusters, summary.games, summary.half_points),
            (3, 5, 6)
        );
        // Mean .6; residuals 2 − 1.2, 1 − 1.2, 0 − .6.
        let expected = 1.5 * (0.64 + 0.04 + 0.36) / 25.0;
        assert!((summary.variance.unwrap() - expected).abs() < 1e-15);
    }

    #[test]
    fn single_games_give_the_sample_variance() {
        let mut clusters = Clusters::default();
        for opening in 0..100 {
            clusters.add(opening, if opening < 30 { 2 } else { 0 });
        }
        let summary = clusters.summary();
        assert_eq!((summary.clusters, summary.largest), (100, 1));
        assert!((summary.variance.unwrap() - 0.3 * 0.7 / 99.0).abs() < 1e-15);
    }

    #[test]
    fn openings_do_not_merge_while_they_can_be_told_apart() {
        // In 65,536 buckets some 2,900 of 20,000 openings would share one with another.
        let mut clusters = Clusters::default();
        for n in 0..20_000u64 {
            clusters.add(n.wrapping_mul(0xd134_2543_de82_ef95) ^ (n << 9), 1);
        }
        let summary = clusters.summary();
        assert_eq!((summary.clusters, summary.largest), (20_000, 1));
    }

    #[test]
    fn undefined_below_two_clusters() {
        assert_eq!(Clusters::default().summary().variance, None);
        let mut one = Clusters::default();
        one.add(7, 1);
        assert_eq!(one.summary().variance, None);
    }
}
