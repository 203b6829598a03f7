//! Errors of the search for openings.

use flipside_ai::{BuildError, ChooseError};

use super::CandidateTally;
use crate::OpeningError;

/// An error of the search for openings.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum OpeningsError {
    /// No openings, or openings without turns.
    #[error("expected at least one opening of at least one turn")]
    NothingWanted,
    /// The edge is out of range.
    #[error("invalid edge {0}: expected 0 (exactly balanced) to 0.5 (any opening)")]
    Edge(f64),
    /// Games end too early.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The agent cannot be built.
    #[error(transparent)]
    Agent(#[from] BuildError),
    /// The agent gives no values.
    #[error("agent `{agent}` gives no value; use one that searches, such as `uct:nodes=5000`")]
    NoValue {
        /// The agent.
        agent: String,
    },
    /// The agent gave no turn.
    #[error("agent `{agent}`, evaluating the opening `{opening}`: {why}")]
    Failed {
        /// The agent.
        agent: String,
        /// The opening, as text.
        opening: String,
        /// The reason.
        why: ChooseError,
    },
    /// A stop was requested.
    #[error(
        "stopped after {} candidates, with {} of {} openings",
        .0.tally.candidates, .0.found, .0.wanted
    )]
    Stopped(Effort),
    /// The candidates were used up.
    #[error(
        "found only {} of {} openings among {} candidates, of which {} led to positions seen \
         before and {} were too one-sided; {}",
        .0.found, .0.wanted, .0.tally.candidates, .0.tally.repeated, .0.tally.one_sided,
        .0.remedy()
    )]
    TooFew(Effort),
}

/// The progress of a search for openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Openings found.
    pub found: u64,
    /// Openings requested.
    pub wanted: u64,
    /// Counts of candidates.
    pub tally: CandidateTally,
}

impl Effort {
    /// The most useful remedy.
    const fn remedy(&self) -> &'static str {
        if self.tally.repeated > self.tally.candidates / 2 {
            "use a larger --opening-turns, a smaller --count or a larger --max-edge"
        } else {
            "use a smaller --opening-turns, a smaller --count, a larger --max-edge or a larger \
             --max-candidates"
        }
    }
}
