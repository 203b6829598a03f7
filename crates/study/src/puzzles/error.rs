//! What can go wrong with puzzles.

use flipside_ai::{NoChoice, WeightsSourceError};
use flipside_tablebase::TableError;

use super::Kind;
use crate::asked::AskError;

/// Why puzzles cannot be made or checked.
#[derive(Debug, thiserror::Error)]
pub enum PuzzleError {
    /// The table does not answer.
    #[error(transparent)]
    Table(#[from] TableError),
    /// An agent does not answer.
    #[error(transparent)]
    Agent(AskError),
    /// The weights of the players whose games are looked through cannot be read.
    #[error(transparent)]
    Weights(#[from] WeightsSourceError),
    /// The games had no puzzle of any of the kinds.
    #[error("{games} games have no puzzle{}; ask for another kind, or for rules with more pieces",
        kind.map(|kind| format!(" of the kind `{kind}`")).unwrap_or_default())]
    None {
        /// The kind, if only one was asked for.
        kind: Option<Kind>,
        /// Games looked through.
        games: u64,
    },
    /// Stopped on request.
    #[error("stopped; nothing was written")]
    Stopped,
    /// A puzzle that is none by the table.
    #[error("{position} is no such puzzle: {what}")]
    Wrong {
        /// The position.
        position: String,
        /// What the table says.
        what: String,
    },
}

impl From<AskError> for PuzzleError {
    fn from(error: AskError) -> Self {
        match error {
            AskError::Choice(NoChoice::Stopped) => Self::Stopped,
            error => Self::Agent(error),
        }
    }
}

impl From<NoChoice> for PuzzleError {
    fn from(error: NoChoice) -> Self {
        AskError::from(error).into()
    }
}

/// A line of a list that is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct ListError {
    /// The line's number, from 1 on.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub what: String,
}
