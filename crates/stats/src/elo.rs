//! Elo, normalised Elo and likelihood of superiority of one agent over another.
//!
//! **Viewpoint**: that of the agent whose wins are counted as wins, A in "A against B".
//!
//! Single games have three outcomes, pairs (one opening, seats swapped) five.
//! With the outcomes scaled to 0 … 1, mean s and variance σ² per outcome over N outcomes:
//! - Elo = −400 log₁₀(1/s − 1), the logistic scale of A. Elo, *The Rating of Chessplayers* (1978);
//! - normalised Elo = (s − ½)/σ_game · 800/ln 10, where σ_game = σ for games and σ√2 for pairs:
//!   a signal-to-noise ratio that does not depend on the rate of draws of the openings. Source:
//!   M. Van den Bergh, *Normalized Elo* (2021), as used by the fishtest framework;
//! - superiority = Φ((s − ½)/(σ/√N)), the probability that A is the stronger one under a flat
//!   prior and a normal approximation.
//!
//! Margins are at 95 %. That of normalised Elo includes that σ is estimated from the same outcomes:
//! with θ = (s − ½)/σ, skewness γ₁ and kurtosis κ of the outcomes it is
//! 1.96/√N · √(1 − θγ₁ + θ²(κ − 1)/4), in the unit of θ. Source: the delta method, as for a Sharpe
//! ratio: A. W. Lo, *The statistics of Sharpe ratios*, Financial Analysts Journal 58 (2002); with
//! skewness and kurtosis: E. Mertens, *Comments on variance of the IID estimator in Lo* (2002).
//! The margin for a known σ, which other programs print, has far too low coverage at shares above
//! .85.

use serde::Serialize;

use super::wilson;
use crate::interval::{Confidence, Interval};
use crate::normal::{cdf, two_sided_z};

/// Normalised Elo per unit of (s − ½)/σ of a game: 800/ln 10.
pub const NORMALISED_ELO_PER_SIGMA: f64 = 800.0 / std::f64::consts::LN_10;

/// The 97.5 % quantile of the normal distribution, rounded as in the check values of the margin of
/// normalised Elo.
const ROUNDED_95: f64 = 1.96;

/// Logistic Elo of a share of the points. `None` at or beyond 0 and 1.
#[must_use]
pub fn elo_from_share(share: f64) -> Option<f64> {
    (share > 0.0 && share < 1.0)
        .then(|| 400.0 * (share / (1.0 - share)).log10())
        .filter(|elo| elo.is_finite())
}

/// Expected share of the points at an Elo difference.
#[must_use]
pub fn share_from_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Single games of A against B, A's viewpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GameCounts {
    /// Games that A won.
    pub wins: u64,
    /// Games that A lost.
    pub losses: u64,
    /// Drawn games.
    pub draws: u64,
}

/// Pairs of games of A against B (one opening, seats swapped) by A's score in the pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PairCounts {
    /// A lost both games.
    pub ll: u64,
    /// A loss and a draw.
    pub ld: u64,
    /// A win and a loss, or two draws.
    pub mid: u64,
    /// A win and a draw.
    pub wd: u64,
    /// A won both games.
    pub ww: u64,
}

impl GameCounts {
    /// Counts, lowest score first.
    #[must_use]
    pub fn outcomes(&self) -> [u64; 3] {
        [self.losses, self.draws, self.wins]
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
    }

    /// Elo and related estimates. `None` without games.
    #[must_use]
    pub fn estimate(&self) -> Option<EloEstimate> {
        estimate(&self.outcomes(), 1.0)
    }
}

impl PairCounts {
    /// Counts, lowest score first.
    #[must_use]
    pub fn outcomes(&self) -> [u64; 5] {
        [self.ll, self.ld, self.mid, self.wd, self.ww]
    }

    /// Counts one pair by A's half-points in its two games, 0 to 4; more counts as 4.
    pub fn add(&mut self, half_points: u8) {
        let cell = match half_points {
            0 => &mut self.ll,
            1 => &mut self.ld,
            2 => &mut self.mid,
            3 => &mut self.wd,
            _ => &mut self.ww,
        };
        *cell += 1;
    }

    /// Adds the pairs of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.ll += other.ll;
        self.ld += other.ld;
        self.mid += other.mid;
        self.wd += other.wd;
        self.ww += other.ww;
    }

    /// Number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.outcomes().iter().sum()
    }

    /// Elo and related estimates. `None` without pairs.
    #[must_use]
    pub fn estimate(&self) -> Option<EloEstimate> {
        estimate(&self.outcomes(), std::f64::consts::SQRT_2)
    }
}

/// Strength of A relative to B, A's viewpoint.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EloEstimate {
    /// A's share of the points, 0 to 1.
    pub score: f64,
    /// 95 % interval of the share. Wilson's if the symmetric one exceeds 0 to 1 or there is no
    /// spread.
    pub score_interval: Interval,
    /// Logistic Elo. `None` at share 0 or 1.
    pub elo: Option<f64>,
    /// Half the width of the symmetric 95 % interval of the share, in Elo. `None` unless both ends are
    /// strictly between 0 and 1.
    pub elo_margin: Option<f64>,
    /// Lower end of [`EloEstimate::score_interval`] in Elo. `None` at 0.
    pub elo_low: Option<f64>,
    /// Upper end of [`EloEstimate::score_interval`] in Elo. `None` at 1.
    pub elo_high: Option<f64>,
    /// Normalised Elo. `None` without spread.
    pub normalised_elo: Option<f64>,
    /// Its 95 % margin, which includes the uncertainty of the spread. `None` without spread.
    pub normalised_elo_margin: Option<f64>,
    /// Likelihood of superiority, 0 to 1. `None` without spread.
    pub superiority: Option<f64>,
}

/// `root_games`: √ of the number of games in an outcome.
fn estimate(outcomes: &[u64], root_games: f64) -> Option<EloEstimate> {
    let total: u64 = outcomes.iter().sum();
    if total == 0 {
        return None;
    }
    let n = total as f64;
    let top = (outcomes.len() - 1) as f64;
    let moment = |f: &dyn Fn(f64) -> f64| -> f64 {
        outcomes
            .iter()
            .enumerate()
            .map(|(i, c)| *c as f64 * f(i as f64 / top))
            .sum::<f64>()
            / n
    };
    let score = moment(&|x| x);
    let variance = moment(&|x| (x - score).powi(2));
    let z = two_sided_z(Confidence::P95);
    let one_kind_only = outcomes.iter().filter(|c| **c > 0).count() < 2;
    let sigma = (!one_kind_only)
        .then(|| variance.sqrt())
        .filter(|s| *s > 0.0);

    let ends = sigma.map(|s| (score - z * s / n.sqrt(), score + z * s / n.sqrt()));
    let elo_ends = ends.map(|(low, high)| (elo_from_share(low), elo_from_share(high)));
    let elo_margin = match elo_ends {
        Some((Some(low), Some(high))) => Some((high - low) / 2.0),
        _ => None,
    };
    let score_interval = match ends {
        Some((low, high)) if low > 0.0 && high < 1.0 => Interval { low, high },
        Some(_) if score > 0.0 && score < 1.0 => {
            let effective = score * (1.0 - score) * n / variance;
            wilson::interval(score, effective, Confidence::P95)?
        }
        _ => wilson::interval(score, n, Confidence::P95)?,
    };
    let per_sigma = NORMALISED_ELO_PER_SIGMA / root_games;
    let normalised_margin = sigma.map(|s| {
        let third = moment(&|x| ((x - score) / s).powi(3));
        let fourth = moment(&|x| ((x - score) / s).powi(4));
        let factor = signal_to_noise_factor((score - 0.5) / s, third, fourth, n);
        ROUNDED_95 / n.sqrt() * factor * per_sigma
    });
    Some(EloEstimate {
        score,
        score_interval,
        elo: elo_from_share(score),
        elo_margin,
        elo_low: elo_from_share(score_interval.low),
        elo_high: elo_from_share(score_interval.high),
        normalised_elo: sigma.map(|s| (score - 0.5) / s * per_sigma),
        normalised_elo_margin: normalised_margin,
        superiority: sigma.and_then(|s| cdf((score - 0.5) / (s / n.sqrt()))),
    })
}

/// Standard error of θ = (mean − ½)/σ over N outcomes, in units of 1/√N.
fn signal_to_noise_factor(theta: f64, skewness: f64, kurtosis: f64, n: f64) -> f64 {
    let squared = 1.0 - theta * skewness + theta.powi(2) * (kurtosis - 1.0) / 4.0;
    // The first-order term vanishes in rare mixtures (a win and a draw in two pairs of three, two
    // wins in the third); the next one is of the order 1/N.
    squared.max(1.0 / n).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(actual: Option<f64>, expected: f64, tolerance: f64) {
        let actual = actual.unwrap();
        assert!(
            (actual - expected).abs() < tolerance,
            "{actual} is not {expected}"
        );
    }

    #[test]
    fn single_games() {
        let e = GameCounts {
            wins: 136,
            losses: 96,
            draws: 111,
        }
        .estimate()
        .unwrap();
        close(e.elo, 40.70, 0.005);
        close(e.elo_margin, 30.43, 0.005);
        close(e.normalised_elo, 49.77, 0.005);
        close(e.normalised_elo_margin, 37.39, 0.005);
        close(e.superiority, 0.9960, 0.00005);
        close(Some(e.score), 0.558, 0.0005);
    }

    #[test]
    fn pairs() {
        let e = PairCounts {
            ll: 34,
            ld: 54,
            mid: 63,
            wd: 64,
            ww: 75,
        }
        .estimate()
        .unwrap();
        close(e.elo, 55.58, 0.005);
        close(e.elo_margin, 27.65, 0.005);
        close(e.normalised_elo, 57.94, 0.005);
        close(e.normalised_elo_margin, 29.23, 0.005);
        close(Some(e.score), 0.579, 0.0005);
    }

    #[test]
    fn one_sided_results_have_a_bound_but_no_number() {
        let e = GameCounts {
            wins: 6,
            ..GameCounts::default()
        }
        .estimate()
        .unwrap();
        assert_eq!(
            (e.elo, e.elo_margin, e.normalised_elo, e.superiority),
            (None, None, None, None)
        );
        assert!(e.elo_low.unwrap() > 0.0, "six of six is better than even");
        assert_eq!(e.elo_high, None);
        assert_eq!(PairCounts::default().estimate(), None);
    }

    #[test]
    fn share_and_elo_are_inverse() {
        for elo in [-300.0, 0.0, 12.5] {
            close(elo_from_share(share_from_elo(elo)), elo, 1e-9);
        }
        assert_eq!((elo_from_share(0.0), elo_from_share(1.0)), (None, None));
    }
}
