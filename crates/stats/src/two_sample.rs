//! Comparison of two runs of the same configuration, as a control.
//!
//! Two runs that differ only in their seed must agree up to chance. The comparison uses independent
//! *units*: games, or pairs of games with swapped seats. The effect of openings that both runs played
//! is removed first:
//!
//! - openings **drawn** at random: an estimate of the value of its opening is subtracted from the
//!   points of each unit: the mean over both runs, shrunk towards the mean of all units. If the runs are
//!   equal, their units are exchangeable. The test is the permutation test of the sum of the first run,
//!   in its normal approximation.
//! - openings from a **list**, which both runs play in turn: units are exchangeable, and permuted,
//!   within each opening.
//!
//! If openings have equal value, the first is the plain comparison of two means; if they differ much,
//! both are comparisons within openings. Sources: N. Mantel, *Chi-square tests with one degree of
//! freedom; extensions of the Mantel-Haenszel procedure*, Journal of the American Statistical
//! Association 58 (1963), for the stratified permutation; P. R. Rosenbaum, *Covariance adjustment in
//! randomized experiments and observational studies*, Statistical Science 17 (2002), for residuals;
//! the variances behind the shrinkage are those of an unbalanced one-way analysis of variance
//! (S. R. Searle, G. Casella and C. E. McCulloch, *Variance Components*, 1992, ch. 3).

use serde::Serialize;

use crate::by_opening::ByOpening;
use crate::normal::cdf;
use crate::sample::OpeningSampling;
use crate::units::Sums;

/// A p-value below this is reported as an alarm: one false alarm in 1,000 controls.
pub const ALARM_LEVEL: f64 = 0.001;

/// Result of a comparison of First's share in two runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// First's share in the first run minus that in the second, adjusted for openings.
    pub difference: f64,
    /// Standard error of the difference between equal runs; 0 if all games ended alike.
    pub standard_error: f64,
    /// Two-sided p-value: the chance of a difference at least this large between equal runs.
    pub p_value: f64,
    /// Whether the p-value is below [`ALARM_LEVEL`].
    pub alarm: bool,
    /// Openings that both runs played.
    pub shared_openings: u64,
}

/// First's results in one run by opening, for a comparison with another run.
///
/// Mergeable; a function of the units alone, whatever their order. Memory is bounded (some 6 MB).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunResults(ByOpening<Sums>);

impl RunResults {
    /// Adds a unit: the hash of its opening (up to the board's symmetries; the same for all units
    /// without openings), its finished games and First's half-points in them. A unit without finished
    /// games is ignored.
    pub fn add(&mut self, opening: u64, games: u64, first_half_points: u64) {
        if games > 0 {
            self.0
                .change(opening, |sums| sums.add(games, first_half_points));
        }
    }

    /// Adds the units of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.0.merge(&other.0);
    }
}

/// The units of one opening, relative to the mean of all: e = h − g · mean.
#[derive(Clone, Copy)]
struct Centred {
    units: f64,
    games: f64,
    sum: f64,
    squares: f64,
}

impl Centred {
    fn of(sums: &Sums, mean: f64) -> Self {
        let [games, points] = [sums.games, sums.half_points].map(|n| n as f64);
        Self {
            units: sums.units as f64,
            games,
            sum: points - mean * games,
            squares: sums.half_points_squared as f64 - 2.0 * mean * sums.products as f64
                + mean * mean * sums.games_squared as f64,
        }
    }

    fn and(&self, other: &Self) -> Self {
        Self {
            units: self.units + other.units,
            games: self.games + other.games,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
        }
    }

    /// Σ (e − ē)².
    fn within(&self) -> f64 {
        (self.squares - self.sum * self.sum / self.units).max(0.0)
    }
}

/// The sum of the first run minus its expectation for equal runs, its variance, and its increase per
/// half-point that First gains in each game of the first run.
struct Statistic {
    sum: f64,
    variance: f64,
    slope: f64,
}

/// Compares two runs of one configuration. `None` if either has no finished games.
#[must_use]
pub fn compare(
    one: &RunResults,
    other: &RunResults,
    openings: OpeningSampling,
) -> Option<Comparison> {
    let mut cells = one.0.beside(&other.0);
    cells.retain(|[a, b]| a.units + b.units > 0);
    let total = |of: fn(&Sums) -> u64| {
        [0, 1].map(|run| cells.iter().map(|cell| of(&cell[run])).sum::<u64>() as f64)
    };
    let (games, points) = (total(|u| u.games), total(|u| u.half_points));
    if games.contains(&0.0) {
        return None;
    }
    let mean = (points[0] + points[1]) / (games[0] + games[1]);
    let centred: Vec<[Centred; 2]> = cells
        .iter()
        .map(|cell| [0, 1].map(|run| Centred::of(&cell[run], mean)))
        .collect();
    let shared = cells.iter().filter(|[a, b]| a.units > 0 && b.units > 0);
    let shared_openings = shared.count() as u64;
    let statistic = match openings {
        // Nothing to compare within openings.
        OpeningSampling::Listed if shared_openings > 0 => within_openings(&centred),
        _ => over_all(&centred),
    };
    let Statistic {
        sum,
        variance,
        slope,
    } = statistic;
    // Half-points are integers; values far below one are rounding errors.
    let (difference, standard_error, p_value) = if variance > 1e-9 && slope > 0.0 {
        let deviation = variance.sqrt();
        let tail = cdf(-(sum / deviation).abs())?;
        let share = 2.0 * slope;
        (sum / share, deviation / share, (2.0 * tail).min(1.0))
    } else {
        (
            (points[0] / games[0] - points[1] / games[1]) / 2.0,
            0.0,
            1.0,
        )
    };
    Some(Comparison {
        difference,
        standard_error,
        p_value,
        alarm: p_value < ALARM_LEVEL,
        shared_openings,
    })
}

/// Units permuted within each opening.
fn within_openings(cells: &[[Centred; 2]]) -> Statistic {
    let mut statistic = Statistic {
        sum: 0.0,
        variance: 0.0,
        slope: 0.0,
    };
    for [a, b] in cells.iter().filter(|[a, b]| a.units > 0.0 && b.units > 0.0) {
        let both = a.and(b);
        statistic.sum += a.sum - a.units * both.sum / both.units;
        statistic.variance += a.units * b.units / both.units * both.within() / (both.units - 1.0);
        statistic.slope += a.games * b.units / both.units;
    }
    statistic
}

/// All units permuted, adjusted for openings.
fn over_all(cells: &[[Centred; 2]]) -> Statistic {
    let (between, within) = variances(cells);
    let shrinkage = |units: f64| match between > 0.0 {
        true => units * between / (units * between + within),
        false => 0.0,
    };
    let (mut units, mut sums) = ([0.0; 2], [0.0; 2]);
    let (mut squares, mut gain) = (0.0, [0.0; 2]);
    for [a, b] in cells {
        let both = a.and(b);
        let shrunk = shrinkage(both.units);
        let worth = shrunk * both.sum / both.units;
        for (run, cell) in [a, b].into_iter().enumerate() {
            units[run] += cell.units;
            sums[run] += cell.sum - worth * cell.units;
            squares += cell.squares - 2.0 * worth * cell.sum + worth * worth * cell.units;
        }
        gain[0] += a.games * (1.0 - shrunk * a.units / both.units);
        gain[1] -= a.games * shrunk * b.units / both.units;
    }
    let all = units[0] + units[1];
    let mean = (sums[0] + sums[1]) / all;
    let spread = (squares - all * mean * mean).max(0.0);
    let variance = match all > 1.0 {
        true => units[0] * units[1] / all * spread / (all - 1.0),
        false => 0.0,
    };
    Statistic {
        sum: sums[0] - units[0] * mean,
        variance,
        slope: gain[0] - units[0] / all * (gain[0] + gain[1]),
    }
}

/// The variance of units between openings, net of chance, and within openings.
fn variances(cells: &[[Centred; 2]]) -> (f64, f64) {
    let openings = cells.len() as f64;
    let (mut units, mut units_squared, mut within, mut between) = (0.0, 0.0, 0.0, 0.0);
    for [a, b] in cells {
        let both = a.and(b);
        units += both.units;
        units_squared += both.units * both.units;
        within += both.within();
        between += both.sum * both.sum / both.units;
    }
    if openings < 2.0 || units <= openings {
        return (0.0, 0.0);
    }
    let within = within / (units - openings);
    let size = (units - units_squared / units) / (openings - 1.0);
    let between = (between / (openings - 1.0) - within) / size;
    (between.max(0.0), within)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run without openings.
    fn run(wins: u64, losses: u64) -> RunResults {
        let mut run = RunResults::default();
        (0..wins).for_each(|_| run.add(0, 1, 2));
        (0..losses).for_each(|_| run.add(0, 1, 0));
        run
    }

    fn plain(one: &RunResults, other: &RunResults) -> Comparison {
        let drawn = compare(one, other, OpeningSampling::Drawn).unwrap();
        let listed = compare(one, other, OpeningSampling::Listed).unwrap();
        assert!((drawn.p_value - listed.p_value).abs() < 1e-12);
        assert!((drawn.difference - listed.difference).abs() < 1e-12);
        drawn
    }

    #[test]
    fn equal_runs_agree() {
        let same = plain(&run(520, 480), &run(520, 480));
        assert_eq!(
            (same.difference, same.p_value, same.alarm),
            (0.0, 1.0, false)
        );
    }

    #[test]
    fn p_value_by_hand() {
        // Shares .55 and .50 of 1,000 each. Permutation variance of the wins of the first run:
        // 1000 · 1000/2000 · .525 · .475 · 2000/1999; z = 25/√124.75… = 2.23830.
        let c = plain(&run(550, 450), &run(500, 500));
        assert!((c.p_value - 0.025_201).abs() < 2e-5, "{c:?}");
        assert!((c.difference - 0.05).abs() < 1e-12, "{c:?}");
        assert!((c.standard_error - 0.05 / 2.238_30).abs() < 1e-5, "{c:?}");
        assert!(!c.alarm);
        assert!(plain(&run(600, 400), &run(500, 500)).alarm);
    }

    #[test]
    fn one_sided_runs_are_comparable() {
        let alike = plain(&run(10, 0), &run(12, 0));
        assert_eq!((alike.p_value, alike.standard_error), (1.0, 0.0));
        assert!(plain(&run(50, 0), &run(0, 50)).alarm);
        assert_eq!(
            compare(&run(3, 4), &run(0, 0), OpeningSampling::Drawn),
            None
        );
    }

    #[test]
    fn within_openings_by_hand() {
        // Two openings, of which First wins one more often; units 4 + 4 and 2 + 2.
        let (mut one, mut other) = (RunResults::default(), RunResults::default());
        for (run, opening, points) in [
            (0, 1, [2, 2, 2, 0].as_slice()),
            (1, 1, &[2, 2, 0, 0]),
            (0, 2, &[0, 0]),
            (1, 2, &[0, 2]),
        ] {
            let run = if run == 0 { &mut one } else { &mut other };
            points
                .iter()
                .for_each(|points| run.add(opening, 1, *points));
        }
        let c = compare(&one, &other, OpeningSampling::Listed).unwrap();
        // Sums of the first run less expectations: 6 − 5 and 0 − 1. Nothing remains.
        assert_eq!((c.difference, c.p_value, c.shared_openings), (0.0, 1.0, 2));
        // Variances 4·4/8 · 7.5/7 and 2·2/4 · 3/3, in games of one point 2 · (2 + 1).
        let deviation = (2.0 * 7.5 / 7.0 + 1.0f64).sqrt();
        assert!((c.standard_error - deviation / 6.0).abs() < 1e-12, "{c:?}");
    }

    #[test]
    fn what_openings_are_worth_is_no_difference() {
        // Of ten openings half are won by First, half by Second, and the runs drew them unevenly.
        let (mut one, mut other) = (RunResults::default(), RunResults::default());
        for opening in 0..10u64 {
            let points = if opening < 5 { 2 } else { 0 };
            let (mine, theirs) = if opening < 5 { (60, 40) } else { (40, 60) };
            (0..mine).for_each(|_| one.add(opening, 1, points));
            (0..theirs).for_each(|_| other.add(opening, 1, points));
        }
        for openings in [OpeningSampling::Drawn, OpeningSampling::Listed] {
            let c = compare(&one, &other, openings).unwrap();
            assert!(!c.alarm && c.p_value > 0.9, "{c:?}");
        }
    }
}
