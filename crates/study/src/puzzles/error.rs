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
    /// The games had too few positions of a kind.
    #[error(
        "{games} games have only {found} puzzles of the kind `{kind}` instead of {wanted}; ask for \
         fewer of each, for another kind, or for rules with more pieces"
    )]
    TooFew {
        /// The kind.
        kind: Kind,
        /// Puzzles found.
        found: usize,
        /// Puzzles wanted.
        wanted: usize,
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
