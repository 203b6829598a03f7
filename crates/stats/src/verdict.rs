//! Whether a game is balanced between First and Second.
//!
//! "Not significantly different from 50 %" is no proof of balance: few games never differ
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
//! With many games both 1 and 2 can hold: the edge is real, yet smaller than the margin. Then the
//! verdict is *balanced*, as the margin is what was declared negligible, and the edge is named.

use serde::Serialize;

use crate::advantage::Advantage;
use crate::interval::Interval;
use flipside_rules::Seat;

/// The usual margin: 2 points, so 48 % to 52 % count as balanced.
pub const DEFAULT_MARGIN: f64 = 0.02;

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
    /// The games don't tell yet.
    Undecided {
        /// How many more games would probably decide, see [`decide`]. `None` without an estimate.
        more_games: Option<u64>,
    },
    /// First's share says nothing about the seats.
    None {
        /// Why.
        why: NoVerdict,
    },
}

/// Why First's share says nothing about the seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NoVerdict {
    /// Different agents kept their seats: the share is the strength of one of them.
    FixedSeats,
    /// Agents that swap seats are so unequal that one wins from either seat, which makes the share
    /// one half whatever the seats are worth.
    UnequalAgents,
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

/// Decides by the rule above. `margin` is a share, .02 for two points; what is not above 0 can
/// never be balanced.
///
/// The number of further games supposes that the share stays where it is and that more games come
/// from more openings in proportion, so that the half-widths h shrink with 1/√N. With the
/// distance d of the share from 50 % it takes N (h₉₀/(margin − d))² games to show balance
/// (possible only if d < margin) and N (h₉₅/d)² to show an edge (only if d > 0); the smaller one
/// counts.
#[must_use]
pub fn decide(advantage: Option<&Advantage>, margin: f64) -> Verdict {
    let Some(advantage) = advantage else {
        return Verdict::Undecided { more_games: None };
    };
    let edge = if advantage.interval.low > 0.5 {
        Some(Seat::First)
    } else if advantage.interval.high < 0.5 {
        Some(Seat::Second)
    } else {
        None
    };
    let zone = Interval {
        low: 0.5 - margin,
        high: 0.5 + margin,
    };
    if margin > 0.0 && advantage.interval_90.lies_within(zone) {
        return Verdict::Balanced { edge };
    }
    match edge {
        Some(Seat::First) => Verdict::FavoursFirst,
        Some(Seat::Second) => Verdict::FavoursSecond,
        None => Verdict::Undecided {
            more_games: more_games(advantage, margin),
        },
    }
}

fn more_games(advantage: &Advantage, margin: f64) -> Option<u64> {
    let distance = (advantage.share - 0.5).abs();
    let needed = |half_width: f64, room: f64| {
        (room > 0.0).then(|| advantage.games as f64 * (half_width / room).powi(2))
    };
    let balance = needed(advantage.interval_90.half_width(), margin - distance);
    let edge = needed(advantage.interval.half_width(), distance);
    let total = match (balance, edge) {
        (Some(a), Some(b)) => a.min(b),
        (a, b) => a.or(b)?,
    };
    // Above this the number is no plan; it also keeps the conversion exact.
    if !total.is_finite() || total > 1e15 {
        return None;
    }
    Some((total.ceil() as u64).saturating_sub(advantage.games).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::Tally;

    fn verdict(first_wins: u64, second_wins: u64) -> Verdict {
        let tally = Tally {
            first_wins,
            second_wins,
            ..Tally::default()
        };
        decide(Advantage::independent(&tally).as_ref(), DEFAULT_MARGIN)
    }

    #[test]
    fn the_four_verdicts() {
        assert_eq!(verdict(5_000, 5_000), Verdict::Balanced { edge: None });
        assert_eq!(verdict(560, 440), Verdict::FavoursFirst);
        assert_eq!(verdict(440, 560), Verdict::FavoursSecond);
        assert!(!verdict(50, 50).is_decided());
    }

    #[test]
    fn a_real_but_negligible_edge_is_balanced_and_named() {
        assert_eq!(
            verdict(505_000, 495_000),
            Verdict::Balanced {
                edge: Some(Seat::First)
            }
        );
        assert_eq!(
            verdict(495_000, 505_000),
            Verdict::Balanced {
                edge: Some(Seat::Second)
            }
        );
    }

    #[test]
    fn the_promised_number_of_games_decides() {
        for (wins, losses) in [(50, 50), (52, 48), (55, 45), (51, 49), (300, 290)] {
            let Verdict::Undecided {
                more_games: Some(more),
            } = verdict(wins, losses)
            else {
                panic!("{wins}:{losses} is undecided")
            };
            let n = wins + losses;
            // A little more than promised, as Wilson intervals aren't exactly ∝ 1/√N.
            let total = (n + more) as f64 * 1.1;
            let first = (total * wins as f64 / n as f64).round() as u64;
            assert!(
                verdict(first, total as u64 - first).is_decided(),
                "{wins}:{losses} + {more}"
            );
        }
    }

    #[test]
    fn no_games_no_estimate() {
        assert_eq!(
            decide(None, DEFAULT_MARGIN),
            Verdict::Undecided { more_games: None }
        );
    }
}
