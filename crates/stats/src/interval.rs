//! Intervals and the confidence they are computed for.

use serde::Serialize;

/// A closed interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end, never below `low`.
    pub high: f64,
}

impl Interval {
    /// `centre ± half_width`, cut to shares between 0 and 1.
    pub(crate) fn share_around(centre: f64, half_width: f64) -> Self {
        Self {
            low: (centre - half_width).max(0.0),
            high: (centre + half_width).min(1.0),
        }
    }

    /// The interval with its ends `factor` times as far from `share`, cut to 0 and 1.
    pub(crate) fn stretched(self, share: f64, factor: f64) -> Self {
        Self {
            low: (share - (share - self.low) * factor).clamp(0.0, 1.0),
            high: (share + (self.high - share) * factor).clamp(0.0, 1.0),
        }
    }

    /// Half the distance between the ends.
    #[must_use]
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether `value` lies in the interval, ends included.
    #[must_use]
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Whether `self` lies in `outer`, ends included.
    #[must_use]
    pub fn lies_within(self, outer: Self) -> bool {
        outer.low <= self.low && self.high <= outer.high
    }
}

/// Confidence level of a two-sided interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Confidence {
    /// 90 %: two one-sided tests at 5 %.
    P90,
    /// 95 %, the default.
    P95,
}

impl Confidence {
    /// The probability below the upper quantile: .95 for 90 %, .975 for 95 %.
    #[must_use]
    pub fn upper_tail(self) -> f64 {
        match self {
            Self::P90 => 0.95,
            Self::P95 => 0.975,
        }
    }
}
