//! Always-valid intervals of a share: valid at every look, for any number of looks.
//!
//! If a run continues until its results convince, ordinary intervals err far more often than stated. A *confidence sequence* holds the true share at all sample sizes at once
//! with the stated probability, so a run may be inspected, stopped and continued at will.
//!
//! **With at least 100 units, and 20 points for each side**: the asymptotic sequence with a normal
//! mixture. After t units of standard deviation σ its half-width is
//!
//! σ · √(2(tρ² + 1)/(t²ρ²) · ln(√(tρ² + 1)/α)), ρ² = (−2 ln α + ln(1 − 2 ln α))/t*
//!
//! It is narrowest near t = t*, here 500 for every run. Sources: I. Waudby-Smith, D. Arbour,
//! R. Sinha, E. H. Kennedy and A. Ramdas, *Time-uniform central limit theory and asymptotic
//! confidence sequences*, Annals of Statistics 52 (2024); H. Robbins, *Statistical methods related
//! to the law of the iterated logarithm*, Annals of Mathematical Statistics 41 (1970).
//!
//! **Before that, and if all units have the same score**: the beta-binomial mixture. With w won and
//! l lost units a share p is inside if and only if B(w + 1, l + 1)/(pʷ(1 − p)ˡ) < 1/α (Robbins
//! 1970; S. R. Howard, A. Ramdas, J. McAuliffe and J. Sekhon, *Time-uniform, nonparametric,
//! nonasymptotic confidence sequences*, Annals of Statistics 49 (2021)). It is exact from the first
//! game. Units that score anything between 0 and 1 count w and l in fractions: by convexity
//! (q/p)ˣ((1 − q)/(1 − p))¹⁻ˣ has a mean of at most 1, so the interval stays valid, but is wider
//! than necessary.

use statrs::function::beta::ln_beta;

use crate::interval::Interval;
use crate::units::Sums;

/// The number of units t* at which the sequence is narrowest.
pub const TUNED_TO: f64 = 500.0;

/// Error probability of the 95 % sequence, for verdicts that favour a seat.
pub const ALPHA_95: f64 = 0.05;

/// Error probability of the 90 % sequence, two one-sided tests at 5 %, for the verdict *balanced*.
pub const ALPHA_90: f64 = 0.10;

/// The minimum number of units for the asymptotic sequence.
pub const FEWEST_UNITS: u64 = 100;

/// The minimum number of points on the rarer side for the asymptotic sequence.
pub const FEWEST_RARER_POINTS: f64 = 20.0;

/// ρ² of the normal mixture that is narrowest near `tuned_to` units. `alpha` is between 0 and 1.
#[must_use]
pub fn rho_squared(alpha: f64, tuned_to: f64) -> f64 {
    let x = -2.0 * alpha.ln();
    (x + (1.0 + x).ln()) / tuned_to
}

/// Half-width of the asymptotic sequence after `t` units of this standard deviation.
#[must_use]
pub fn half_width(t: f64, deviation: f64, alpha: f64, tuned_to: f64) -> f64 {
    let rho2 = rho_squared(alpha, tuned_to);
    let grown = t * rho2 + 1.0;
    deviation * (2.0 * grown / (t * t * rho2) * (grown.sqrt() / alpha).ln()).sqrt()
}

/// Always-valid p-value of a distance from the true value: the smallest error probability at which the
/// sequence, with fixed ρ, excludes that value.
fn normal_p(t: f64, deviation: f64, distance: f64, rho2: f64) -> f64 {
    let grown = t * rho2 + 1.0;
    let exponent = -(t * distance / deviation).powi(2) * rho2 / (2.0 * grown);
    (grown.sqrt() * exponent.exp()).min(1.0)
}

/// Whether the asymptotic sequence can be used.
fn is_asymptotic(sums: &Sums) -> bool {
    sums.units >= FEWEST_UNITS
        && sums.rarer_points() >= FEWEST_RARER_POINTS
        && sums.squared_residuals() > 0.0
}

/// ln of the mixture's likelihood ratio against a share. `None` if the share is impossible.
fn ln_mixture(sums: &Sums, share: f64) -> Option<f64> {
    let units = sums.units as f64;
    // A unit's score moves away from `share` by its own points, in parts of the largest unit.
    let surplus = sums.half_points as f64 / 2.0 - share * sums.games as f64;
    let won = (units * share + surplus / sums.largest.max(1) as f64).clamp(0.0, units);
    let lost = units - won;
    let ln = |count: f64, p: f64| match (count > 0.0, p > 0.0) {
        (false, _) => Some(0.0),
        (true, false) => None,
        (true, true) => Some(count * p.ln()),
    };
    let fit = ln(won, share)? + ln(lost, 1.0 - share)?;
    Some(ln_beta(won + 1.0, lost + 1.0) - fit)
}

/// The always-valid interval of the share at error probability `alpha`. `None` without games.
#[must_use]
pub fn interval(sums: &Sums, alpha: f64) -> Option<Interval> {
    let share = sums.share()?;
    if is_asymptotic(sums) {
        let half = half_width(sums.units as f64, sums.deviation()?, alpha, TUNED_TO);
        return Some(Interval::share_around(share, half));
    }
    let bound = -alpha.ln();
    let is_inside = |p: f64| ln_mixture(sums, p).is_some_and(|ln| ln < bound);
    // The farthest share inside, from one that is.
    let last_inside = |mut inside: f64, mut outside: f64| {
        if is_inside(outside) {
            return outside;
        }
        for _ in 0..60 {
            let middle = f64::midpoint(inside, outside);
            match is_inside(middle) {
                true => inside = middle,
                false => outside = middle,
            }
        }
        inside
    };
    Some(Interval {
        low: last_inside(share, 0.0),
        high: last_inside(share, 1.0),
    })
}

/// Always-valid p-value of the hypothesis that the true share is `share`: the sequence of error
/// probability `alpha` excludes it if and only if the p-value is at most `alpha`. `None` without games.
#[must_use]
pub fn p_value(sums: &Sums, share: f64, alpha: f64) -> Option<f64> {
    let estimate = sums.share()?;
    if is_asymptotic(sums) {
        let rho2 = rho_squared(alpha, TUNED_TO);
        let distance = estimate - share;
        return Some(normal_p(
            sums.units as f64,
            sums.deviation()?,
            distance,
            rho2,
        ));
    }
    Some(ln_mixture(sums, share).map_or(0.0, |ln| (-ln).exp().min(1.0)))
}

/// Units of this standard deviation after which the half-width is at most `half_width`, at least
/// [`FEWEST_UNITS`]. `None` if there is no such number below 10¹⁵.
#[must_use]
pub fn units_for(half_width_wanted: f64, deviation: f64, alpha: f64) -> Option<u64> {
    let is_enough = |t: u64| half_width(t as f64, deviation, alpha, TUNED_TO) <= half_width_wanted;
    let (mut low, mut high) = (FEWEST_UNITS, 1_000_000_000_000_000);
    if half_width_wanted <= 0.0 || !deviation.is_finite() || !is_enough(high) {
        return None;
    }
    while low < high {
        let middle = u64::midpoint(low, high);
        match is_enough(middle) {
            true => high = middle,
            false => low = middle + 1,
        }
    }
    Some(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(actual: f64, expected: f64) {
        assert!(
            (actual - expected).abs() < 6e-6,
            "{actual} is not {expected}"
        );
    }

    #[test]
    fn published_half_widths() {
        let deviation = (0.55f64 * 0.45).sqrt();
        for (t, expected) in [
            (100.0, 0.16735),
            (1_000.0, 0.04816),
            (10_000.0, 0.01660),
            (100_000.0, 0.00575),
        ] {
            close(half_width(t, deviation, 0.05, 500.0), expected);
        }
        close(half_width(10_000.0, 0.5, 0.10, 500.0), 0.01543);
        let sums = Sums::of_games(550, 450, 0);
        let interval = interval(&sums, ALPHA_95).unwrap();
        close(interval.low, 0.55 - 0.04816);
        close(interval.high, 0.55 + 0.04816);
    }

    #[test]
    fn a_relative_difference_of_two_shares() {
        // 1,396 of 3,000 and 2,422 of 3,461, by the delta method, tuned to 5,000.
        let (n1, n2) = (3_000.0, 3_461.0);
        let (p1, p2): (f64, f64) = (1_396.0 / n1, 2_422.0 / n2);
        let variance =
            p2 * (1.0 - p2) / n2 / p1.powi(2) + p2.powi(2) * p1 * (1.0 - p1) / n1 / p1.powi(4);
        let t: f64 = n1 + n2;
        let half = half_width(t, (t * variance).sqrt(), 0.05, 5_000.0);
        close(p2 / p1 - 1.0 - half, 0.40098);
        close(p2 / p1 - 1.0 + half, 0.60675);
    }

    #[test]
    fn the_boundary_of_another_program() {
        // There ρ is our 1/ρ², and the boundary is of the sum.
        close(1.0 / rho_squared(0.05, 100.0), 12.60056);
        close(100.0 * half_width(100.0, 1.0, 0.05, 100.0), 30.35209);
    }

    #[test]
    fn the_mixture_is_exact_from_the_first_game() {
        // One game won: B(2, 1)/p = 1/(2p) < 20 from p = 1/40 on.
        let one = interval(&Sums::of_games(1, 0, 0), ALPHA_95).unwrap();
        close(one.low, 0.025);
        assert_eq!(one.high, 1.0);
        // Five lost: B(1, 6)/(1 − p)⁵ = 1/(6(1 − p)⁵) < 20.
        let five = interval(&Sums::of_games(0, 5, 0), ALPHA_95).unwrap();
        close(five.high, 1.0 - 120f64.powf(-0.2));
        assert_eq!(five.low, 0.0);
        assert_eq!(interval(&Sums::default(), ALPHA_95), None);
        assert_eq!(p_value(&Sums::default(), 0.5, ALPHA_95), None);
        // 3 : 1, p = ½: B(4, 2) · 2⁴ = 16/20.
        close(p_value(&Sums::of_games(3, 1, 0), 0.5, 0.05).unwrap(), 1.0);
        close(
            p_value(&Sums::of_games(10, 0, 0), 0.5, 0.05).unwrap(),
            11.0 / 1024.0,
        );
    }

    #[test]
    fn p_values_and_intervals_agree() {
        for (wins, losses, draws) in [
            (7, 0, 0),
            (40, 30, 0),
            (60, 45, 20),
            (300, 220, 0),
            (5_000, 5_200, 900),
            (0, 0, 400),
        ] {
            let sums = Sums::of_games(wins, losses, draws);
            for alpha in [ALPHA_95, ALPHA_90] {
                let interval = interval(&sums, alpha).unwrap();
                for step in 0..=1_000 {
                    let share = f64::from(step) / 1_000.0;
                    let near = |end: f64| (share - end).abs() < 1e-9;
                    if near(interval.low) || near(interval.high) {
                        continue;
                    }
                    let p = p_value(&sums, share, alpha).unwrap();
                    assert_eq!(interval.contains(share), p > alpha, "{sums:?} {share}");
                }
            }
        }
    }

    #[test]
    fn all_drawn_games_have_an_honest_width() {
        let few = interval(&Sums::of_games(0, 0, 50), ALPHA_95).unwrap();
        assert!(few.low < 0.35 && few.high > 0.65, "{few:?}");
        let many = interval(&Sums::of_games(0, 0, 5_000), ALPHA_95).unwrap();
        assert!(many.half_width() < 0.03, "{many:?}");
    }

    #[test]
    fn the_price_of_looking_again() {
        // Within two points of one half: 1,691 games for a single look (1.645 · .5/.02)².
        let games = units_for(0.02, 0.5, ALPHA_90).unwrap();
        assert!((5_600..5_800).contains(&games), "{games}");
        let enough = |t: u64| half_width(t as f64, 0.5, ALPHA_90, TUNED_TO) <= 0.02;
        assert!(enough(games) && !enough(games - 1));
        assert_eq!(units_for(0.0, 0.5, ALPHA_90), None);
        assert_eq!(units_for(0.4, 0.5, ALPHA_90), Some(FEWEST_UNITS));
    }
}
