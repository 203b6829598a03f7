//! Planning: the number of games needed for a verdict.
//!
//! The verdict is the always-valid one: an asymptotic confidence sequence with a normal mixture,
//! whose half-width after t units of standard deviation σ is
//!
//! h(t) = σ √(2(tρ² + 1)/(t²ρ²) · ln(√(tρ² + 1)/α)), ρ² = (−2 ln α + ln(−2 ln α + 1))/t*, t* = 500
//!
//! (I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy and A. Ramdas, *Time-uniform central limit
//! theory and asymptotic confidence sequences*, Annals of Statistics 52 (2024); H. Robbins,
//! *Statistical methods related to the law of the iterated logarithm*, Annals of Mathematical
//! Statistics 41 (1970)). A run of t units finds an advantage of d with probability Φ((d − h)√t/σ)
//! when it is looked at in the end, and more often when also before. It shows balance within a
//! margin m, where the seats are equal, with probability 2Φ((m − h)√t/σ) − 1.
//!
//! What is estimated, and what a unit is, is as in the verdict ([`crate::design`]):
//!
//! - in **self-play** First's share, and a unit is a game: σ is taken as one half, its largest value,
//!   which it has at shares near one half and without draws;
//! - where **seats are swapped** the share q of First among the pairs that one seat won twice
//!   ([`crate::seats`]). If r is the part of pairs that one seat won twice, equal agents and an
//!   advantage of d give q = ½ + d/r, since (a − b)/pairs is twice the advantage. r is one half if the
//!   games of a pair are independent, and 1 if openings decide them. Unequal agents have a smaller r,
//!   and q is then at most ½ + 2d, that of equal openings. A unit is the pair, or all pairs of an
//!   opening number, and counts if it has a pair that one seat won twice.
//!
//! The openings of a **list** are the units, however often they are played. The figures for lists hold
//! for openings of equal value and are lower bounds otherwise.

use crate::confidence_sequence::{ALPHA_90, ALPHA_95, FEWEST_UNITS, TUNED_TO, half_width};
use crate::normal::quantile;
use crate::sample::{OpeningSampling, Sample};

/// The probability that a planned run reaches its verdict.
pub const POWER: f64 = 0.9;

/// The largest standard deviation of the result of a game or pair.
const DEVIATION: f64 = 0.5;

/// Maximum number of units of a plan.
const MAX_UNITS: u64 = 1 << 50;

/// The plan of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    games_per_unit: u64,
    /// Part of the units that count.
    counted: f64,
    /// Standard deviation of a unit that counts.
    deviation: f64,
    /// Distance of the estimated share from one half, relative to First's advantage.
    scale: f64,
    /// Number of openings of the list, if there is one.
    listed: Option<u64>,
}

impl Plan {
    /// Self-play of one agent: each game is a unit.
    pub const SELF_PLAY: Self = Self {
        games_per_unit: 1,
        counted: 1.0,
        deviation: DEVIATION,
        scale: 1.0,
        listed: None,
    };

    /// Swapped seats: each unit has this number of pairs, at least one. All games are independent and
    /// the agents equal, until [`Plan::measured`].
    #[must_use]
    pub fn swapped_seats(pairs_per_unit: u64) -> Self {
        let pairs = pairs_per_unit.max(1);
        let counted = 1.0 - 0.5f64.powf(pairs as f64);
        Self {
            games_per_unit: 2 * pairs,
            counted,
            deviation: DEVIATION * (counted / (0.5 * pairs as f64)).sqrt(),
            scale: 2.0,
            listed: None,
        }
    }

    /// The same for swapped seats as in this sample. `None` with fewer than [`FEWEST_UNITS`] units.
    #[must_use]
    pub fn measured(self, sample: &Sample) -> Option<Self> {
        let units = sample.units().finished.units;
        let decisive = sample.decisive_pairs(OpeningSampling::Drawn).finished;
        let pairs = (decisive.games + sample.seats.split) as f64;
        let pairs_per_unit = self.games_per_unit as f64 / 2.0;
        // Chance makes it smaller or larger than is possible.
        let effect = decisive.design_effect().unwrap_or(1.0);
        let effect = effect.max(1.0).min(pairs_per_unit);
        (units >= FEWEST_UNITS).then(|| Self {
            counted: decisive.units as f64 / units as f64,
            deviation: DEVIATION * (effect * decisive.units as f64 / decisive.games as f64).sqrt(),
            scale: (pairs / decisive.games as f64).min(2.0),
            ..self
        })
    }

    /// The same with this number of openings from a list, each worth the same.
    #[must_use]
    pub const fn with_list(self, openings: u64) -> Self {
        Self {
            listed: Some(openings),
            ..self
        }
    }

    /// Games after which an advantage of First or Second by this share is found with a probability of
    /// [`POWER`]. `None` if the share is not above 0, or needs too many games.
    #[must_use]
    pub fn games_to_detect(self, advantage: f64) -> Option<u64> {
        self.games(advantage, self.scale, ALPHA_95, quantile(POWER)?)
    }

    /// Games after which balance within a margin is shown with a probability of [`POWER`], if the
    /// seats are equal. `None` as [`Self::games_to_detect`].
    #[must_use]
    pub fn games_to_balance(self, margin: f64) -> Option<u64> {
        self.games(margin, 1.0, ALPHA_90, quantile((1.0 + POWER) / 2.0)?)
    }

    /// The minimum number of games that can show balance within a margin: the interval is then as
    /// narrow as the margin, so the share must be exactly one half.
    #[must_use]
    pub fn least_games_to_balance(self, margin: f64) -> Option<u64> {
        self.games(margin, 1.0, ALPHA_90, 0.0)
    }

    /// The smallest advantage that this many games find with a probability of [`POWER`]. `None` if they
    /// are too few for the sequence.
    #[must_use]
    pub fn detectable(self, games: u64) -> Option<f64> {
        let units = games / self.games_per_unit;
        let distance = self.needed(units, ALPHA_95, quantile(POWER)?);
        Some(distance / self.scale).filter(|advantage| *advantage < 0.5)
    }

    fn games(self, share: f64, scale: f64, alpha: f64, z: f64) -> Option<u64> {
        if !(share > 0.0 && share < 0.5) {
            return None;
        }
        let enough = |units| self.needed(units, alpha, z) <= scale * share;
        let mut high = FEWEST_UNITS;
        while !enough(high) {
            high *= 2;
            if high > MAX_UNITS {
                return None;
            }
        }
        let mut low = FEWEST_UNITS.max(high / 2);
        while low < high {
            let middle = low + (high - low) / 2;
            match enough(middle) {
                true => high = middle,
                false => low = middle + 1,
            }
        }
        Some(high * self.games_per_unit)
    }

    /// The distance from the bound after this number of units, plus a quantile of chance. Infinite if
    /// too few units count.
    fn needed(self, units: u64, alpha: f64, z: f64) -> f64 {
        let distinct = self.listed.map_or(units, |openings| openings.min(units));
        let repeats = units as f64 / distinct as f64;
        let deviation = self.deviation / repeats.sqrt();
        let t = self.counted * distinct as f64;
        match t >= FEWEST_UNITS as f64 {
            true => half_width(t, deviation, alpha, TUNED_TO) + z * deviation / t.sqrt(),
            false => f64::INFINITY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::SampleUnit;
    use flipside_rules::{GameResult, Seat};

    /// Pairs that one seat won twice, both seats equally often, and pairs that were split.
    fn pairs(decisive: u64, split: u64) -> Sample {
        let [first, second] = Seat::BOTH.map(GameResult::Win);
        let mut sample = Sample::default();
        for number in 0..decisive + split {
            let results = match (number < split, number % 2) {
                (true, _) => [first, second],
                (false, 0) => [first, first],
                (false, _) => [second, second],
            };
            sample.add(&SampleUnit::of(0, &results), OpeningSampling::Drawn);
        }
        sample
    }

    #[test]
    fn two_points_of_balance_take_5700_units() {
        let units = 5_600..5_800;
        let least = |plan: Plan| plan.least_games_to_balance(0.02).unwrap();
        assert!(units.contains(&least(Plan::SELF_PLAY)));
        // Half of the pairs count, or all of them.
        let independent = Plan::swapped_seats(1);
        assert!(units.contains(&(least(independent) / 4)));
        let alike = independent.measured(&pairs(200, 0)).unwrap();
        assert!(units.contains(&(least(alike) / 2)));
    }

    #[test]
    fn numbers_and_shares_are_inverse() {
        let pair = Plan::swapped_seats(1);
        let unequal = pair.measured(&pairs(100, 300)).unwrap();
        let plans = [Plan::SELF_PLAY, pair, unequal, Plan::swapped_seats(6)];
        for plan in plans
            .into_iter()
            .chain(plans.map(|plan| plan.with_list(500)))
        {
            for points in [1.0, 3.0, 8.0] {
                let games = plan.games_to_detect(points / 100.0).unwrap();
                let found = plan.detectable(games).unwrap();
                assert!(found <= points / 100.0);
                let fewer = plan.detectable(games - plan.games_per_unit);
                assert!(fewer.is_none_or(|d| d > points / 100.0));
            }
        }
    }

    #[test]
    fn impossible_plans_are_none() {
        let pair = Plan::swapped_seats(1);
        for share in [0.0, -0.1, 0.5, 1.0, f64::NAN, f64::INFINITY, 1e-12] {
            assert_eq!(Plan::SELF_PLAY.games_to_detect(share), None);
            assert_eq!(Plan::SELF_PLAY.games_to_balance(share), None);
            assert_eq!(pair.games_to_balance(share), None);
        }
        assert_eq!(Plan::SELF_PLAY.detectable(99), None);
        assert_eq!(pair.measured(&pairs(90, 9)), None);
        // No pair tells anything about the seats; too short a list.
        let split = pair.measured(&pairs(0, 200)).unwrap();
        let short = Plan::SELF_PLAY.with_list(99);
        for plan in [split, short] {
            assert_eq!(plan.games_to_detect(0.03), None);
            assert_eq!(plan.games_to_balance(0.03), None);
            assert_eq!(plan.detectable(1_000_000), None);
        }
    }

    #[test]
    fn pairs_that_openings_decide_count_as_one_game() {
        let alone = Plan::SELF_PLAY.games_to_detect(0.03).unwrap();
        let alike = Plan::swapped_seats(1).measured(&pairs(400, 0)).unwrap();
        assert_eq!(alike.games_to_detect(0.03), Some(2 * alone));
    }
}
