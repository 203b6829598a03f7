//! Cluster-robust variance of First's share when games share openings.
//!
//! Games from one opening are alike, so they carry less information than as many independent
//! games. The variance of a share that allows for any dependence within an opening, from openings
//! g = 1 … G with n_g games and s_g points each (N games, share p̂ in all), is
//!
//! SE² = G/(G − 1) · Σ_g (s_g − p̂ n_g)² / N²
//!
//! Source: the linearised ("sandwich") variance of a ratio over clusters, K.-Y. Liang and
//! S. L. Zeger, *Longitudinal data analysis using generalized linear models*, Biometrika 73
//! (1986); W. G. Cochran, *Sampling Techniques*, 3rd ed. (1977), §§ 6.3 and 9A; the correction and
//! the t quantile with G − 1 degrees: A. C. Cameron and D. L. Miller, *A practitioner's guide to
//! cluster-robust inference*, Journal of Human Resources 50 (2015).

/// Number of buckets that openings are sorted into.
pub const BUCKETS: usize = 1 << 16;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Bucket {
    games: u64,
    half_points: u64,
}

/// Games and points by opening, in constant memory (1 MiB once a game has been added).
///
/// Openings are told apart by a 64-bit hash and sorted into [`BUCKETS`] buckets. Two unrelated
/// openings in one bucket leave the estimator valid: the bucket's squared residual is the sum of
/// the two squared residuals plus a cross term, whose expectation is zero as the openings are
/// independent. Only the number of clusters, and with it the precision of the variance, shrinks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clusters {
    // Empty until the first game: most groups of a report never see any.
    buckets: Vec<Bucket>,
}

impl Clusters {
    /// Counts one finished game: the hash of its opening (up to the board's symmetries, where
    /// symmetric openings are the same) and First's half-points (0, 1 or 2).
    pub fn add(&mut self, opening: u64, first_half_points: u8) {
        if self.buckets.is_empty() {
            self.buckets = vec![Bucket::default(); BUCKETS];
        }
        // The top bits of a multiplicative hash depend on all bits of the input.
        let index = opening.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48;
        let bucket = &mut self.buckets[index as usize];
        bucket.games += 1;
        bucket.half_points += u64::from(first_half_points);
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: &Self) {
        if self.buckets.is_empty() {
            self.buckets.clone_from(&other.buckets);
            return;
        }
        for (mine, theirs) in self.buckets.iter_mut().zip(&other.buckets) {
            mine.games += theirs.games;
            mine.half_points += theirs.half_points;
        }
    }

    /// What the variance needs to know.
    #[must_use]
    pub fn summary(&self) -> ClusterSummary {
        ClusterSummary::of(self.buckets.iter().map(|b| (b.games, b.half_points)))
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
}

impl ClusterSummary {
    /// From the games and First's half-points of each cluster, in an order that doesn't depend on
    /// that of the games; empty clusters don't count.
    #[must_use]
    pub fn of(all: impl Iterator<Item = (u64, u64)> + Clone) -> Self {
        let used = all.filter(|(games, _)| *games > 0);
        let clusters = used.clone().count() as u64;
        let games: u64 = used.clone().map(|c| c.0).sum();
        let half_points: u64 = used.clone().map(|c| c.1).sum();
        let largest = used.clone().map(|c| c.0).max().unwrap_or(0);
        let variance = (clusters >= 2).then(|| {
            let mean = half_points as f64 / games as f64;
            // In half-points, hence the 4.
            let squares: f64 = used.map(|c| (c.1 as f64 - mean * c.0 as f64).powi(2)).sum();
            let correction = clusters as f64 / (clusters - 1) as f64;
            correction * squares / 4.0 / (games as f64).powi(2)
        });
        Self {
            clusters,
            games,
            half_points,
            largest,
            variance,
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
        assert_eq!(
            summary.largest, 1,
            "small numbers fall into different buckets"
        );
        assert!((summary.variance.unwrap() - 0.3 * 0.7 / 99.0).abs() < 1e-15);
    }

    #[test]
    fn undefined_below_two_clusters() {
        assert_eq!(Clusters::default().summary().variance, None);
        let mut one = Clusters::default();
        one.add(7, 1);
        assert_eq!(one.summary().variance, None);
    }
}
