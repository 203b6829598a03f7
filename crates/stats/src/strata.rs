//! Units by opening: the variance between openings, and estimates for a fixed list of openings.
//!
//! Each opening g has m_g units with residuals e_u = s_u − p̂ n_u. From them follow
//!
//! - the variance of the share **for this list alone**: openings are strata that would be the same
//!   in a repetition (W. G. Cochran, *Sampling Techniques*, 3rd ed. (1977), §§ 5.3 and 6.10),
//!   Σ_g m_g/(m_g − 1) · Σ_{u ∈ g} (e_u − ē_g)² / N²;
//! - the **standard deviation between openings, net of chance**, by the method of moments for groups
//!   of unequal size (S. R. Searle, G. Casella and C. E. McCulloch, *Variance Components*, 1992,
//!   § 3.6): τ² = (MSB − MSW)/m₀ with m₀ = (U − Σm_g²/U)/(G − 1), in points of a game;
//! - the **shrunk** share of one opening: its distance from p̂ times τ²/(τ² + MSW/m_g). Among many
//!   openings the most extreme ones are extreme by chance as well (B. Efron and C. Morris, *Data
//!   analysis using Stein's estimator and its generalizations*, JASA 70 (1975)).

use serde::Serialize;

use crate::by_opening::{ByOpening, Merge};
use crate::units::{Sums, Unit, UnitSums};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Cell {
    sums: Sums,
    all: Unit,
}

impl Merge for Cell {
    fn merge(&mut self, other: &Self) {
        self.sums.merge(&other.sums);
        self.all.join(&other.all);
    }
}

/// Units by opening, in bounded memory. Mergeable in any order. Beyond 65,536 openings, only the sums
/// with each opening as one unit are available.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strata(ByOpening<Cell>);

/// The variance between openings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BetweenOpenings {
    /// Openings, up to the board's symmetries.
    pub openings: u64,
    /// Standard deviation of First's true share between openings, net of chance; 0 if they differ no
    /// more than by chance.
    pub deviation: f64,
    /// MSW: variance of a unit's residual within openings, in points².
    #[serde(skip)]
    within: f64,
    /// τ²: variance between openings of a unit's mean residual, in points².
    #[serde(skip)]
    between: f64,
    #[serde(skip)]
    share: f64,
}

impl BetweenOpenings {
    /// The share of an opening with this observed share and number of units, shrunk towards that of all
    /// games.
    #[must_use]
    pub fn shrunk(&self, share: f64, units: u64) -> f64 {
        let noise = self.within / units.max(1) as f64;
        let weight = match self.between + noise {
            0.0 => 1.0,
            all => self.between / all,
        };
        self.share + weight * (share - self.share)
    }
}

impl Strata {
    /// Adds a unit: the hash of its opening (up to the board's symmetries) and its games.
    pub fn add(&mut self, opening: u64, unit: &Unit) {
        if unit.games + unit.unfinished == 0 {
            return;
        }
        self.0.change(opening, |cell| {
            cell.sums.add(unit.games, unit.half_points);
            cell.all.join(unit);
        });
    }

    /// Adds the units of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.0.merge(&other.0);
    }

    /// The sums with each opening as one unit.
    #[must_use]
    pub fn clusters(&self) -> UnitSums {
        let mut sums = UnitSums::default();
        self.0.iter().for_each(|cell| sums.add(&cell.all));
        sums
    }

    /// Number of openings with finished games. `None` if they are too many.
    #[must_use]
    pub fn openings(&self) -> Option<u64> {
        self.0.exact().map(|_| self.cells().count() as u64)
    }

    /// Units with finished games from one opening.
    #[must_use]
    pub fn units_of(&self, opening: u64) -> u64 {
        let cell = self.0.exact().and_then(|cells| cells.get(&opening));
        cell.map_or(0, |cell| cell.sums.units)
    }

    /// SE² of the share for these openings alone. `None` unless each of them has at least two units, and
    /// if they are too many.
    #[must_use]
    pub fn stratified_variance(&self) -> Option<f64> {
        let (share, games) = self.share()?;
        let mut sum = 0.0;
        for sums in self.cells() {
            if sums.units < 2 {
                return None;
            }
            let units = sums.units as f64;
            sum += units / (units - 1.0) * within(sums, share);
        }
        Some(sum / (games * games))
    }

    /// The variance between openings. `None` if there are fewer than two, none was played twice, or
    /// they are too many.
    #[must_use]
    pub fn between(&self) -> Option<BetweenOpenings> {
        let (share, games) = self.share()?;
        let openings = self.cells().count() as f64;
        let units: f64 = self.cells().map(|sums| sums.units as f64).sum();
        if openings < 2.0 || units <= openings {
            return None;
        }
        let square = |x: f64| x * x;
        let mut squares_within = 0.0;
        let mut squares_between = 0.0;
        let mut units_squared = 0.0;
        for sums in self.cells() {
            squares_within += within(sums, share);
            let residual = sums.half_points as f64 / 2.0 - share * sums.games as f64;
            squares_between += square(residual) / sums.units as f64;
            units_squared += square(sums.units as f64);
        }
        let mean_within = squares_within / (units - openings);
        let mean_between = squares_between / (openings - 1.0);
        let size = (units - units_squared / units) / (openings - 1.0);
        let between = ((mean_between - mean_within) / size).max(0.0);
        Some(BetweenOpenings {
            openings: openings as u64,
            deviation: between.sqrt() / (games / units),
            within: mean_within,
            between,
            share,
        })
    }

    fn cells(&self) -> impl Iterator<Item = &Sums> {
        let cells = self.0.iter().map(|cell| &cell.sums);
        cells.filter(|sums| sums.units > 0)
    }

    /// Share and number of finished games; `None` without games or if openings are too many.
    fn share(&self) -> Option<(f64, f64)> {
        let all = self.clusters().finished;
        let share = all.share().filter(|_| self.0.exact().is_some())?;
        Some((share, all.games as f64))
    }
}

/// Σ (e_u − ē)² in one opening, in points².
fn within(sums: &Sums, share: f64) -> f64 {
    let doubled = 2.0 * share;
    let squares = sums.half_points_squared as f64 - 2.0 * doubled * sums.products as f64
        + doubled * doubled * sums.games_squared as f64;
    let sum = sums.half_points as f64 - doubled * sums.games as f64;
    (squares - sum * sum / sums.units as f64).max(0.0) / 4.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::by_opening::MAX_EXACT;
    use flipside_testkit::dice::Dice;

    fn game(half_points: u64) -> Unit {
        Unit {
            games: 1,
            half_points,
            unfinished: 0,
        }
    }

    #[test]
    fn by_hand() {
        // Opening 1: won, won, lost; opening 2: lost, lost. Share .4.
        let mut strata = Strata::default();
        for (opening, half_points) in [(1, 2), (1, 2), (1, 0), (2, 0), (2, 0)] {
            strata.add(opening, &game(half_points));
        }
        // Within opening 1: Σ(x − 2/3)² = 2/3; times 3/2, over 25.
        let variance = strata.stratified_variance().unwrap();
        assert!((variance - 1.0 / 25.0).abs() < 1e-15);
        // MSW = (2/3)/3, MSB = .8²/3 + .8²/2 = 8/15, m₀ = 5 − 13/5 = 2.4.
        let between = strata.between().unwrap();
        let squared = (8.0 / 15.0 - 2.0 / 9.0) / 2.4;
        assert!((between.deviation - f64::sqrt(squared)).abs() < 1e-12);
        assert_eq!(between.openings, 2);
        let weight = squared / (squared + 2.0 / 27.0);
        let shrunk = between.shrunk(2.0 / 3.0, 3);
        assert!((shrunk - (0.4 + weight * (2.0 / 3.0 - 0.4))).abs() < 1e-12);
        assert_eq!(strata.clusters().finished.units, 2);
    }

    #[test]
    fn the_deviation_is_net_of_chance() {
        // 300 openings with shares of ½ ± .1, each played 40 times.
        let mut dice = Dice::new(3);
        let mut strata = [Strata::default(), Strata::default()];
        for opening in 0..300 {
            let share = if opening % 2 == 0 { 0.6 } else { 0.4 };
            for _ in 0..40 {
                let uniform = dice.uniform();
                let of = |share| game(if uniform < share { 2 } else { 0 });
                strata[0].add(opening, &of(share));
                strata[1].add(opening, &of(0.5));
            }
        }
        let [differing, alike] = strata.map(|strata| strata.between().unwrap().deviation);
        assert!((differing - 0.1).abs() < 0.015, "{differing}");
        assert!(alike < 0.02, "{alike}");
    }

    #[test]
    fn what_cannot_be_told_is_none() {
        assert_eq!(Strata::default().between(), None);
        let mut single = Strata::default();
        single.add(1, &game(2));
        single.add(2, &game(0));
        assert_eq!(
            (single.between(), single.stratified_variance()),
            (None, None)
        );
    }

    #[test]
    fn too_many_openings_keep_the_sums_in_any_order() {
        let all = |from: u64, to: u64| {
            let mut strata = Strata::default();
            (from..to).for_each(|opening| strata.add(opening, &game(opening % 3 % 2 * 2)));
            strata
        };
        let most = MAX_EXACT as u64;
        assert_eq!(all(0, most).openings(), Some(most));
        let whole = all(0, most + 500);
        assert_eq!((whole.openings(), whole.between()), (None, None));
        let mut left = all(0, 300);
        left.merge(&all(300, most + 500));
        let mut right = all(300, most + 500);
        right.merge(&all(0, 300));
        assert_eq!(left, whole);
        assert_eq!(right, whole);
        assert_eq!(whole.clusters().finished.games, most + 500);
    }
}
