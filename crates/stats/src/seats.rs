//! First's advantage in matches of different agents who swap seats.
//!
//! In a match of unequal agents the stronger one tends to win from either seat, so First's share is
//! close to one half for any value of the seats. The seats are measured by the pairs that one seat won
//! twice: a pairs in which First won both games, b in which Second did. With q = a/(a + b)
//!
//! - the **direction** follows from a and b: both are equally likely if and only if the seats have
//!   equal value;
//! - the **share between equal agents** is not identified, since openings differ in value. If all
//!   openings are alike, First's odds o and the agents' ratio of strength r give a win of First
//!   with odds o·r in one game of a pair and o/r in the other, so that a/b = o² and the share is
//!   1/(1 + √(b/a)). If openings decide the games alone, a pair goes to the seat that its opening
//!   favours, and the share is q. The truth lies between the two.
//!
//! Pairs with a draw are excluded.

use flipside_rules::GameResult;
use serde::Serialize;

use crate::interval::Interval;
use crate::tally::first_half_points;
use crate::units::{Unit, UnitSums};

/// First's share between equal agents if all openings are alike: 1/(1 + √((1 − q)/q)) with
/// q = a/(a + b), 0 at 0.
#[must_use]
pub fn if_openings_are_alike(q: f64) -> f64 {
    let (first, second) = (q.max(0.0).sqrt(), (1.0 - q).max(0.0).sqrt());
    first / (first + second)
}

/// The range of First's share between equal agents that q = a/(a + b) allows.
#[must_use]
pub fn range(q: f64) -> Interval {
    let alike = if_openings_are_alike(q);
    Interval {
        low: alike.min(q),
        high: alike.max(q),
    }
}

/// The range with its uncertainty: the ends that an interval of q allows.
#[must_use]
pub fn range_of(q: Interval) -> Interval {
    Interval {
        low: range(q.low).low,
        high: range(q.high).high,
    }
}

/// Pairs by which seat won them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SeatCounts {
    /// Pairs of which First won both games.
    pub first_both: u64,
    /// Pairs of which Second won both games.
    pub second_both: u64,
    /// Pairs of which each seat won one game.
    pub split: u64,
    /// Pairs with a draw, excluded from estimates.
    pub tied: u64,
    /// Pairs with an unfinished game, excluded from estimates.
    pub unfinished: u64,
}

impl SeatCounts {
    /// Counts the pairs of both.
    pub fn merge(&mut self, other: &Self) {
        self.first_both += other.first_both;
        self.second_both += other.second_both;
        self.split += other.split;
        self.tied += other.tied;
        self.unfinished += other.unfinished;
    }

    /// Pairs that one seat won twice.
    #[must_use]
    pub fn decisive(&self) -> u64 {
        self.first_both + self.second_both
    }
}

/// The pairs of a unit, by the seat that won them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatUnit {
    /// The pairs by which seat won them.
    pub counts: SeatCounts,
    if_first: Unit,
    if_second: Unit,
}

impl SeatUnit {
    /// From both games of a pair. Pairs with a void game are not counted.
    #[must_use]
    pub fn of_pair(games: [GameResult; 2]) -> Self {
        let mut unit = Self::default();
        if games.contains(&GameResult::Void) {
            return unit;
        }
        let points = |open: Option<u8>| games.map(|game| first_half_points(game).or(open));
        match points(None) {
            [None, _] | [_, None] => unit.counts.unfinished = 1,
            [Some(2), Some(2)] => unit.counts.first_both = 1,
            [Some(0), Some(0)] => unit.counts.second_both = 1,
            [Some(1), _] | [_, Some(1)] => unit.counts.tied = 1,
            _ => unit.counts.split = 1,
        }
        let decisive = |open| match points(Some(open)) {
            [Some(2), Some(2)] => won(1, 1),
            [Some(0), Some(0)] => won(1, 0),
            _ => Unit::default(),
        };
        unit.if_first = decisive(2);
        unit.if_second = decisive(0);
        unit
    }

    /// Adds pairs of the same unit.
    pub fn join(&mut self, other: &Self) {
        self.counts.merge(&other.counts);
        self.if_first.join(&other.if_first);
        self.if_second.join(&other.if_second);
    }

    /// Adds the unit to sums over pairs that one seat won twice; First's points are those pairs that
    /// First won.
    pub fn add_to(&self, sums: &mut UnitSums) {
        let decisive = won(self.counts.decisive(), self.counts.first_both);
        let (first, second) = (&self.if_first, &self.if_second);
        sums.finished.add(decisive.games, decisive.half_points);
        sums.if_first.add(first.games, first.half_points);
        sums.if_second.add(second.games, second.half_points);
    }
}

fn won(pairs: u64, by_first: u64) -> Unit {
    Unit {
        games: pairs,
        half_points: 2 * by_first,
        unfinished: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::Confidence;
    use crate::wilson;
    use flipside_rules::Seat;

    const FIRST: GameResult = GameResult::Win(Seat::First);
    const SECOND: GameResult = GameResult::Win(Seat::Second);
    const OPEN: GameResult = GameResult::Unfinished;

    fn percent(range: Interval, decimals: i32) -> (f64, f64) {
        let unit = 10f64.powi(decimals);
        let round = |x: f64| (100.0 * x * unit).round() / unit;
        (round(range.low), round(range.high))
    }

    fn q(a: f64, b: f64) -> f64 {
        a / (a + b)
    }

    #[test]
    fn known_ranges() {
        assert_eq!(percent(range(q(215.0, 191.0)), 2), (51.48, 52.96));
        assert_eq!(percent(range(q(344.0, 279.0)), 1), (52.6, 55.2));
        assert_eq!(percent(range(q(1_533.0, 1_423.0)), 1), (50.9, 51.9));
        // The other seat: mirrored.
        assert_eq!(percent(range(q(191.0, 215.0)), 2), (47.04, 48.52));
        assert_eq!(
            range(0.5),
            Interval {
                low: 0.5,
                high: 0.5
            }
        );
    }

    #[test]
    fn one_sided_pairs_have_a_range() {
        for (share, known) in [(0.0, 0.0), (1.0, 1.0)] {
            let all = range(share);
            assert_eq!((all.low, all.high), (known, known));
            let interval = wilson::interval(share, 20.0, Confidence::P95).unwrap();
            let range = range_of(interval);
            assert!(range.low >= 0.0 && range.high <= 1.0 && range.low < range.high);
            assert!(range.contains(known), "{range:?}");
        }
    }

    #[test]
    fn pairs_are_sorted_by_the_seat_that_won() {
        let mut sums = UnitSums::default();
        let mut counts = SeatCounts::default();
        for pair in [
            [FIRST, FIRST],
            [SECOND, SECOND],
            [SECOND, SECOND],
            [FIRST, SECOND],
            [FIRST, GameResult::Draw],
            [FIRST, OPEN],
            [OPEN, OPEN],
            [SECOND, GameResult::Void],
        ] {
            let unit = SeatUnit::of_pair(pair);
            counts.merge(&unit.counts);
            unit.add_to(&mut sums);
        }
        let expected = SeatCounts {
            first_both: 1,
            second_both: 2,
            split: 1,
            tied: 1,
            unfinished: 2,
        };
        assert_eq!(counts, expected);
        let of = |sums: &crate::units::Sums| (sums.games, sums.half_points / 2);
        assert_eq!(of(&sums.finished), (3, 1));
        // Won by First the open pairs are First's; won by Second one is split, one is Second's.
        assert_eq!((of(&sums.if_first), of(&sums.if_second)), ((5, 3), (4, 1)));
    }

    #[test]
    fn pairs_of_one_opening_are_one_unit() {
        let mut unit = SeatUnit::of_pair([FIRST, FIRST]);
        unit.join(&SeatUnit::of_pair([SECOND, SECOND]));
        unit.join(&SeatUnit::of_pair([FIRST, SECOND]));
        let mut sums = UnitSums::default();
        unit.add_to(&mut sums);
        assert_eq!((sums.finished.units, sums.finished.games), (1, 2));
        assert_eq!(sums.finished.half_points, 2);
        assert!(!sums.is_open());
    }
}
