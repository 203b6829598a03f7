//! The verdict about the seats.

use flipside_stats::interval::Interval;
use flipside_stats::seats::SeatCounts;
use flipside_stats::verdict::Verdict;
use serde::Serialize;

/// The basis of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// Always-valid intervals, which hold at all times.
    AlwaysValid,
    /// The rule that stops the run.
    StopRule,
}

/// The verdict about the seats and its evidence, from First's point of view.
#[derive(Clone, Debug, Serialize)]
pub struct GroupVerdict {
    /// The verdict.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// Shares within this distance of one half count as balanced.
    pub margin: f64,
    /// The basis.
    pub basis: Basis,
    /// 95 % interval of First's share, always-valid or valid at the stop. `None` without finished
    /// games, and if all games are copies of one.
    pub interval: Option<Interval>,
    /// The 90 % interval for *balanced*, likewise.
    pub interval_90: Option<Interval>,
    /// The verdict with half of the margin.
    pub at_half_margin: Verdict,
    /// The verdict with twice the margin.
    pub at_twice_margin: Verdict,
    /// The verdict of the finished games, if unfinished ones could change it. `None` otherwise.
    pub but_for_unfinished: Option<Verdict>,
    /// If a list of openings limits the precision: how many more openings would probably decide.
    pub more_openings: Option<u64>,
    /// Always-valid p-value of the verdict. `None` if nothing was tested.
    pub p_value: Option<f64>,
    /// The same with Holm's correction over all groups and tournaments of the report that were
    /// tested. `None` if nothing was tested.
    pub adjusted_p_value: Option<f64>,
    /// The evidence from pairs with swapped seats. `None` unless different agents swapped them.
    pub seats: Option<SeatsEvidence>,
}

impl GroupVerdict {
    /// Returns whether the verdict holds after the correction for all groups of the report.
    #[must_use]
    pub fn holds_among_all(&self) -> bool {
        let adjusted = self.adjusted_p_value.or(self.p_value);
        self.verdict.is_decided() && adjusted.is_some_and(|p| p <= 0.05)
    }
}

/// The evidence about the seats from pairs of different agents.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SeatsEvidence {
    /// Pairs by which seat won them.
    #[serde(flatten)]
    pub counts: SeatCounts,
    /// First's part of the pairs that one seat won twice. `None` if there are none.
    pub first_of_decisive: Option<f64>,
    /// Its always-valid 95 % interval, from which the direction follows.
    pub interval_of_decisive: Option<Interval>,
    /// The range of First's share between equal agents: from the value if all openings are alike to
    /// the value if the opening alone decides.
    pub range: Option<Interval>,
    /// The range with its ordinary 95 % interval.
    pub range_interval: Option<Interval>,
}
