//! From evaluations to expected scores.

use flipside_rules::{ExpectedScore, ForFirst, ForMover, Seat};

/// How the values of a position turn into expected scores: the logarithm of the odds is
/// (value − `even`) / `scale`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Odds {
    /// The value at which chances are even.
    pub even: ForFirst<i32>,
    /// The lead that is worth odds of e : 1: the parameter `scale`, times something that depends on
    /// the position alone.
    pub scale: f64,
}

impl Odds {
    /// The score that `mover` can expect at a position that is worth `value`.
    #[must_use]
    pub fn expected(&self, value: ForMover<i32>, mover: Seat) -> ForMover<ExpectedScore> {
        let lead = value.0 - self.even.for_mover(mover).0;
        let logit = f64::from(lead) / self.scale;
        ForMover(ExpectedScore(1.0 / (1.0 + libm::exp(-logit))))
    }
}
