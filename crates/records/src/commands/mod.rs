//! What `flipside records` does, as functions.
//!
//! They dispatch over the games by the name in the file's header. Results go to the writer given;
//! a closed pipe comes back as [`CommandError::Output`] (see [`CommandError::is_broken_pipe`]).

mod cat;
mod import;
mod info;
mod line;
mod remarks;
mod show;
mod verify;

use std::io;

pub use cat::cat;
pub use import::{Imported, import};
pub use info::{Info, info};
pub use remarks::{GameRemarks, Remarks, RemarksError, TurnRemark};
pub use show::show;
pub use verify::{Verified, verify};

use crate::{Error, WriteError};

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// A record file cannot be read or is not right.
    #[error(transparent)]
    Records(#[from] Error),
    /// There are no remarks on a game.
    #[error(transparent)]
    Remarks(RemarksError),
    /// The output cannot be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
    /// A line to be imported is not right.
    #[error("{file}, line {line}: {what}")]
    Line {
        /// The file with the lines.
        file: String,
        /// The line's number, from 1.
        line: u64,
        /// What is wrong with it.
        what: String,
    },
    /// There is nothing to import.
    #[error("{file}: has no games; give one game a line, as `records cat` writes them")]
    NoLines {
        /// The file with the lines.
        file: String,
    },
    /// A file that is neither read nor written as records cannot be used.
    #[error("{file}: {error}")]
    File {
        /// The file.
        file: String,
        /// The operating system's error.
        #[source]
        error: io::Error,
    },
    /// The file to be written exists.
    #[error("{file}: exists already; remove it or choose another name")]
    Exists {
        /// The file.
        file: String,
    },
    /// Records cannot be written.
    #[error("{file}: {error}")]
    Write {
        /// The file.
        file: String,
        /// Why.
        #[source]
        error: WriteError,
    },
    /// The file does not have the game asked for.
    #[error("{file}: has no game {id}; {}", of_numbers(*id, *numbers))]
    NoGame {
        /// The file.
        file: String,
        /// The number asked for.
        id: u64,
        /// The lowest and the highest number in the file; `None` if it has no games.
        numbers: Option<(u64, u64)>,
    },
}

/// Which numbers there are instead of `id`.
fn of_numbers(id: u64, numbers: Option<(u64, u64)>) -> String {
    match numbers {
        None => "the file has none at all".to_string(),
        Some((first, last)) if first == last => format!("the only number there is {first}"),
        Some((first, last)) if (first..=last).contains(&id) => {
            format!("the numbers there go from {first} to {last} with gaps")
        }
        Some((first, last)) => format!("the numbers there go from {first} to {last}"),
    }
}

impl CommandError {
    /// Whether whoever read the output has gone away, which is no reason to complain.
    #[must_use]
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
