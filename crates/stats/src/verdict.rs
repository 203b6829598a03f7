//! Whether a game is balanced between First and Second.
//!
//! "Not significantly different from 50 %" does not prove balance, since few games never differ
//! significantly. Balance is shown by an equivalence test, two one-sided tests at 5 % (TOST)
//! against a margin, which is the same as the 90 % interval lying within 50 % ± margin.
//! Source: D. J. Schuirmann, *A comparison of the two one-sided tests procedure and the power
//! approach*, Journal of Pharmacokinetics and Biopharmaceutics 15 (1987).
//!
//! The rule, in this order:
//! 1. **balanced** if the 90 % interval lies within 50 % ± margin, ends included;
//! 2. **favours First** (Second) if the 95 % interval lies wholly above (below) 50 %;
//! 3. **undecided** otherwise.
//!
//! With many games both 1 and 2 can hold: there is an edge, but it is below the margin. The verdict is
//! then *balanced*, since advantages within the margin are negligible by definition, and names the
//! edge.
//!
//! The intervals are always-valid ([`crate::confidence_sequence`]), so results may be inspected at any
//! time; a run that stops by a rule has the intervals of its rule ([`crate::balance`]). A verdict must
//! hold for any result of unfinished games.
//!
//! The same rule serves swapped seats of different agents, with the share q of First among pairs
//! that one seat won twice ([`crate::seats`]): q is the outer end of the range of First's share
//! between equal agents, so the whole range lies within the margin if q's interval does.

use serde::Serialize;

use crate::confidence_sequence::{self, ALPHA_90, ALPHA_95, units_for};
use crate::interval::{Confidence, Interval};
use crate::units::{Sums, UnitSums};
use flipside_rules::Seat;

/// The default margin: 2 points, so 48 % to 52 % count as balanced.
pub const DEFAULT_MARGIN: f64 = 0.02;

/// The minimum number of distinct games, up to the board's symmetries, for a verdict.
pub const FEWEST_DISTINCT_GAMES: u64 = 100;

/// Outcome of the equivalence test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum Verdict {
    /// First's share is within the margin of 50 %.
    Balanced {
        /// A seat whose (negligible) edge is nevertheless established at 95 %.
        edge: Option<Seat>,
    },
    /// First scores above 50 %.
    FavoursFirst,
    /// First scores below 50 %.
    FavoursSecond,
    /// There is no decision yet.
    Undecided {
        /// The number of further games that would probably decide. `None` without an estimate, and if
        /// more games would not help.
        more_games: Option<u64>,
    },
    /// First's share does not measure the seats.
    None {
        /// The reason.
        why: NoVerdict,
    },
}

/// The reason why First's share does not measure the seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NoVerdict {
    /// Different agents kept their seats: the share is the strength of one of them.
    FixedSeats,
    /// Different agents played games without information on pairs.
    UnpairedGames,
    /// There are fewer than [`FEWEST_DISTINCT_GAMES`] distinct games.
    FewDistinctGames,
}

impl Verdict {
    /// "balanced", "favours First", "favours Second", "undecided" or "no verdict".
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Balanced { .. } => "balanced",
            Self::FavoursFirst => "favours First",
            Self::FavoursSecond => "favours Second",
            Self::Undecided { .. } => "undecided",
            Self::None { .. } => "no verdict",
        }
    }

    /// Whether more games are not needed.
    #[must_use]
    pub fn is_decided(self) -> bool {
        !matches!(self, Self::Undecided { .. } | Self::None { .. })
    }
}

/// Decides by the 95 % and the 90 % interval, without an estimate of further games. `margin` is a
/// share, .02 for two points; if it is not above 0, the verdict is never balanced.
#[must_use]
pub fn by_intervals(interval: Interval, interval_90: Interval, margin: f64) -> Verdict {
    let edge = if interval.low > 0.5 {
        Some(Seat::First)
    } else if interval.high < 0.5 {
        Some(Seat::Second)
    } else {
        None
    };
    let zone = Interval {
        low: 0.5 - margin,
        high: 0.5 + margin,
    };
    if margin > 0.0 && interval_90.lies_within(zone) {
        return Verdict::Balanced { edge };
    }
    match edge {
        Some(Seat::First) => Verdict::FavoursFirst,
        Some(Seat::Second) => Verdict::FavoursSecond,
        None => Verdict::Undecided { more_games: None },
    }
}

/// A verdict that holds for any result of unfinished games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// The verdict, without an estimate of further games.
    pub verdict: Verdict,
    /// The verdict of the finished games alone, if unfinished games prevent it.
    pub but_for_unfinished: Option<Verdict>,
}

/// Decides by given intervals. `None` if there is no interval.
#[must_use]
pub fn decide_by(
    sums: &UnitSums,
    margin: f64,
    interval: impl Fn(&Sums, Confidence) -> Option<Interval>,
) -> Option<Decision> {
    let of = |sums: &Sums| {
        let at = |confidence| interval(sums, confidence);
        Some(by_intervals(
            at(Confidence::P95)?,
            at(Confidence::P90)?,
            margin,
        ))
    };
    let finished = of(&sums.finished)?;
    if !sums.is_open() || !finished.is_decided() {
        return Some(Decision {
            verdict: finished,
            but_for_unfinished: None,
        });
    }
    let bounds = [of(&sums.if_first)?, of(&sums.if_second)?];
    if bounds.iter().all(|bound| *bound == finished) {
        return Some(Decision {
            verdict: finished,
            but_for_unfinished: None,
        });
    }
    let is_balanced = |verdict: &Verdict| matches!(verdict, Verdict::Balanced { .. });
    let verdict = match is_balanced(&finished) && bounds.iter().all(is_balanced) {
        true => Verdict::Balanced { edge: None },
        false => Verdict::Undecided { more_games: None },
    };
    Some(Decision {
        verdict,
        but_for_unfinished: Some(finished).filter(|_| !verdict.is_decided()),
    })
}

/// The always-valid interval of this confidence. `None` without games.
#[must_use]
pub fn always_valid(sums: &Sums, confidence: Confidence) -> Option<Interval> {
    let alpha = match confidence {
        Confidence::P95 => ALPHA_95,
        Confidence::P90 => ALPHA_90,
    };
    confidence_sequence::interval(sums, alpha)
}

/// Decides by always-valid intervals: valid at every look. `None` without finished games.
#[must_use]
pub fn decide(sums: &UnitSums, margin: f64) -> Option<Decision> {
    decide_by(sums, margin, always_valid)
}

/// Always-valid p-value of a verdict: that of *favours* against a share of one half, that of
/// *balanced* against a share outside the margin (half of the larger one of both ends, as each is a
/// one-sided test), and the smaller of both without a decision. Unfinished games count as the result
/// that makes it larger. `None` without games.
#[must_use]
pub fn p_value(sums: &UnitSums, margin: f64, verdict: Verdict) -> Option<f64> {
    let worst = |p: &dyn Fn(&Sums) -> Option<f64>| {
        let all = [&sums.finished, &sums.if_first, &sums.if_second].map(p);
        all.into_iter()
            .collect::<Option<Vec<f64>>>()
            .map(|all| all.into_iter().fold(0.0, f64::max))
    };
    let shares = [&sums.finished, &sums.if_first, &sums.if_second].map(Sums::share);
    let is_one_sided = shares.iter().flatten().all(|share| *share > 0.5)
        || shares.iter().flatten().all(|share| *share < 0.5);
    let edge = match is_one_sided {
        true => worst(&|sums| confidence_sequence::p_value(sums, 0.5, ALPHA_95))?,
        false => 1.0,
    };
    let balance = worst(&|sums| {
        let share = sums.share()?;
        if (share - 0.5).abs() >= margin {
            return Some(1.0);
        }
        let ends = [0.5 - margin, 0.5 + margin];
        let [low, high] = ends.map(|end| confidence_sequence::p_value(sums, end, ALPHA_90));
        Some(low?.max(high?) / 2.0)
    })?;
    Some(match verdict {
        Verdict::Balanced { .. } => balance,
        Verdict::FavoursFirst | Verdict::FavoursSecond => edge,
        Verdict::Undecided { .. } | Verdict::None { .. } => balance.min(edge),
    })
}

/// The total number of units that would probably decide by the always-valid intervals, assuming
/// constant share and spread: with the distance d of the share from 50 %, until the 90 %
/// half-width is margin − d (possible only if d < margin) or the 95 % half-width is d (only if
/// d > 0), whichever comes first. `None` without an estimate.
#[must_use]
pub fn units_to_decide(sums: &Sums, margin: f64) -> Option<u64> {
    let distance = (sums.share()? - 0.5).abs();
    // Without spread so far, the maximum is the safe assumption.
    let deviation = sums.deviation().filter(|deviation| *deviation > 0.0);
    let deviation = deviation.unwrap_or(0.5);
    let balance = units_to_show_balance(margin - distance, deviation);
    let edge = units_to_detect(distance, deviation);
    match (balance, edge) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// Number of units of this standard deviation to detect an edge: the always-valid 95 % interval is
/// then no wider than ± the edge. `edge` is a share, .03 for three points. `None` if never.
#[must_use]
pub fn units_to_detect(edge: f64, deviation: f64) -> Option<u64> {
    units_for(edge, deviation, ALPHA_95)
}

/// Number of units of this standard deviation to show balance of a share of one half: the always-valid
/// 90 % interval is then no wider than ± the margin. `None` if never.
#[must_use]
pub fn units_to_show_balance(margin: f64, deviation: f64) -> Option<u64> {
    units_for(margin, deviation, ALPHA_90)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(first_wins: u64, second_wins: u64, unfinished: u64) -> UnitSums {
        UnitSums {
            finished: Sums::of_games(first_wins, second_wins, 0),
            if_first: Sums::of_games(first_wins + unfinished, second_wins, 0),
            if_second: Sums::of_games(first_wins, second_wins + unfinished, 0),
        }
    }

    fn verdict(first_wins: u64, second_wins: u64) -> Verdict {
        decide(&games(first_wins, second_wins, 0), DEFAULT_MARGIN)
            .unwrap()
            .verdict
    }

    #[test]
    fn the_four_verdicts() {
        assert_eq!(verdict(5_000, 5_000), Verdict::Balanced { edge: None });
        assert_eq!(verdict(580, 420), Verdict::FavoursFirst);
        assert_eq!(verdict(420, 580), Verdict::FavoursSecond);
        assert!(!verdict(50, 50).is_decided());
        // A single look would call this an edge; repeated looks must not.
        assert!(!verdict(540, 460).is_decided());
    }

    #[test]
    fn a_real_but_negligible_edge_is_balanced_and_named() {
        for (first, second, seat) in [
            (508_000, 492_000, Seat::First),
            (492_000, 508_000, Seat::Second),
        ] {
            let edge = Some(seat);
            assert_eq!(verdict(first, second), Verdict::Balanced { edge });
        }
    }

    #[test]
    fn unfinished_games_must_not_matter() {
        // 57 % unfinished games and still "favours First".
        let open = decide(&games(500, 360, 1_140), DEFAULT_MARGIN).unwrap();
        assert_eq!(open.verdict, Verdict::Undecided { more_games: None });
        assert_eq!(open.but_for_unfinished, Some(Verdict::FavoursFirst));
        let few = decide(&games(700, 300, 20), DEFAULT_MARGIN).unwrap();
        assert_eq!(
            (few.verdict, few.but_for_unfinished),
            (Verdict::FavoursFirst, None)
        );
        let balanced = |unfinished| decide(&games(50_000, 50_000, unfinished), DEFAULT_MARGIN);
        assert!(balanced(100).unwrap().verdict.is_decided());
        assert!(!balanced(4_000).unwrap().verdict.is_decided());
        // An edge that unfinished games leave open is not named.
        let edge = decide(&games(508_000, 492_000, 15_000), DEFAULT_MARGIN).unwrap();
        assert_eq!(edge.verdict, Verdict::Balanced { edge: None });
    }

    #[test]
    fn p_values_decide_as_the_intervals_do() {
        for (first, second, unfinished) in [
            (580, 420, 0),
            (560, 440, 0),
            (540, 460, 0),
            (2_000, 2_000, 0),
            (5_000, 5_000, 0),
            (5_000, 5_060, 30),
            (700, 300, 20),
            (9, 0, 0),
        ] {
            let sums = games(first, second, unfinished);
            let verdict = decide(&sums, DEFAULT_MARGIN).unwrap().verdict;
            let p = p_value(&sums, DEFAULT_MARGIN, verdict).unwrap();
            assert_eq!(p <= 0.05, verdict.is_decided(), "{first}:{second} {p}");
        }
    }

    #[test]
    fn the_promised_number_of_games_decides() {
        for (wins, losses) in [(50, 50), (52, 48), (55, 45), (51, 49), (300, 290)] {
            let sums = Sums::of_games(wins, losses, 0);
            let total = units_to_decide(&sums, DEFAULT_MARGIN).unwrap();
            assert!(total > sums.units);
            // A little more than promised, so that the share is the same.
            let times = total.div_ceil(sums.units);
            let there = verdict(times * wins, times * losses);
            assert!(there.is_decided(), "{wins}:{losses}, {total}");
        }
    }

    #[test]
    fn what_it_takes_is_stated_for_plans() {
        // Two points: 5,700 games in place of the 1,691 of a single look.
        let balance = units_to_show_balance(0.02, 0.5).unwrap();
        assert!((5_600..5_800).contains(&balance), "{balance}");
        let detect = units_to_detect(0.03, 0.5).unwrap();
        let half = |units: u64| {
            let sums = Sums::of_games(units / 2, units / 2, 0);
            always_valid(&sums, Confidence::P95).unwrap().half_width()
        };
        assert!(
            half(detect + 2) <= 0.03 && half(detect - 2) > 0.03,
            "{detect}"
        );
    }

    #[test]
    fn no_games_no_decision() {
        assert_eq!(decide(&UnitSums::default(), DEFAULT_MARGIN), None);
        let none = Verdict::Undecided { more_games: None };
        assert_eq!(p_value(&UnitSums::default(), DEFAULT_MARGIN, none), None);
    }
}
