//! The confirmation: tests of the new values against the original ones.

use serde::Serialize;

use crate::report::model::SprtHistory;

/// A sequential test of the new values (A) against the original ones (B) for one agent.
#[derive(Clone, Debug, Serialize)]
pub struct Confirmation {
    /// The agent's spec without the values, which both sides share.
    pub agent: String,
    /// The test: A has the new values, B the original ones. `run_finished`: no further pairs follow,
    /// with or without a decision.
    pub test: SprtHistory,
    /// The maximum number of games.
    pub most_games: u64,
    /// The name of the record file.
    pub records: String,
    /// How its openings differ from those of tuning, in a sentence.
    pub openings: String,
}
