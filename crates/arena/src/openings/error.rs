//! Why there are no openings.

use flipside_ai::{BuildError, NoChoice};

use super::CandidateTally;
use crate::OpeningError;

/// Why there are no openings.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum OpeningsError {
    /// No openings, or openings without turns.
    #[error("ask for at least one opening, of at least one turn")]
    NothingWanted,
    /// An edge that is no distance between ½ and an expected score.
    #[error("an edge of {0} makes no sense; it is from 0 (level) to 0.5 (anything)")]
    Edge(f64),
    /// Games are over too soon.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The agent cannot be had.
    #[error(transparent)]
    Agent(#[from] BuildError),
    /// The agent does not say what it expects.
    #[error("agent `{agent}` gives no value; take one that searches, such as `uct:nodes=5000`")]
    NoValue {
        /// The agent.
        agent: String,
    },
    /// The agent gave no turn.
    #[error("agent `{agent}`, asked about the opening `{opening}`: {why}")]
    Failed {
        /// The agent.
        agent: String,
        /// The opening, as text.
        opening: String,
        /// What happened.
        why: NoChoice,
    },
    /// There was a request to stop.
    #[error(
        "stopped after {} candidates, with {} of {} openings",
        .0.tally.candidates, .0.found, .0.wanted
    )]
    Stopped(Effort),
    /// The candidates were used up.
    #[error(
        "only {} of {} openings were found among {} candidates, of which {} led to positions seen \
         before and {} were too one-sided; {}",
        .0.found, .0.wanted, .0.tally.candidates, .0.tally.repeated, .0.tally.one_sided,
        .0.remedy()
    )]
    TooFew(Effort),
}

/// How far a search is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Openings found.
    pub found: u64,
    /// Openings asked for.
    pub wanted: u64,
    /// What became of the candidates.
    pub tally: CandidateTally,
}

impl Effort {
    /// What would help most.
    const fn remedy(&self) -> &'static str {
        if self.tally.repeated > self.tally.candidates / 2 {
            "ask for more turns in each, fewer openings, or a wider edge"
        } else {
            "ask for fewer turns in each, fewer openings, a wider edge, or more candidates"
        }
    }
}
