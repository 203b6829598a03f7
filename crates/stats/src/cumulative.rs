//! First's share over the games so far, to show convergence and drift.

use serde::Serialize;

use crate::confidence_sequence::{self, ALPHA_95};
use crate::interval::Interval;
use crate::units::{Sums, Unit};

/// Maximum number of buckets. Their width doubles when more are needed.
const MAX_BUCKETS: usize = 512;

/// Finished games and First's points by the number of each unit's first game, in at most 512 buckets.
///
/// Buckets are aligned to game numbers, so the result does not depend on the order of adding or
/// merging.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cumulative {
    width: u64,
    buckets: Vec<Sums>,
}

impl Default for Cumulative {
    fn default() -> Self {
        Self {
            width: 1,
            buckets: Vec::new(),
        }
    }
}

/// First's share after some number of games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CumulativePoint {
    /// Finished games so far.
    pub games: u64,
    /// First's share in them.
    pub share: f64,
    /// Lower end of the always-valid 95 % interval.
    pub low: f64,
    /// Upper end of the always-valid 95 % interval.
    pub high: f64,
}

impl Cumulative {
    /// Counts the finished games of a unit by the number of its first game (from 0).
    pub fn add(&mut self, first_game: u64, unit: &Unit) {
        if unit.games == 0 {
            return;
        }
        while first_game / self.width >= MAX_BUCKETS as u64 {
            self.double();
        }
        self.bucket((first_game / self.width) as usize)
            .add(unit.games, unit.half_points);
    }

    /// Adds the units of `other`.
    pub fn merge(&mut self, other: &Self) {
        while self.width < other.width {
            self.double();
        }
        for (index, sums) in other.buckets.iter().enumerate() {
            self.bucket((index as u64 * other.width / self.width) as usize)
                .merge(sums);
        }
    }

    /// First's share after each bucket with its always-valid 95 % interval, see
    /// [`crate::confidence_sequence`].
    ///
    /// The width of the interval is multiplied by `spread`, 1 for independent units. For dependent
    /// units this assumes that the dependence of all units holds from the start.
    #[must_use]
    pub fn points(&self, spread: f64) -> Vec<CumulativePoint> {
        let mut sums = Sums::default();
        let mut points = Vec::new();
        for bucket in self.buckets.iter().filter(|bucket| bucket.units > 0) {
            sums.merge(bucket);
            let interval = confidence_sequence::interval(&sums, ALPHA_95);
            if let (Some(share), Some(interval)) = (sums.share(), interval) {
                let interval = interval.stretched(share, spread);
                let Interval { low, high } = interval;
                points.push(CumulativePoint {
                    games: sums.games,
                    share,
                    low,
                    high,
                });
            }
        }
        points
    }

    fn bucket(&mut self, index: usize) -> &mut Sums {
        if index >= self.buckets.len() {
            self.buckets.resize(index + 1, Sums::default());
        }
        &mut self.buckets[index]
    }

    fn double(&mut self) {
        self.width = self.width.saturating_mul(2);
        let sum = |pair: &[Sums]| {
            let mut total = Sums::default();
            pair.iter().for_each(|bucket| total.merge(bucket));
            total
        };
        self.buckets = self.buckets.chunks(2).map(sum).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(half_points: u64) -> Unit {
        Unit {
            games: 1,
            half_points,
            unfinished: 0,
        }
    }

    #[test]
    fn ends_at_the_overall_share() {
        let mut all = Cumulative::default();
        let mut parts = [Cumulative::default(), Cumulative::default()];
        for number in 0..10_000u64 {
            let half_points = if number % 3 == 0 { 2 } else { 0 };
            all.add(number, &game(half_points));
            parts[(number / 17 % 2) as usize].add(number, &game(half_points));
        }
        let [mut merged, last] = parts;
        merged.merge(&last);
        assert_eq!(all, merged);
        let points = all.points(1.0);
        assert!(points.len() > 256 && points.len() <= MAX_BUCKETS);
        let end = points.last().unwrap();
        assert_eq!((end.games, end.share), (10_000, 0.3334));
        let interval =
            confidence_sequence::interval(&Sums::of_games(3_334, 6_666, 0), ALPHA_95).unwrap();
        assert_eq!((end.low, end.high), (interval.low, interval.high));
        let wider = all.points(2.0).pop().unwrap();
        assert!(((wider.high - wider.low) / (end.high - end.low) - 2.0).abs() < 1e-12);
    }

    #[test]
    fn huge_game_numbers_are_no_trouble() {
        let mut cumulative = Cumulative::default();
        cumulative.add(u64::MAX, &game(2));
        cumulative.add(0, &game(0));
        assert_eq!(cumulative.points(1.0).len(), 2);
        assert!(Cumulative::default().points(1.0).is_empty());
    }
}
