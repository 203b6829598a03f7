//! Stopping rules of runs in a report.

use flipside_stats::balance::BalanceStop;
use flipside_stats::elo::PairCounts;
use flipside_stats::llr_curve::LlrPoint;
use flipside_stats::sprt::SprtStop;
use flipside_stats::stopping::StopRule;
use serde::Serialize;

/// The stopping rule of a run and its data.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Stopping {
    /// A sequential probability ratio test.
    Sprt(SprtHistory),
    /// A group-sequential test of First's advantage.
    Balance(BalanceLooks),
}

/// The history of a sequential test, from A's point of view.
#[derive(Clone, Debug, Serialize)]
pub struct SprtHistory {
    /// The seed of the run.
    pub seed: Option<u64>,
    /// The hypotheses, their unit and the probabilities of error.
    pub rule: StopRule,
    /// The log-likelihood ratios at which elo0 and elo1 are accepted.
    pub bounds: (f64, f64),
    /// The agent from whose point of view it is reported.
    pub a: String,
    /// Agent B.
    pub b: String,
    /// All recorded pairs, including those after the stop.
    pub pairs: PairCounts,
    /// Log-likelihood ratio of all recorded pairs.
    pub llr: f64,
    /// Where the test decided. Later pairs do not change it. `None` if it has not decided.
    pub stopped: Option<SprtStop>,
    /// Whether the run is finished.
    pub run_finished: bool,
    /// The ratio over the pairs, at about 500 points at most.
    #[serde(rename = "course")]
    pub history: Vec<LlrPoint>,
}

/// A run that stops once First's advantage is decided.
#[derive(Clone, Debug, Serialize)]
pub struct BalanceLooks {
    /// The seed of the run.
    pub seed: Option<u64>,
    /// Shares within this distance of one half count as balanced.
    pub margin: f64,
    /// The maximum number of games, over which the looks are spread.
    pub most_games: u64,
    /// The maximum number of looks.
    pub looks: u64,
    /// Recorded games, including those after the stop, without void games and their partners.
    pub games: u64,
    /// The look that decided. `None` if none has.
    pub stopped: Option<BalanceStop>,
    /// Whether the run is finished.
    pub run_finished: bool,
}
