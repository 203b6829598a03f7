//! What a report says about rules by which runs stop before their last game.

use flipside_records::StopRule;
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
