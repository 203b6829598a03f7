//! What a report says about rules by which runs stop before their last game.

use flipside_records::StopRule;
use flipside_stats::balance::BalanceStop;
use flipside_stats::elo::PairCounts;
use flipside_stats::llr_curve::LlrPoint;
use flipside_stats::sprt::SprtStop;
use serde::Serialize;

/// A run that may stop before its last game, and what its rule saw.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Stopping {
    /// A sequential probability ratio test.
    Sprt(SprtCourse),
    /// Looks at First's advantage.
    Balance(BalanceLooks),
}

/// The course of a sequential test, from A's viewpoint.
#[derive(Clone, Debug, Serialize)]
pub struct SprtCourse {
    /// The seed of the run.
    pub seed: Option<u64>,
    /// The hypotheses, their unit and the probabilities of error.
    pub rule: StopRule,
    /// The log-likelihood ratios at which elo0 and elo1 are accepted.
    pub bounds: (f64, f64),
    /// The agent whose viewpoint it is.
    pub a: String,
    /// The other agent.
    pub b: String,
    /// All recorded pairs, those after the stop included.
    pub pairs: PairCounts,
    /// Log-likelihood ratio of all recorded pairs. `None` if it cannot be computed.
    pub llr: Option<f64>,
    /// Where the test decided. What comes later doesn't change it. `None` if it has not.
    pub stopped: Option<SprtStop>,
    /// Whether the run has come to its end.
    pub run_finished: bool,
    /// The ratio over the pairs, at no more than about 500 points.
    pub course: Vec<LlrPoint>,
}

/// A run that stops once First's advantage is decided.
#[derive(Clone, Debug, Serialize)]
pub struct BalanceLooks {
    /// The seed of the run.
    pub seed: Option<u64>,
    /// Distance from one half, as a share, within which the rule takes the game for balanced.
    pub margin: f64,
    /// The most games; the looks are spread over them.
    pub most_games: u64,
    /// How many looks there are at the most.
    pub looks: u64,
    /// Recorded games that the rule has seen, those after the stop included: void games and their
    /// partners are not among them.
    pub games: u64,
    /// The look that decided. `None` if none has.
    pub stopped: Option<BalanceStop>,
    /// Whether the run has come to its end.
    pub run_finished: bool,
}
