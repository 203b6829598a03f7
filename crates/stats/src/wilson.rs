//! The Wilson score interval for a share.
//!
//! Source: E. B. Wilson, *Probable inference, the law of succession, and statistical inference*,
//! JASA 22 (1927); recommended for small samples and for shares near 0 or 1 by Brown, Cai and
//! DasGupta, *Interval estimation for a binomial proportion*, Statistical Science 16 (2001).

use crate::interval::{Confidence, Interval};
use crate::normal::two_sided_z;

/// Wilson interval of a share observed in `n` independent trials. `n` need not be whole, so that
/// an effective sample size can be used. `None` if `n` is not positive or the share is outside
/// 0 to 1.
#[must_use]
pub fn interval(share: f64, n: f64, confidence: Confidence) -> Option<Interval> {
    with_quantile(share, n, two_sided_z(confidence))
}

/// Wilson interval with a given quantile in place of the normal one.
///
/// With the quantile z: centre (p + z²/2n) / (1 + z²/n), half-width
/// z √(p(1 − p)/n + z²/4n²) / (1 + z²/n).
#[must_use]
pub fn with_quantile(share: f64, n: f64, z: f64) -> Option<Interval> {
    if !(0.0..=1.0).contains(&share) || !n.is_finite() || n <= 0.0 || !z.is_finite() {
        return None;
    }
    let z2_n = z * z / n;
    if !z2_n.is_finite() {
        // A vanishing sample carries no information.
        return Some(Interval {
            low: 0.0,
            high: 1.0,
        });
    }
    let scale = 1.0 + z2_n;
    let centre = (share + z2_n / 2.0) / scale;
    let half_width = (share * (1.0 - share) * z2_n + z2_n * z2_n / 4.0).sqrt() / scale;
    if !half_width.is_finite() {
        return Some(Interval {
            low: 0.0,
            high: 1.0,
        });
    }
    let mut interval = Interval::share_around(centre, half_width);
    // The ends are exactly 0 and 1 there; rounding would leave 1e-17.
    if share == 0.0 {
        interval.low = 0.0;
    }
    if share == 1.0 {
        interval.high = 1.0;
    }
    Some(interval)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_example() {
        // 15 of 50 and 0 of 10: values of common statistics packages.
        let i = interval(0.3, 50.0, Confidence::P95).unwrap();
        assert!(
            (i.low - 0.191_035_5).abs() < 1e-6 && (i.high - 0.437_503_5).abs() < 1e-6,
            "{i:?}"
        );
        let i = interval(0.0, 10.0, Confidence::P95).unwrap();
        assert_eq!(i.low, 0.0);
        assert!((i.high - 0.277_532_8).abs() < 1e-6, "{i:?}");
    }

    #[test]
    fn undefined_without_trials() {
        assert_eq!(interval(0.5, 0.0, Confidence::P95), None);
        assert_eq!(interval(1.1, 10.0, Confidence::P95), None);
        assert_eq!(interval(f64::NAN, 10.0, Confidence::P95), None);
    }
}
