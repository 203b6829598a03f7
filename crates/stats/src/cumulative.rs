//! First's share as the games come in: how soon it settled, and whether it drifts.

use serde::Serialize;

use super::wilson;
use crate::interval::Confidence;

/// Most buckets held; their width doubles when they don't suffice.
const MAX_BUCKETS: usize = 512;

/// Finished games and First's half-points by game number, in at most 512 buckets.
///
/// Buckets are aligned to game numbers, so the result doesn't depend on the order of adding or
/// merging.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cumulative {
    width: u64,
    buckets: Vec<(u64, u64)>,
}

impl Default for Cumulative {
    fn default() -> Self {
        Self {
            width: 1,
            buckets: Vec::new(),
        }
    }
}

/// First's share over the games up to some point.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CumulativePoint {
    /// Finished games so far.
    pub games: u64,
    /// First's share in them.
    pub share: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
}

impl Cumulative {
    /// Counts a finished game by its number (from 0) and First's half-points (0, 1 or 2).
    pub fn add(&mut self, game: u64, first_half_points: u8) {
        while game / self.width >= MAX_BUCKETS as u64 {
            self.double();
        }
        let bucket = self.bucket((game / self.width) as usize);
        bucket.0 += 1;
        bucket.1 += u64::from(first_half_points);
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: &Self) {
        while self.width < other.width {
            self.double();
        }
        for (index, (games, half_points)) in other.buckets.iter().enumerate() {
            let bucket = self.bucket((index as u64 * other.width / self.width) as usize);
            bucket.0 += games;
            bucket.1 += half_points;
        }
    }

    /// First's share after each bucket with its 95 % Wilson interval.
    ///
    /// `efficiency` is N_eff / N of all games: 1 for independent games without draws. The band
    /// supposes that it was the same from the start, as the dependence between a part of the games
    /// isn't kept.
    #[must_use]
    pub fn points(&self, efficiency: f64) -> Vec<CumulativePoint> {
        let mut games = 0;
        let mut half_points = 0;
        let mut points = Vec::new();
        for bucket in self.buckets.iter().filter(|bucket| bucket.0 > 0) {
            games += bucket.0;
            half_points += bucket.1;
            let share = half_points as f64 / (2.0 * games as f64);
            let interval = wilson::interval(share, games as f64 * efficiency, Confidence::P95);
            if let Some(interval) = interval {
                points.push(CumulativePoint {
                    games,
                    share,
                    low: interval.low,
                    high: interval.high,
                });
            }
        }
        points
    }

    fn bucket(&mut self, index: usize) -> &mut (u64, u64) {
        if index >= self.buckets.len() {
            self.buckets.resize(index + 1, (0, 0));
        }
        &mut self.buckets[index]
    }

    fn double(&mut self) {
        self.width = self.width.saturating_mul(2);
        let sum = |pair: &[(u64, u64)]| {
            pair.iter()
                .fold((0, 0), |total, b| (total.0 + b.0, total.1 + b.1))
        };
        self.buckets = self.buckets.chunks(2).map(sum).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_at_the_overall_share() {
        let mut all = Cumulative::default();
        let mut parts = [Cumulative::default(), Cumulative::default()];
        for game in 0..10_000u64 {
            let half_points = if game % 3 == 0 { 2 } else { 0 };
            all.add(game, half_points);
            parts[(game / 17 % 2) as usize].add(game, half_points);
        }
        let [mut merged, last] = parts;
        merged.merge(&last);
        assert_eq!(all, merged);
        let points = all.points(1.0);
        assert!(points.len() > 256 && points.len() <= MAX_BUCKETS);
        let end = points.last().unwrap();
        assert_eq!((end.games, end.share), (10_000, 0.3334));
    }

    #[test]
    fn huge_game_numbers_are_no_trouble() {
        let mut cumulative = Cumulative::default();
        cumulative.add(u64::MAX, 2);
        cumulative.add(0, 0);
        assert_eq!(cumulative.points(1.0).len(), 2);
        assert!(Cumulative::default().points(1.0).is_empty());
    }
}
