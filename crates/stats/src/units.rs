//! Sums over the units of a sample.
//!
//! A *unit* is sampled independently: a game, a pair of games with seats swapped, all games of one
//! opening number, or the games of one listed opening. Unit u has n_u finished games and s_u points of
//! First. The estimators need only the sums of n, s, n², ns and s². They are integers, so results do
//! not depend on the order of the units or the division of the work.
//!
//! The variance of the share p̂ = Σs/Σn over U units is that of a ratio estimator (W. G. Cochran,
//! *Sampling Techniques*, 3rd ed. (1977), § 6.3; K.-Y. Liang and S. L. Zeger, *Longitudinal data
//! analysis using generalized linear models*, Biometrika 73 (1986)):
//!
//! SE² = U/(U − 1) · Σ (s_u − p̂ n_u)² / (Σ n_u)²

use crate::tally::first_half_points;
use flipside_rules::GameResult;

/// Games of one unit, First's viewpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unit {
    /// Finished games.
    pub games: u64,
    /// First's half-points in them.
    pub half_points: u64,
    /// Games stopped before they were over.
    pub unfinished: u64,
}

impl Unit {
    /// A unit of these games. Void games are not counted.
    #[must_use]
    pub fn of(results: &[GameResult]) -> Self {
        let mut unit = Self::default();
        for &result in results {
            match first_half_points(result) {
                Some(half_points) => {
                    unit.games += 1;
                    unit.half_points += u64::from(half_points);
                }
                None => unit.unfinished += u64::from(result == GameResult::Unfinished),
            }
        }
        unit
    }

    /// Adds games of the same unit.
    pub fn join(&mut self, other: &Self) {
        self.games += other.games;
        self.half_points += other.half_points;
        self.unfinished += other.unfinished;
    }
}

/// Sums over units of n games and s half-points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Units with at least one game.
    pub units: u64,
    /// Σ n.
    pub games: u64,
    /// Σ s, in half-points.
    pub half_points: u64,
    /// Σ n².
    pub games_squared: u64,
    /// Σ n·s.
    pub products: u64,
    /// Σ s².
    pub half_points_squared: u64,
    /// Games of the largest unit.
    pub largest: u64,
}

impl Sums {
    /// Adds a unit; units without games are ignored. `half_points` must be at most twice `games`.
    pub fn add(&mut self, games: u64, half_points: u64) {
        if games == 0 {
            return;
        }
        self.units += 1;
        self.games += games;
        self.half_points += half_points;
        self.games_squared += games * games;
        self.products += games * half_points;
        self.half_points_squared += half_points * half_points;
        self.largest = self.largest.max(games);
    }

    /// Adds the units of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.units += other.units;
        self.games += other.games;
        self.half_points += other.half_points;
        self.games_squared += other.games_squared;
        self.products += other.products;
        self.half_points_squared += other.half_points_squared;
        self.largest = self.largest.max(other.largest);
    }

    /// Sums of units of one game each.
    #[must_use]
    pub fn of_games(wins: u64, losses: u64, draws: u64) -> Self {
        let games = wins + losses + draws;
        Self {
            units: games,
            games,
            half_points: 2 * wins + draws,
            games_squared: games,
            products: 2 * wins + draws,
            half_points_squared: 4 * wins + draws,
            largest: u64::from(games > 0),
        }
    }

    /// The share Σs/Σn, 0 to 1. `None` without games.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        (self.games > 0).then(|| self.half_points as f64 / (2.0 * self.games as f64))
    }

    /// Whether every unit is one game, won or lost.
    #[must_use]
    pub fn is_binary(&self) -> bool {
        self.games == self.units && self.half_points_squared == 2 * self.half_points
    }

    /// The smaller of both scores, in points.
    #[must_use]
    pub fn rarer_points(&self) -> f64 {
        let seconds = 2 * self.games - self.half_points;
        self.half_points.min(seconds) as f64 / 2.0
    }

    /// Σ (s − p̂ n)², in points. 0 without games.
    #[must_use]
    pub fn squared_residuals(&self) -> f64 {
        if self.games == 0 {
            return 0.0;
        }
        // N² Σs² − 2 N S Σns + S² Σn², exact as long as 128 bits hold it.
        let exact = || {
            let wide = |x: u64| i128::from(x);
            let (n, s) = (wide(self.games), wide(self.half_points));
            let a = (n.checked_mul(n)?).checked_mul(wide(self.half_points_squared))?;
            let b = (n.checked_mul(2 * s)?).checked_mul(wide(self.products))?;
            let c = (s.checked_mul(s)?).checked_mul(wide(self.games_squared))?;
            Some(a.checked_add(c)?.checked_sub(b)? as f64 / (n as f64).powi(2))
        };
        let in_half_points = exact().unwrap_or_else(|| {
            let share = self.half_points as f64 / self.games as f64;
            self.half_points_squared as f64 - 2.0 * share * self.products as f64
                + share * share * self.games_squared as f64
        });
        in_half_points.max(0.0) / 4.0
    }

    /// SE² of the share. `None` below two units.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        let units = self.units as f64;
        (self.units >= 2)
            .then(|| units / (units - 1.0) * self.squared_residuals() / (self.games as f64).powi(2))
    }

    /// The design effect: the variance of the share relative to that of as many independent games
    /// without draws (L. Kish, *Survey Sampling* (1965)). Above 1 if the games of a unit resemble each
    /// other. `None` below two units, and where all games were won by one side.
    #[must_use]
    pub fn design_effect(&self) -> Option<f64> {
        let share = self.share()?;
        let independent = share * (1.0 - share) / self.games as f64;
        (independent > 0.0).then_some(self.variance()? / independent)
    }

    /// Standard deviation of the contribution of a unit to the share: SE · √U, without the correction
    /// U/(U − 1).
    /// `None` without games.
    #[must_use]
    pub fn deviation(&self) -> Option<f64> {
        (self.games > 0)
            .then(|| (self.units as f64 * self.squared_residuals()).sqrt() / self.games as f64)
    }
}

/// Sums over units, also for both extreme results of unfinished games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitSums {
    /// Finished games.
    pub finished: Sums,
    /// The sums with all unfinished games won by First.
    pub if_first: Sums,
    /// The same if Second had won all unfinished games.
    pub if_second: Sums,
}

impl UnitSums {
    /// Adds a unit.
    pub fn add(&mut self, unit: &Unit) {
        let Unit {
            games,
            half_points,
            unfinished,
        } = *unit;
        self.finished.add(games, half_points);
        self.if_first
            .add(games + unfinished, half_points + 2 * unfinished);
        self.if_second.add(games + unfinished, half_points);
    }

    /// Adds the units of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.finished.merge(&other.finished);
        self.if_first.merge(&other.if_first);
        self.if_second.merge(&other.if_second);
    }

    /// Whether unfinished games could change the result: the three sums differ.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.if_first != self.finished || self.if_second != self.finished
    }

    /// First's share if all unfinished games were Second's, and if all were First's. `None` without
    /// unfinished games.
    #[must_use]
    pub fn bounds(&self) -> Option<(f64, f64)> {
        self.if_second
            .share()
            .zip(self.if_first.share())
            .filter(|_| self.is_open())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flipside_rules::Seat;

    const FIRST: GameResult = GameResult::Win(Seat::First);
    const SECOND: GameResult = GameResult::Win(Seat::Second);

    #[test]
    fn a_ratio_by_hand() {
        // Units of 2, 2 and 1 games with 2, 1 and 0 points: share .6, residuals .8, −.2, −.6.
        let mut sums = Sums::default();
        for (games, half_points) in [(2, 4), (2, 2), (1, 0), (0, 0)] {
            sums.add(games, half_points);
        }
        assert_eq!((sums.units, sums.games, sums.largest), (3, 5, 2));
        assert_eq!(sums.share(), Some(0.6));
        let expected = 1.5 * (0.64 + 0.04 + 0.36) / 25.0;
        assert!((sums.variance().unwrap() - expected).abs() < 1e-15);
        assert_eq!(sums.rarer_points(), 2.0);
        assert!(!sums.is_binary());
    }

    #[test]
    fn single_games_have_the_variance_of_a_share() {
        let sums = Sums::of_games(30, 70, 0);
        assert!(sums.is_binary());
        assert!((sums.variance().unwrap() - 0.3 * 0.7 / 99.0).abs() < 1e-15);
        assert!((sums.deviation().unwrap() - 0.21f64.sqrt()).abs() < 1e-15);
        assert!(!Sums::of_games(30, 70, 1).is_binary());
        let mut one_by_one = Sums::default();
        for half_points in [2, 0, 1, 0] {
            one_by_one.add(1, half_points);
        }
        assert_eq!(one_by_one, Sums::of_games(1, 2, 1));
    }

    #[test]
    fn a_design_effect_counts_the_games_of_a_unit_that_are_alike() {
        let of = |units: &[(u64, u64)]| {
            let mut sums = Sums::default();
            for _ in 0..500 {
                units.iter().for_each(|&(n, s)| sums.add(n, s));
            }
            sums.design_effect()
                .map(|effect| (effect * 100.0).round() / 100.0)
        };
        // Pairs that both sides share, that one side wins, and that are as if by chance.
        assert_eq!(of(&[(2, 2)]), Some(0.0));
        assert_eq!(of(&[(2, 0), (2, 4)]), Some(2.0));
        assert_eq!(of(&[(2, 0), (2, 2), (2, 2), (2, 4)]), Some(1.0));
        assert_eq!(of(&[(1, 0), (1, 2)]), Some(1.0));
        assert_eq!(of(&[(2, 4)]), None);
        assert_eq!(Sums::of_games(1, 0, 0).design_effect(), None);
    }

    #[test]
    fn huge_sums_stay_exact() {
        // A billion units: in floating point the residuals would vanish in rounding.
        let mut sums = Sums::of_games(0, 0, 1_000_000_000);
        sums.add(1, 2);
        let squares = sums.squared_residuals();
        assert!((squares - 0.25).abs() < 1e-6, "{squares}");
    }

    #[test]
    fn unfinished_games_bound_the_share() {
        let mut sums = UnitSums::default();
        sums.add(&Unit::of(&[FIRST, GameResult::Unfinished]));
        sums.add(&Unit::of(&[SECOND, GameResult::Draw]));
        assert_eq!(sums.finished.share(), Some(0.5));
        assert_eq!(sums.bounds(), Some((0.375, 0.625)));
        let mut closed = UnitSums::default();
        closed.add(&Unit::of(&[FIRST, GameResult::Void]));
        assert_eq!((closed.bounds(), closed.finished.games), (None, 1));
    }
}
