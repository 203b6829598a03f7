//! Errors of puzzles.

use flipside_ai::{ChooseError, WeightsSourceError};
use flipside_tablebase::TableError;

use super::Kind;
use crate::ask::AskError;

/// Why puzzles cannot be generated or checked.
#[derive(Debug, thiserror::Error)]
pub enum PuzzleError {
    /// The table cannot be probed.
    #[error(transparent)]
    Table(#[from] TableError),
    /// An agent returns no turn.
    #[error(transparent)]
    Agent(AskError),
    /// The weights of the noisy greedy players cannot be read.
    #[error(transparent)]
    Weights(#[from] WeightsSourceError),
    /// No puzzle of any kind was found.
    #[error("{games} games contain no puzzle{}; try another kind, or rules with more pieces",
        kind.map(|kind| format!(" of the kind `{kind}`")).unwrap_or_default())]
    None {
        /// The kind, if only one was requested.
        kind: Option<Kind>,
        /// Games searched.
        games: u64,
    },
    /// Stopped on request.
    #[error("stopped; nothing was written")]
    Stopped,
    /// The table contradicts a puzzle.
    #[error("invalid puzzle {position}: {what}")]
    Wrong {
        /// The position.
        position: String,
        /// The value in the table.
        what: String,
    },
}

impl From<AskError> for PuzzleError {
    fn from(error: AskError) -> Self {
        match error {
            AskError::Choice(ChooseError::Stopped) => Self::Stopped,
            error => Self::Agent(error),
        }
    }
}

impl From<ChooseError> for PuzzleError {
    fn from(error: ChooseError) -> Self {
        AskError::from(error).into()
    }
}

/// An invalid line of a puzzle list.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct ListError {
    /// The line number, from 1.
    pub line: usize,
    /// What is wrong, and what is expected.
    pub what: String,
}
