//! First-player advantage: First's share of the points, with its interval.
//!
//! p̂ = (wins of First + ½ draws) / finished games. Games without an outcome are in no estimate.
//! How the interval is made depends on the games, see [`Method`].

use serde::Serialize;

use super::wilson;
use crate::clusters::ClusterSummary;
use crate::elo::elo_from_share;
use crate::interval::{Confidence, Interval};
use crate::normal::student_t_quantile;
use crate::tally::Tally;

/// Below this many expected effective points on the rarer side the symmetric interval p̂ ± t·SE
/// covers too rarely, and the Wilson interval with the effective sample size is used.
const SYMMETRIC_FROM: f64 = 60.0;

/// How an interval was obtained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Independent games without draws: the Wilson score interval.
    Wilson,
    /// p̂ ± t · SE with the variance taken over openings.
    ClusterRobust,
    /// p̂ ± t · SE with the variance of single games.
    SampleVariance,
    /// Wilson interval with N_eff = p̂(1 − p̂) / SE² in place of N.
    WilsonEffective,
    /// Wilson interval with the number of openings in place of N, as all openings scored alike.
    WilsonClusters,
    /// Wilson interval of a single game, as all are copies of one.
    Copies,
}

impl Method {
    /// One sentence for a reader who is no statistician.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Wilson => "Wilson score interval: the games are independent and none was drawn.",
            Self::ClusterRobust => {
                "Cluster-robust interval: games from the same opening are alike, so the spread is \
                 measured between openings (Student’s t quantile)."
            }
            Self::SampleVariance => {
                "Interval from the spread of single games, draws counting half (Student’s t \
                 quantile)."
            }
            Self::WilsonEffective => {
                "Wilson score interval with the effective number of games, as the share is close \
                 to 0 % or 100 % or the sample is small."
            }
            Self::WilsonClusters => {
                "Wilson score interval with the number of openings in place of the number of \
                 games, as there is no spread between them to measure."
            }
            Self::Copies => {
                "Wilson score interval of a single game: all games are copies of one another."
            }
        }
    }
}

/// First's share of the points with its interval. First's viewpoint throughout.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Advantage {
    /// Finished games N, the only ones in the estimate.
    pub games: u64,
    /// Independent games without draws that would be as precise: p̂(1 − p̂) / SE². `None` where
    /// the spread can't be measured.
    pub effective_games: Option<f64>,
    /// First's share p̂, 0 to 1.
    pub share: f64,
    /// Standard error of the share. `None` where the spread can't be measured.
    pub standard_error: Option<f64>,
    /// Degrees of freedom behind the standard error. `None` where it is that of a binomial share.
    pub degrees: Option<u64>,
    /// 95 % interval of the share.
    pub interval: Interval,
    /// 90 % interval of the share, which the equivalence test needs.
    pub interval_90: Interval,
    /// The share in Elo, 400 log₁₀(p̂/(1 − p̂)). `None` at 0 and 1.
    pub elo: Option<f64>,
    /// Lower end of the 95 % interval in Elo. `None` at share 0.
    pub elo_low: Option<f64>,
    /// Upper end of the 95 % interval in Elo. `None` at share 1.
    pub elo_high: Option<f64>,
    /// How the intervals were made.
    pub method: Method,
}

impl Advantage {
    /// Estimate from independent games: each had its own opening or its own random numbers.
    /// `None` without finished games.
    #[must_use]
    pub fn independent(tally: &Tally) -> Option<Self> {
        let games = tally.finished();
        let share = tally.first_share()?;
        if tally.draws == 0 {
            let n = games as f64;
            let wilson = |confidence| wilson::interval(share, n, confidence);
            let (p95, p90) = (wilson(Confidence::P95)?, wilson(Confidence::P90)?);
            let variance = Some(share * (1.0 - share) / n).filter(|v| *v > 0.0);
            let basis = Basis {
                variance,
                degrees: None,
                effective_games: Some(n),
            };
            return Some(Self::assemble(
                games,
                share,
                basis,
                p95,
                p90,
                Method::Wilson,
            ));
        }
        let n = games as f64;
        let squares = tally.first_wins as f64 * (1.0 - share).powi(2)
            + tally.draws as f64 * (0.5 - share).powi(2)
            + tally.second_wins as f64 * share.powi(2);
        let variance = (games >= 2).then(|| squares / (n - 1.0) / n);
        Self::from_variance(games, share, variance, games, Method::SampleVariance)
    }

    /// Estimate from games that are all copies of one, which says no more than that one.
    #[must_use]
    pub fn of_copies(tally: &Tally) -> Option<Self> {
        let share = tally.first_share()?;
        let wilson = |confidence| wilson::interval(share, 1.0, confidence);
        let (p95, p90) = (wilson(Confidence::P95)?, wilson(Confidence::P90)?);
        let basis = Basis {
            variance: None,
            degrees: None,
            effective_games: Some(1.0),
        };
        let games = tally.finished();
        Some(Self::assemble(
            games,
            share,
            basis,
            p95,
            p90,
            Method::Copies,
        ))
    }

    /// Estimate from games of which some share an opening. `clusters` must hold exactly the
    /// finished games of `tally`.
    ///
    /// If all games have the same opening, nothing can be learnt about others: the games are then
    /// taken as independent and the estimate speaks of that opening only. If no two games share
    /// one, they are independent as well. `None` without finished games.
    #[must_use]
    pub fn by_opening(tally: &Tally, clusters: &ClusterSummary) -> Option<Self> {
        debug_assert_eq!(clusters.games, tally.finished());
        if clusters.clusters < 2 || clusters.largest <= 1 {
            return Self::independent(tally);
        }
        let share = tally.first_share()?;
        let (games, count) = (tally.finished(), clusters.clusters);
        Self::from_variance(
            games,
            share,
            clusters.variance,
            count,
            Method::ClusterRobust,
        )
    }

    /// `units`: independent observations behind the variance.
    fn from_variance(
        games: u64,
        share: f64,
        variance: Option<f64>,
        units: u64,
        symmetric: Method,
    ) -> Option<Self> {
        // A variance far below rounding is that of openings that all scored alike.
        let measured = variance.filter(|v| *v * games as f64 > 1e-12);
        let rarer = share.min(1.0 - share);
        let (Some(variance), true) = (measured, rarer > 0.0 && units >= 2) else {
            // No spread to measure. As many independent trials as there are units is the least
            // that the data can stand for.
            let wilson = |confidence| wilson::interval(share, units as f64, confidence);
            let basis = Basis {
                variance: None,
                degrees: None,
                effective_games: None,
            };
            let (p95, p90) = (wilson(Confidence::P95)?, wilson(Confidence::P90)?);
            return Some(Self::assemble(
                games,
                share,
                basis,
                p95,
                p90,
                Method::WilsonClusters,
            ));
        };
        let degrees = units - 1;
        let t =
            |confidence: Confidence| student_t_quantile(confidence.upper_tail(), degrees as f64);
        let (t95, t90) = (t(Confidence::P95)?, t(Confidence::P90)?);
        let effective = share * (1.0 - share) / variance;
        let basis = Basis {
            variance: Some(variance),
            degrees: Some(degrees),
            effective_games: Some(effective),
        };
        if effective * rarer < SYMMETRIC_FROM {
            let p95 = wilson::with_quantile(share, effective, t95)?;
            let p90 = wilson::with_quantile(share, effective, t90)?;
            return Some(Self::assemble(
                games,
                share,
                basis,
                p95,
                p90,
                Method::WilsonEffective,
            ));
        }
        let standard_error = variance.sqrt();
        let p95 = Interval::share_around(share, t95 * standard_error);
        let p90 = Interval::share_around(share, t90 * standard_error);
        Some(Self::assemble(games, share, basis, p95, p90, symmetric))
    }

    fn assemble(
        games: u64,
        share: f64,
        basis: Basis,
        interval: Interval,
        interval_90: Interval,
        method: Method,
    ) -> Self {
        Self {
            games,
            effective_games: basis.effective_games,
            share,
            standard_error: basis.variance.map(f64::sqrt),
            degrees: basis.degrees,
            interval,
            interval_90,
            elo: elo_from_share(share),
            elo_low: elo_from_share(interval.low),
            elo_high: elo_from_share(interval.high),
            method,
        }
    }
}

struct Basis {
    variance: Option<f64>,
    degrees: Option<u64>,
    effective_games: Option<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clusters::Clusters;

    fn tally(first_wins: u64, second_wins: u64, draws: u64) -> Tally {
        Tally {
            first_wins,
            second_wins,
            draws,
            ..Tally::default()
        }
    }

    #[test]
    fn independent_games_use_wilson() {
        let advantage = Advantage::independent(&tally(15, 35, 0)).unwrap();
        assert_eq!(advantage.method, Method::Wilson);
        assert_eq!(advantage.effective_games, Some(50.0));
        assert!((advantage.interval.low - 0.191_035_5).abs() < 1e-6);
        assert!(
            advantage.elo.unwrap() < 0.0,
            "Second did better, First's viewpoint is negative"
        );
    }

    #[test]
    fn draws_make_the_interval_narrower() {
        let decisive = Advantage::independent(&tally(500, 500, 0)).unwrap();
        let drawish = Advantage::independent(&tally(100, 100, 800)).unwrap();
        assert_eq!(drawish.method, Method::SampleVariance);
        assert!(drawish.interval.half_width() < 0.6 * decisive.interval.half_width());
        assert!(drawish.effective_games.unwrap() > 1000.0);
    }

    #[test]
    fn shared_openings_make_it_wider() {
        // 20 openings, each decided the same way in all of its 50 games.
        let mut clusters = Clusters::default();
        let mut counts = Tally::default();
        for opening in 0..20 {
            for _ in 0..50 {
                let first = opening % 2 == 0;
                clusters.add(opening, if first { 2 } else { 0 });
                counts.merge(&if first {
                    tally(1, 0, 0)
                } else {
                    tally(0, 1, 0)
                });
            }
        }
        let advantage = Advantage::by_opening(&counts, &clusters.summary()).unwrap();
        // As good as the 20 openings, less one for the estimated mean.
        assert!((advantage.effective_games.unwrap() - 19.0).abs() < 1e-9);
        assert_eq!(advantage.degrees, Some(19));
        assert_eq!(advantage.method, Method::WilsonEffective);
    }

    #[test]
    fn one_sided_and_all_drawn_games_keep_an_honest_width() {
        let mut clusters = Clusters::default();
        for opening in 0..10 {
            clusters.add(opening, 2);
            clusters.add(opening, 2);
        }
        let advantage = Advantage::by_opening(&tally(20, 0, 0), &clusters.summary()).unwrap();
        assert_eq!(advantage.method, Method::WilsonClusters);
        assert_eq!((advantage.elo, advantage.elo_high), (None, None));
        assert!(
            (advantage.interval.low - 0.722_467_2).abs() < 1e-6,
            "10 of 10"
        );

        let drawn = Advantage::independent(&tally(0, 0, 6)).unwrap();
        assert_eq!(drawn.share, 0.5);
        assert!(drawn.interval.half_width() > 0.2);
    }

    #[test]
    fn undefined_without_finished_games() {
        let unfinished = Tally {
            unfinished: 3,
            void: 1,
            ..Tally::default()
        };
        assert_eq!(Advantage::independent(&unfinished), None);
        assert_eq!(
            Advantage::by_opening(&unfinished, &Clusters::default().summary()),
            None
        );
    }
}
