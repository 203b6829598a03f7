//! The exact generalised sequential probability ratio test between two Elo differences.
//!
//! **Viewpoint**: that of agent A, whose wins count as wins.
//!
//! The log-likelihood ratio compares the two distributions of outcomes that explain the counts
//! best, one among all with a strength of elo0 and one among all with a strength of elo1. The test
//! stops when the ratio leaves (ln(β/(1 − α)), ln((1 − β)/α)). Sources: A. Wald, *Sequential tests
//! of statistical hypotheses*, Annals of Mathematical Statistics 16 (1945), for the bounds; X. Li,
//! J. Liu and Z. Ying, *Generalized sequential probability ratio test for separate families of
//! hypotheses*, Sequential Analysis 33 (2014), for maximising within the hypotheses; M. Van den
//! Bergh, *Generalized SPRT* and *Normalized Elo* (2021), for outcomes of games and pairs.
//!
//! Strength is either logistic Elo, which fixes the mean score, or normalised Elo, which fixes the
//! mean score above one half in standard deviations of a game. A cell without outcomes counts as 10⁻³
//! outcomes, so that no outcome is impossible.

use serde::Serialize;

use crate::elo::{GameCounts, NORMALISED_ELO_PER_SIGMA, PairCounts, share_from_elo};
use crate::llr_curve::{LlrCurve, LlrPoint};

/// The count of a cell without outcomes.
const EMPTY: f64 = 1e-3;

/// The unit in which the hypotheses of a sequential test are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EloScale {
    /// Logistic Elo: a statement about the score.
    Logistic,
    /// Normalised Elo: a statement about the score in standard deviations of a game.
    Normalised,
}

impl EloScale {
    /// The name on the command line and in headers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Logistic => "logistic",
            Self::Normalised => "normalized",
        }
    }

    /// The scale with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let all = [Self::Logistic, Self::Normalised];
        all.into_iter().find(|scale| scale.name() == name)
    }
}

/// A test between two hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    scale: EloScale,
    alpha: f64,
    beta: f64,
}

/// Invalid parameters of a test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SprtError {
    /// The hypotheses are equal, in the wrong order, or too large.
    #[error("invalid elo0 {0} and elo1 {1}: expected elo0 below elo1, both between −1000 and 1000")]
    Hypotheses(f64, f64),
    /// An error rate is out of range.
    #[error("invalid alpha {0} and beta {1}: expected values above 0 and below 0.5")]
    ErrorRates(f64, f64),
}

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SprtDecision {
    /// The difference elo0 is accepted.
    AcceptH0,
    /// The difference elo1 is accepted.
    AcceptH1,
}

impl Sprt {
    /// A test that wrongly accepts `elo1` with probability `alpha` if the difference is `elo0`, and
    /// wrongly accepts `elo0` with probability `beta` if it is `elo1`.
    ///
    /// # Errors
    /// If the hypotheses are not in order or an error rate is not between 0 and one half.
    pub fn new(
        elo0: f64,
        elo1: f64,
        scale: EloScale,
        alpha: f64,
        beta: f64,
    ) -> Result<Self, SprtError> {
        let known = |elo: f64| (-1000.0..=1000.0).contains(&elo);
        if !known(elo0) || !known(elo1) || elo0 >= elo1 {
            return Err(SprtError::Hypotheses(elo0, elo1));
        }
        let rate = |p: f64| p > 0.0 && p < 0.5;
        if !rate(alpha) || !rate(beta) {
            return Err(SprtError::ErrorRates(alpha, beta));
        }
        Ok(Self {
            elo0,
            elo1,
            scale,
            alpha,
            beta,
        })
    }

    /// Lower and upper bound of the log-likelihood ratio.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The decision at a log-likelihood ratio; `None` between the bounds.
    #[must_use]
    pub fn decide(&self, llr: f64) -> Option<SprtDecision> {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            Some(SprtDecision::AcceptH1)
        } else if llr <= lower {
            Some(SprtDecision::AcceptH0)
        } else {
            None
        }
    }

    /// Log-likelihood ratio of single games. `None` if the maximisation does not converge.
    #[must_use]
    pub fn llr_of_games(&self, counts: &GameCounts) -> Option<f64> {
        self.llr(&counts.outcomes(), 1.0)
    }

    /// Log-likelihood ratio of pairs. `None` if the maximisation does not converge.
    #[must_use]
    pub fn llr_of_pairs(&self, counts: &PairCounts) -> Option<f64> {
        self.llr(&counts.outcomes(), std::f64::consts::SQRT_2)
    }

    /// `root_games`: √ of the number of games in an outcome.
    fn llr<const N: usize>(&self, counts: &[u64; N], root_games: f64) -> Option<f64> {
        if counts.iter().all(|count| *count == 0) {
            return Some(0.0);
        }
        let weights = counts.map(|count| if count == 0 { EMPTY } else { count as f64 });
        let total: f64 = weights.iter().sum();
        let observed = weights.map(|weight| weight / total);
        let scores: [f64; N] = std::array::from_fn(|i| i as f64 / (N - 1) as f64);
        let best = |elo: f64| match self.scale {
            EloScale::Logistic => with_mean(&observed, &scores.map(|a| a - share_from_elo(elo))),
            EloScale::Normalised => with_signal(
                &observed,
                &scores,
                elo / NORMALISED_ELO_PER_SIGMA * root_games,
            ),
        };
        let (p0, p1) = (best(self.elo0)?, best(self.elo1)?);
        let per_outcome: f64 = (0..N).map(|i| observed[i] * (p1[i] / p0[i]).ln()).sum();
        Some(total * per_outcome).filter(|llr| llr.is_finite())
    }
}

/// The distribution under which the observed one is likeliest among those with Σ p·a = 0.
///
/// Lagrange's condition gives p = p̂ / (1 + x a) with the x for which Σ p̂ a / (1 + x a) = 0; the
/// sum falls in x between its poles, so x is found by bisection. (A. B. Owen, *Empirical
/// likelihood*, 2001, § 2.9.)
fn with_mean<const N: usize>(observed: &[f64; N], a: &[f64; N]) -> Option<[f64; N]> {
    let least = a.iter().copied().fold(f64::INFINITY, f64::min);
    let most = a.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    let mean: f64 = (0..N).map(|i| observed[i] * a[i]).sum();
    // x lies between 0 and the pole −1/pole. One-sided observations bring it so close to the pole
    // that only its distance u = |x + 1/pole| keeps the digits.
    let pole = if mean < 0.0 { most } else { least };
    let divisor = |i: usize, u: f64| (pole - a[i]) / pole + u * pole.signum() * a[i];
    let (mut low, mut high) = (0.0, 1.0 / pole.abs());
    let mut u = high / 2.0;
    // Until the interval has no number inside.
    while low < u && u < high {
        let sum: f64 = (0..N).map(|i| observed[i] * a[i] / divisor(i, u)).sum();
        if sum * pole > 0.0 {
            low = u
        } else {
            high = u
        }
        u = low + (high - low) / 2.0;
    }
    Some(std::array::from_fn(|i| observed[i] / divisor(i, high)))
}

/// The distribution under which the observed one is likeliest among those with
/// (μ − ½)/σ = `signal`.
///
/// The constraint is not linear in p. Its gradient at the current distribution makes it so, and
/// [`with_mean`] is repeated with the new gradient until nothing changes.
fn with_signal<const N: usize>(
    observed: &[f64; N],
    scores: &[f64; N],
    signal: f64,
) -> Option<[f64; N]> {
    const MOST: usize = 500;
    // From the middle: one-sided observations are too far from what is sought.
    let mut p = [1.0 / N as f64; N];
    let mut last_change = f64::INFINITY;
    for round in 0..MOST {
        let mean: f64 = (0..N).map(|i| p[i] * scores[i]).sum();
        let variance: f64 = (0..N).map(|i| p[i] * (scores[i] - mean).powi(2)).sum();
        let sigma = variance.sqrt();
        let gradient =
            scores.map(|a| a - 0.5 - signal * sigma * (1.0 + ((a - mean) / sigma).powi(2)) / 2.0);
        let next = with_mean(observed, &gradient)?;
        let change = (0..N).map(|i| (next[i] - p[i]).abs()).fold(0.0, f64::max);
        // If full steps oscillate, smaller ones converge.
        let step = if round < 50 { 1.0 } else { 0.3 };
        let before = p;
        p = std::array::from_fn(|i| before[i] + step * (next[i] - before[i]));
        // Cells without outcomes leave rounding errors that no further round removes.
        if change < 1e-14 || (change < 1e-8 && change >= last_change / 2.0) {
            return Some(p);
        }
        last_change = change;
    }
    None
}

/// The state of a test over the pairs of a run. Later pairs do not change the decision.
#[derive(Clone, Debug)]
pub struct SprtRun {
    sprt: Sprt,
    curve: LlrCurve,
    stopped: Option<SprtStop>,
}

/// The decision that stopped a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtStop {
    /// Number of pairs.
    pub pairs: u64,
    /// Log-likelihood ratio.
    pub llr: f64,
    /// The decision.
    pub decision: SprtDecision,
}

impl SprtRun {
    /// A run without pairs.
    #[must_use]
    pub fn new(sprt: Sprt) -> Self {
        Self {
            sprt,
            curve: LlrCurve::default(),
            stopped: None,
        }
    }

    /// Adds the next pair in the order of the schedule (in the order of finishing, short games would
    /// come first), by A's half-points, 0 to 4.
    pub fn add(&mut self, half_points: u8) {
        self.curve.add(half_points);
        if self.stopped.is_some() {
            return;
        }
        if let Some(llr) = self.final_llr() {
            let pairs = self.counts().pairs();
            self.stopped = self.sprt.decide(llr).map(|decision| SprtStop {
                pairs,
                llr,
                decision,
            });
        }
    }

    /// The decision; `None` while there is none.
    #[must_use]
    pub fn stopped(&self) -> Option<SprtStop> {
        self.stopped
    }

    /// All pairs, including those after the decision.
    #[must_use]
    pub fn counts(&self) -> PairCounts {
        self.curve.counts()
    }

    /// Log-likelihood ratio of all pairs, including those after the decision.
    #[must_use]
    pub fn final_llr(&self) -> Option<f64> {
        self.sprt.llr_of_pairs(&self.counts())
    }

    /// Lower and upper bound of the log-likelihood ratio.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        self.sprt.bounds()
    }

    /// The log-likelihood ratio after each of up to about 500 evenly spaced numbers of pairs.
    #[must_use]
    pub fn points(&self) -> Vec<LlrPoint> {
        self.curve.points(&self.sprt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(elo0: f64, elo1: f64, scale: EloScale, beta: f64) -> Sprt {
        Sprt::new(elo0, elo1, scale, 0.05, beta).unwrap()
    }

    fn close(actual: Option<f64>, expected: f64, tolerance: f64) {
        let actual = actual.unwrap();
        assert!(
            (actual - expected).abs() < tolerance,
            "{actual} is not {expected}"
        );
    }

    fn games(wins: u64, losses: u64, draws: u64) -> GameCounts {
        GameCounts {
            wins,
            losses,
            draws,
        }
    }

    fn pairs([ll, ld, mid, wd, ww]: [u64; 5]) -> PairCounts {
        PairCounts {
            ll,
            ld,
            mid,
            wd,
            ww,
        }
    }

    use EloScale::{Logistic, Normalised};

    #[test]
    fn single_games() {
        let llr = |g, t: Sprt| t.llr_of_games(&g);
        close(
            llr(games(36433, 36027, 68692), test(0.0, 2.0, Normalised, 0.05)),
            0.92329,
            5e-6,
        );
        close(
            llr(
                games(10871, 10650, 20431),
                test(-1.75, 0.25, Normalised, 0.05),
            ),
            2.29750,
            5e-6,
        );
        close(
            llr(games(21404, 21184, 40708), test(0.5, 2.5, Logistic, 0.05)),
            -1.57189,
            5e-6,
        );
    }

    #[test]
    fn pair_counts() {
        let llr = |p, t: Sprt| t.llr_of_pairs(&pairs(p));
        let t = test(0.0, 2.0, Normalised, 0.05);
        close(llr([365, 16618, 36229, 16974, 390], t), 2.25037, 5e-6);
        let t = test(-1.75, 0.25, Normalised, 0.05);
        close(llr([127, 4883, 10712, 5150, 104], t), 3.01015, 5e-6);
        let t = test(0.0, 5.0, Normalised, 0.10);
        close(llr([440, 2910, 5170, 2888, 455], t), -2.27386, 5e-6);
        assert_eq!(t.decide(-2.27386), Some(SprtDecision::AcceptH0));
        let (lower, upper) = t.bounds();
        assert!((lower + 2.2513).abs() < 5e-5 && (upper - 2.8904).abs() < 5e-5);
    }

    #[test]
    fn one_sided_results() {
        let t = test(0.0, 10.0, Normalised, 0.05);
        close(t.llr_of_games(&games(4250, 0, 0)), 120.5, 0.05);
        assert!(t.llr_of_games(&games(0, 4250, 0)).unwrap() < 0.0);
    }

    #[test]
    fn no_outcomes_say_nothing() {
        let t = test(0.0, 5.0, Logistic, 0.05);
        assert_eq!(t.llr_of_games(&GameCounts::default()), Some(0.0));
        assert_eq!(t.llr_of_pairs(&PairCounts::default()), Some(0.0));
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(Sprt::new(5.0, 5.0, Logistic, 0.05, 0.05).is_err());
        assert!(Sprt::new(0.0, f64::NAN, Logistic, 0.05, 0.05).is_err());
        assert!(Sprt::new(0.0, 5.0, Logistic, 0.0, 0.05).is_err());
        assert!(Sprt::new(0.0, 5.0, Logistic, 0.05, 0.5).is_err());
    }

    #[test]
    fn decisions_stick() {
        let mut run = SprtRun::new(test(0.0, 50.0, Normalised, 0.05));
        while run.stopped().is_none() {
            run.add([3, 4, 2, 3][run.counts().pairs() as usize % 4]);
        }
        let stop = run.stopped().unwrap();
        assert_eq!(stop.decision, SprtDecision::AcceptH1);
        (0..200).for_each(|_| run.add(0));
        assert_eq!(run.stopped(), Some(stop));
        assert!(run.final_llr().unwrap() < 0.0);
        assert_eq!(run.counts().pairs(), stop.pairs + 200);
    }
}
