//! Comparison of two estimates: a control that the laboratory measures the same thing twice.
//!
//! Two runs of one configuration that differ in their seed alone must agree up to chance.
//! Welch's unequal-variances t test on the two (cluster-robust) standard errors. Source:
//! B. L. Welch, *The generalization of "Student's" problem when several different population
//! variances are involved*, Biometrika 34 (1947).
//!
//! Runs that happen to share openings are positively correlated, which makes the test cautious:
//! it then flags less often than its level says, never more often.

use serde::Serialize;

use crate::advantage::Advantage;
use crate::interval::Confidence;
use crate::normal::{student_t_cdf, two_sided_z};

/// A p-value below this is announced at the top of a report: one false alarm in 1,000 controls.
pub const ALARM_LEVEL: f64 = 0.001;

/// Result of a comparison of two estimates of First's share.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// First's share in the first run less that in the second.
    pub difference: f64,
    /// Standard error of the difference.
    pub standard_error: f64,
    /// Two-sided p-value: the chance of a difference at least this large between equal runs.
    pub p_value: f64,
    /// Whether the p-value is below [`ALARM_LEVEL`].
    pub alarm: bool,
}

/// Compares two estimates. `None` if the test can't be computed.
#[must_use]
pub fn compare(a: &Advantage, b: &Advantage) -> Option<Comparison> {
    let difference = a.share - b.share;
    let (va, vb) = (standard_error(a).powi(2), standard_error(b).powi(2));
    let standard_error = (va + vb).sqrt();
    if standard_error <= 0.0 {
        return None;
    }
    // Welch–Satterthwaite. An estimate without degrees has a variance known from its share.
    let share_of = |variance: f64, degrees: Option<u64>| {
        degrees.map_or(0.0, |d| (variance / (va + vb)).powi(2) / d.max(1) as f64)
    };
    let inverse = share_of(va, a.degrees) + share_of(vb, b.degrees);
    let degrees = if inverse > 0.0 { 1.0 / inverse } else { 1e9 };
    let tail = student_t_cdf(-(difference / standard_error).abs(), degrees)?;
    let p_value = (2.0 * tail).min(1.0);
    Some(Comparison {
        difference,
        standard_error,
        p_value,
        alarm: p_value < ALARM_LEVEL,
    })
}

/// Where no spread could be measured, the interval says how little is known.
fn standard_error(advantage: &Advantage) -> f64 {
    advantage
        .standard_error
        .unwrap_or_else(|| advantage.interval.half_width() / two_sided_z(Confidence::P95))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::Tally;

    fn estimate(first_wins: u64, second_wins: u64) -> Advantage {
        let tally = Tally {
            first_wins,
            second_wins,
            ..Tally::default()
        };
        Advantage::independent(&tally).unwrap()
    }

    #[test]
    fn equal_runs_agree() {
        let same = compare(&estimate(520, 480), &estimate(520, 480)).unwrap();
        assert_eq!(
            (same.difference, same.p_value, same.alarm),
            (0.0, 1.0, false)
        );
    }

    #[test]
    fn p_value_by_hand() {
        // Shares .55 and .50 of 1,000: z = .05 / √(.2475/1000 + .25/1000) = 2.24168.
        let c = compare(&estimate(550, 450), &estimate(500, 500)).unwrap();
        assert!((c.p_value - 0.024_982).abs() < 1e-5, "{c:?}");
        assert!(!c.alarm);
        assert!(
            compare(&estimate(600, 400), &estimate(500, 500))
                .unwrap()
                .alarm
        );
    }

    #[test]
    fn one_sided_runs_are_comparable() {
        assert!(!compare(&estimate(10, 0), &estimate(12, 0)).unwrap().alarm);
        assert!(compare(&estimate(50, 0), &estimate(0, 50)).unwrap().alarm);
    }
}
