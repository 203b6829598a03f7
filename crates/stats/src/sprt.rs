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

    /// Log-likelihood ratio of single games. Always finite.
    #[must_use]
    pub fn llr_of_games(&self, counts: &GameCounts) -> f64 {
        self.llr(&counts.outcomes(), 1.0)
    }

    /// Log-likelihood ratio of pairs. Always finite.
    #[must_use]
    pub fn llr_of_pairs(&self, counts: &PairCounts) -> f64 {
        self.llr(&counts.outcomes(), std::f64::consts::SQRT_2)
    }

    /// `root_games`: √ of the number of games in an outcome.
    fn llr<const N: usize>(&self, counts: &[u64; N], root_games: f64) -> f64 {
        if counts.iter().all(|count| *count == 0) {
            return 0.0;
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
        let (p0, p1) = (best(self.elo0), best(self.elo1));
        let per_outcome: f64 = (0..N).map(|i| observed[i] * (p1[i] / p0[i]).ln()).sum();
        total * per_outcome
    }
}

/// The distribution under which the observed one is likeliest among those with Σ p·a = 0.
/// `a` has values of both signs, and every observed probability is positive.
///
/// Lagrange's condition gives p = p̂ / (1 + x a) with the x for which Σ p̂ a / (1 + x a) = 0; the
/// sum falls in x between its poles, so x is found by bisection. (A. B. Owen, *Empirical
/// likelihood*, 2001, § 2.9.)
fn with_mean<const N: usize>(observed: &[f64; N], a: &[f64; N]) -> [f64; N] {
    let least = a.iter().copied().fold(f64::INFINITY, f64::min);
    let most = a.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    debug_assert!(least < 0.0 && most > 0.0, "{a:?}");
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
    std::array::from_fn(|i| observed[i] / divisor(i, high))
}

/// The distribution under which the observed one is likeliest among those with
/// (μ − ½)/σ = `signal`.
///
/// With x = score − ½ and c = signal/√(1 + signal²), the condition is E\[x\] = c·√E\[x²\]. The root
/// is the least of (λ·E\[x²\] + 1/λ)/2 over λ > 0, so for each λ there is a linear condition
/// E\[x − c(λx² + 1/λ)/2\] = 0, which [`with_mean`] solves. Distributions above the condition are
/// those above *some* linear one, distributions below it those below *all*. So the λ that is sought
/// has the greatest likelihood if the observed signal is too small, and the least if it is too
/// large. There λ = 1/√E\[x²\]. If the observed signal is too large, the set below all conditions is
/// convex, and only one λ has this property.
fn with_signal<const N: usize>(observed: &[f64; N], scores: &[f64; N], signal: f64) -> [f64; N] {
    const CELLS: usize = 24;
    if signal < 0.0 {
        // The scores are symmetric about one half.
        let mut mirrored = *observed;
        mirrored.reverse();
        let mut p = with_signal(&mirrored, scores, -signal);
        p.reverse();
        return p;
    }
    let x = scores.map(|score| score - 0.5);
    let c = signal / (1.0 + signal * signal).sqrt();
    if c == 0.0 {
        return with_mean(observed, &x);
    }
    let mean = |p: &[f64; N], a: &[f64; N]| -> f64 { p.iter().zip(a).map(|(p, a)| p * a).sum() };
    let squares = x.map(|x| x * x);
    let is_below = mean(observed, &x) < c * mean(observed, &squares).sqrt();
    // `None` if no distribution meets the linear condition.
    let at = |log_lambda: f64| {
        let lambda = log_lambda.exp();
        let a = x.map(|x| x - c * (lambda * x * x + 1.0 / lambda) / 2.0);
        if a.iter().all(|a| *a <= 0.0) {
            None
        } else if !is_below && mean(observed, &a) <= 0.0 {
            // The observed distribution is below this linear condition already.
            Some(*observed)
        } else {
            Some(with_mean(observed, &a))
        }
    };
    // Zero at the λ that is sought, with rising sign.
    let excess = |log_lambda: f64, p: &[f64; N]| log_lambda + mean(p, &squares).ln() / 2.0;
    // E[x²] is at most 1/4. Above the upper bound no linear condition can be met.
    let smallest = x.into_iter().filter(|x| *x > 0.0).fold(0.5, f64::min);
    let low = std::f64::consts::LN_2;
    let high = ((1.0 + (1.0 - c * c).sqrt()) / c / smallest).ln();
    let solve = |left: f64, inside: f64, right: f64| {
        // Where no distribution meets the condition, the λ that is sought is on the side of `inside`.
        let beyond = |log_lambda: f64| f64::INFINITY.copysign(log_lambda - inside);
        let root = rising_root(
            |log_lambda| {
                at(log_lambda).map_or_else(|| beyond(log_lambda), |p| excess(log_lambda, &p))
            },
            left,
            right,
        );
        at(root).unwrap_or(*observed)
    };
    if !is_below {
        return solve(low, low, high);
    }
    // Wins of one game and wins of both can be summits of their own, so every summit is climbed.
    let likelihood = |p: &[f64; N]| mean(observed, &p.map(f64::ln));
    let step = (high - low) / CELLS as f64;
    let middle = |cell: usize| low + (cell as f64 + 0.5) * step;
    let heights: [f64; CELLS] =
        std::array::from_fn(|cell| at(middle(cell)).map_or(f64::NEG_INFINITY, |p| likelihood(&p)));
    let height = |cell: Option<usize>| {
        let height = cell.and_then(|cell| heights.get(cell));
        height.copied().unwrap_or(f64::NEG_INFINITY)
    };
    let is_summit = |cell: &usize| {
        let here = heights[*cell];
        here.is_finite()
            && here >= height(cell.checked_sub(1))
            && here >= height(cell.checked_add(1))
    };
    let summits = (0..CELLS).filter(is_summit).map(|cell| {
        let inside = middle(cell);
        solve(inside - step, inside, inside + step)
    });
    let highest = summits.max_by(|p, q| likelihood(p).total_cmp(&likelihood(q)));
    highest.unwrap_or(*observed)
}

/// Where `f` passes from below to above zero between `low` and `high`: by the secant, and by
/// bisection where that is slower. An error of the result enters a likelihood by its square.
fn rising_root(f: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    const PRECISION: f64 = 1e-9;
    let (mut at_low, mut at_high) = (f(low), f(high));
    let mut bisects = false;
    while high - low > PRECISION {
        let secant = (low * at_high - high * at_low) / (at_high - at_low);
        // A secant that lands beside an end of the interval would not move the other.
        let least = f64::max(PRECISION / 4.0, (high - low) * 1e-3);
        let next = if bisects || !secant.is_finite() {
            low.midpoint(high)
        } else {
            secant.clamp(low + least, high - least)
        };
        let width = high - low;
        let at_next = f(next);
        if at_next < 0.0 {
            (low, at_low) = (next, at_next);
        } else {
            (high, at_high) = (next, at_next);
        }
        bisects = !bisects && high - low > width / 2.0;
    }
    low.midpoint(high)
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
        let llr = self.final_llr();
        let pairs = self.counts().pairs();
        self.stopped = self.sprt.decide(llr).map(|decision| SprtStop {
            pairs,
            llr,
            decision,
        });
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
    pub fn final_llr(&self) -> f64 {
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
    use flipside_testkit::random::Lcg;

    use super::*;

    fn test(elo0: f64, elo1: f64, scale: EloScale, beta: f64) -> Sprt {
        Sprt::new(elo0, elo1, scale, 0.05, beta).unwrap()
    }

    fn close(actual: f64, expected: f64, tolerance: f64) {
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
        assert!(t.llr_of_games(&games(0, 4250, 0)) < 0.0);
    }

    #[test]
    fn far_hypotheses() {
        let t = test(0.0, 240.0, Normalised, 0.05);
        close(t.llr_of_pairs(&pairs([34, 54, 63, 64, 75])), -49.996, 5e-4);
        // The stronger agent wins every pair.
        let t = test(0.0, 300.0, Normalised, 0.05);
        assert!(t.llr_of_pairs(&pairs([0, 0, 0, 1, 30])) > t.bounds().1);
    }

    /// The greatest likelihood found by steps on the surface of distributions with (μ − ½)/σ = `signal`,
    /// uphill from several points, without Lagrange's condition.
    fn climb<const N: usize>(observed: &[f64; N], scores: &[f64; N], signal: f64) -> f64 {
        let likelihood = |p: &[f64; N]| -> f64 { (0..N).map(|i| observed[i] * p[i].ln()).sum() };
        let excess = |p: &[f64; N]| {
            let mean: f64 = (0..N).map(|i| p[i] * scores[i]).sum();
            let variance: f64 = (0..N).map(|i| p[i] * (scores[i] - mean).powi(2)).sum();
            mean - 0.5 - signal * variance.sqrt()
        };
        let normalised = |p: [f64; N]| p.map(|x| x / p.iter().sum::<f64>());
        // Onto the surface: more weight on the better outcomes, or less.
        let onto = |p: [f64; N]| {
            let tilted =
                |by: f64| normalised(std::array::from_fn(|i| p[i] * (by * scores[i]).exp()));
            let (mut low, mut high) = (-60.0, 60.0);
            for _ in 0..50 {
                let middle = f64::midpoint(low, high);
                if excess(&tilted(middle)) < 0.0 {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            tilted(high)
        };
        let mut rng = Lcg::new(7);
        let mut greatest = f64::NEG_INFINITY;
        for start in 0..3 {
            let mut p = match start {
                0 => onto(*observed),
                _ => onto(normalised(std::array::from_fn(|_| {
                    0.01 + rng.below(100) as f64
                }))),
            };
            let mut height = likelihood(&p);
            let mut size: f64 = 0.5;
            while size > 1e-3 {
                let better = (0..10).find_map(|_| {
                    let mut random = || rng.below(2_001) as f64 / 1_000.0 - 1.0;
                    let next = onto(normalised(p.map(|x| x * (size * random()).exp())));
                    Some(next).filter(|next| likelihood(next) > height)
                });
                match better {
                    Some(next) => (p, height) = (next, likelihood(&next)),
                    None => size /= 2.0,
                }
            }
            greatest = greatest.max(height);
        }
        greatest
    }

    /// What is found meets the condition, and a search without calculus finds nothing likelier, over
    /// all hypotheses that are accepted.
    #[test]
    fn nothing_is_likelier() {
        let mut rng = Lcg::new(1);
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        for round in 0..200 {
            let mut observed: [f64; 5] = std::array::from_fn(|_| match rng.below(3) {
                0 => EMPTY,
                1 => (1 + rng.below(9)) as f64,
                _ => (1 + rng.below(3_000)) as f64,
            });
            let total: f64 = observed.iter().sum();
            observed = observed.map(|x| x / total);
            let elo = rng.below(2_001) as f64 - 1000.0;
            let signal = elo / NORMALISED_ELO_PER_SIGMA * std::f64::consts::SQRT_2;
            let p = with_signal(&observed, &scores, signal);
            let mean: f64 = (0..5).map(|i| p[i] * scores[i]).sum();
            let variance: f64 = (0..5).map(|i| p[i] * (scores[i] - mean).powi(2)).sum();
            assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{p:?}");
            let reached = (mean - 0.5) / variance.sqrt();
            assert!(
                (reached - signal).abs() < 1e-6 * (1.0 + signal.abs()),
                "{reached} {signal}"
            );
            let ours: f64 = (0..5).map(|i| observed[i] * p[i].ln()).sum();
            let found = climb(&observed, &scores, signal);
            let what = format!("{round}: {observed:?} {elo}: {ours} {found}");
            assert!(ours > found - 1e-9 * (1.0 + found.abs()), "{what}");
        }
    }

    #[test]
    fn no_outcomes_say_nothing() {
        let t = test(0.0, 5.0, Logistic, 0.05);
        assert_eq!(t.llr_of_games(&GameCounts::default()), 0.0);
        assert_eq!(t.llr_of_pairs(&PairCounts::default()), 0.0);
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
        assert!(run.final_llr() < 0.0);
        assert_eq!(run.counts().pairs(), stop.pairs + 200);
    }
}
