//! First-player advantage: First's share of the points, with its interval.
//!
//! p̂ = (wins of First + ½ draws) / finished games. Games without an outcome are excluded.
//!
//! The ordinary 95 % interval, valid for a single look at a size fixed beforehand: Wilson's for
//! independent games without draws, otherwise Wilson's with the effective number of games
//! N_eff = p̂(1 − p̂)/SE² in place of N and Student's t quantile with U − 1 degrees, where SE² is
//! computed from the spread over the U units (see [`crate::units`]). If p̂ is not close to 0 or 1,
//! this is p̂ ± t·SE up to terms of order 1/N. For always-valid intervals see
//! [`crate::confidence_sequence`].
//!
//! **Little spread.** A few deviating units measure the spread badly, and without any the interval
//! would be a point. So the variance is increased by two corrections that vanish as results come in:
//!
//! - *In the middle* (draws, or pairs that unequal agents split): with d = min(½, U/N), what one
//!   game can change a unit by, x = SE²·U²/d² is about the number of units that deviate. It becomes
//!   √(x² + x₀²) with x₀ = t²·4p̂(1 − p̂). If all units score one half, the interval then is
//!   Wilson's for the rate of deviating units after no deviation in U units.
//! - *Near 0 and 1*: the variance of a unit relative to the largest possible one,
//!   r = U·SE²/(p̂(1 − p̂)), becomes r + (1 − r)·2/(2 + k³) if it is below 1, with k points on the
//!   rarer side: without such points each unit counts as one trial.
//!
//! Both are choices of this project, checked by simulation (`tests/it/coverage.rs`) and by a property
//! test: one more unit changes the half-width by at most 10 %, even where the formula changes.

use serde::Serialize;

use super::wilson;
use crate::clusters::ClusterSummary;
use crate::elo::elo_from_share;
use crate::interval::{Confidence, Interval};
use crate::normal::{student_t_quantile, two_sided_z};
use crate::tally::Tally;
use crate::units::{Sums, UnitSums};

/// The unit of independent sampling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum UnitKind {
    /// Each game.
    Game,
    /// Both games of a pair with seats swapped.
    Pair,
    /// All games of an opening number, in all pairings.
    OpeningNumber,
    /// All games from one opening of a list.
    ListedOpening,
}

/// The method of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Independent games without draws: the Wilson score interval.
    Wilson,
    /// Wilson's interval with the effective number of games, from the spread over units.
    Spread,
    /// The same if all units had the same score.
    NoSpread,
    /// No interval, since all games are copies of one.
    Copies,
}

impl Method {
    /// A sentence for readers who are not statisticians.
    #[must_use]
    pub fn description(self, unit: UnitKind) -> &'static str {
        match (self, unit) {
            (Self::Wilson, _) => {
                "Wilson score interval: the games are independent and none was drawn."
            }
            (Self::Spread, UnitKind::Game) => {
                "From the spread of single games (a draw counts half): Wilson score interval with \
                 the effective number of games and Student’s t quantile."
            }
            (Self::Spread, UnitKind::Pair) => {
                "From the spread over pairs, because both games of a pair have the same opening: \
                 Wilson score interval with the effective number of games and Student’s t quantile."
            }
            (Self::Spread, UnitKind::OpeningNumber) => {
                "From the spread over opening numbers, because all encounters play the same \
                 opening: Wilson score interval with the effective number of games and Student’s t \
                 quantile."
            }
            (Self::Spread, UnitKind::ListedOpening) => {
                "From the spread between the openings of the list, which is treated as a sample of \
                 all that could be listed: Wilson score interval with the effective number of \
                 games and Student’s t quantile."
            }
            (Self::NoSpread, _) => {
                "All units have the same score, so their spread is unknown: Wilson score interval \
                 with a reduced number of trials."
            }
            (Self::Copies, _) => "None: all games are copies of one another.",
        }
    }
}

/// First's share of the points with its interval. First's viewpoint throughout.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Advantage {
    /// Number of finished games N. Other games are excluded.
    pub games: u64,
    /// The unit of independent sampling.
    pub unit: UnitKind,
    /// Number of units with finished games.
    pub units: u64,
    /// Number of independent games without draws of the same precision: p̂(1 − p̂) / SE². `None` if it
    /// is N itself, or the spread cannot be measured.
    pub effective_games: Option<f64>,
    /// First's share p̂, 0 to 1.
    pub share: f64,
    /// First's share if all unfinished games were Second's, and if all were First's. `None` without
    /// unfinished games.
    pub unfinished_bounds: Option<Interval>,
    /// Standard error of the share. `None` if the spread cannot be measured.
    pub standard_error: Option<f64>,
    /// Degrees of freedom of the standard error. `None` for a binomial share.
    pub degrees: Option<u64>,
    /// Ordinary 95 % interval of the share, valid for a single look at a size fixed beforehand.
    /// `None` if all games are copies of one.
    pub interval: Option<Interval>,
    /// The share in Elo, 400 log₁₀(p̂/(1 − p̂)). `None` at 0 and 1.
    pub elo: Option<f64>,
    /// Lower end of the 95 % interval in Elo. `None` at share 0 and without interval.
    pub elo_low: Option<f64>,
    /// Upper end of the 95 % interval in Elo. `None` at share 1 and without interval.
    pub elo_high: Option<f64>,
    /// The method of the interval.
    pub method: Method,
}

/// The ordinary interval of a share, with the quantile multiplied by `widened`. `None` without games.
#[must_use]
pub fn ordinary_interval(sums: &Sums, confidence: Confidence, widened: f64) -> Option<Interval> {
    let share = sums.share()?;
    if sums.is_binary() {
        let z = two_sided_z(confidence) * widened;
        return wilson::with_quantile(share, sums.units as f64, z);
    }
    if sums.units < 2 {
        return wilson::interval(share, sums.units as f64, confidence);
    }
    let t = student_t_quantile(confidence.upper_tail(), (sums.units - 1) as f64)?;
    wilson::with_quantile(share, trials(sums, share, t)?, t * widened)
}

/// The effective number of games, with the variance corrected for little spread; see the module.
/// `None` below two units.
fn trials(sums: &Sums, share: f64, t: f64) -> Option<f64> {
    let units = sums.units as f64;
    let most = share * (1.0 - share);
    let variance = sums.variance()?;
    if most <= 0.0 {
        return Some(units);
    }
    let step = (units / sums.games as f64).min(0.5);
    let deviating = (variance * units * units / (step * step)).hypot(t * t * 4.0 * most);
    let relative = deviating * step * step / (units * most);
    let missing = (1.0 - relative).max(0.0);
    let held = relative + missing * 2.0 / (2.0 + sums.rarer_points().powi(3));
    Some(units / held)
}

impl Advantage {
    /// Estimate from independent games: each had its own opening or its own random numbers.
    /// `None` without finished games.
    #[must_use]
    pub fn independent(tally: &Tally) -> Option<Self> {
        let of = |first, second| {
            Sums::of_games(
                tally.first_wins + first,
                tally.second_wins + second,
                tally.draws,
            )
        };
        let sums = UnitSums {
            finished: of(0, 0),
            if_first: of(tally.unfinished, 0),
            if_second: of(0, tally.unfinished),
        };
        Self::of(&sums, UnitKind::Game)
    }

    /// Estimate from games of which some share an opening. `clusters` must hold exactly the
    /// finished games of `tally`.
    ///
    /// If all games have the same opening, they count as independent and the estimate holds for that
    /// opening only. If no two games share an opening, they are independent as well. `None` without
    /// finished games.
    #[must_use]
    pub fn by_opening(tally: &Tally, clusters: &ClusterSummary) -> Option<Self> {
        debug_assert_eq!(clusters.games, tally.finished());
        if clusters.clusters < 2 || clusters.largest <= 1 {
            return Self::independent(tally);
        }
        let sums = UnitSums {
            finished: clusters.sums,
            if_first: clusters.sums,
            if_second: clusters.sums,
        };
        Self::of(&sums, UnitKind::ListedOpening)
    }

    /// Estimate from sums over units of a kind. `None` without finished games.
    #[must_use]
    pub fn of(sums: &UnitSums, unit: UnitKind) -> Option<Self> {
        let finished = &sums.finished;
        let share = finished.share()?;
        let interval = ordinary_interval(finished, Confidence::P95, 1.0);
        let bounds = sums.bounds().map(|(low, high)| Interval { low, high });
        let is_binary = finished.is_binary();
        let games = finished.games as f64;
        let most = share * (1.0 - share);
        let variance = if is_binary {
            Some(most / games)
        } else {
            finished.variance()
        };
        let variance = variance.filter(|variance| variance * games > 1e-12);
        let method = match (is_binary, variance) {
            (true, _) => Method::Wilson,
            (false, Some(_)) => Method::Spread,
            (false, None) => Method::NoSpread,
        };
        Some(Self {
            games: finished.games,
            unit,
            units: finished.units,
            effective_games: variance.filter(|_| !is_binary).map(|v| most / v),
            share,
            unfinished_bounds: bounds,
            standard_error: variance.map(f64::sqrt),
            degrees: variance.filter(|_| !is_binary).map(|_| finished.units - 1),
            interval,
            elo: elo_from_share(share),
            elo_low: interval.and_then(|i| elo_from_share(i.low)),
            elo_high: interval.and_then(|i| elo_from_share(i.high)),
            method,
        })
    }

    /// The same without an interval, for games that are all copies of one.
    #[must_use]
    pub fn of_copies(self) -> Self {
        Self {
            effective_games: None,
            standard_error: None,
            degrees: None,
            interval: None,
            elo_low: None,
            elo_high: None,
            method: Method::Copies,
            ..self
        }
    }
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

    fn half_width(advantage: &Advantage) -> f64 {
        advantage.interval.unwrap().half_width()
    }

    /// Pairs: First won both, each won one, Second won both.
    fn pairs(both: u64, split: u64, none: u64) -> Advantage {
        let mut sums = UnitSums::default();
        for (count, half_points) in [(both, 4), (split, 2), (none, 0)] {
            for _ in 0..count {
                sums.finished.add(2, half_points);
            }
        }
        Advantage::of(&sums, UnitKind::Pair).unwrap()
    }

    #[test]
    fn independent_games_use_wilson() {
        let advantage = Advantage::independent(&tally(15, 35, 0)).unwrap();
        assert_eq!(advantage.method, Method::Wilson);
        assert_eq!((advantage.units, advantage.effective_games), (50, None));
        assert!((advantage.interval.unwrap().low - 0.191_035_5).abs() < 1e-6);
        assert!(
            advantage.elo.unwrap() < 0.0,
            "Second did better, First's viewpoint is negative"
        );
    }

    #[test]
    fn draws_make_the_interval_narrower() {
        let decisive = Advantage::independent(&tally(500, 500, 0)).unwrap();
        let drawish = Advantage::independent(&tally(100, 100, 800)).unwrap();
        assert_eq!(drawish.method, Method::Spread);
        assert!(half_width(&drawish) < 0.6 * half_width(&decisive));
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
        assert_eq!((advantage.degrees, advantage.units), (Some(19), 20));
        assert_eq!(advantage.method, Method::Spread);
    }

    #[test]
    fn forty_pairs_of_unequal_agents_and_one_more() {
        // Once 29.9 to 70.1 %, and with one game more 48.6 to 53.8 %.
        let all_split = pairs(0, 40, 0);
        assert_eq!(all_split.method, Method::NoSpread);
        let one_more = pairs(1, 40, 0);
        assert_eq!(one_more.method, Method::Spread);
        let (before, after) = (half_width(&all_split), half_width(&one_more));
        assert!((0.03..0.08).contains(&before), "{before}");
        assert!((after / before - 1.0).abs() < 0.1, "{before} {after}");
    }

    #[test]
    fn one_sided_and_all_drawn_games_keep_an_honest_width() {
        let all_won = pairs(10, 0, 0);
        assert_eq!(all_won.method, Method::NoSpread);
        assert_eq!((all_won.elo, all_won.elo_high), (None, None));
        // Ten trials, with Student's t quantile 2.262: 1/(1 + t²/10).
        let low = all_won.interval.unwrap().low;
        assert!((low - 0.661_520).abs() < 1e-4, "{low}");
        let drawn = Advantage::independent(&tally(0, 0, 6)).unwrap();
        assert_eq!(drawn.share, 0.5);
        assert!(half_width(&drawn) > 0.2);
    }

    #[test]
    fn unfinished_games_bound_the_share() {
        let open = Tally {
            unfinished: 57,
            ..tally(30, 13, 0)
        };
        let bounds = Advantage::independent(&open).unwrap().unfinished_bounds;
        let bounds = bounds.unwrap();
        assert!((bounds.low - 0.30).abs() < 1e-12 && (bounds.high - 0.87).abs() < 1e-12);
        let closed = Advantage::independent(&tally(30, 13, 0)).unwrap();
        assert_eq!(closed.unfinished_bounds, None);
    }

    #[test]
    fn copies_have_no_interval() {
        let copies = Advantage::independent(&tally(1_000, 0, 0))
            .unwrap()
            .of_copies();
        assert_eq!((copies.interval, copies.effective_games), (None, None));
        assert_eq!((copies.share, copies.games), (1.0, 1_000));
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
