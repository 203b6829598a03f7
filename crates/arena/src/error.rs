//! Errors of runs.

use std::io;
use std::path::PathBuf;

use flipside_records::WriteError;

use crate::{OpeningError, TournamentError};

/// An error of a run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The settings of the tournament are invalid.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// No opening can be drawn.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// An agent cannot be built.
    #[error(transparent)]
    Agent(#[from] flipside_ai::BuildError),
    /// The table for adjudication failed.
    #[error(
        "adjudication: {0}; finished games are saved: repair the table and resume the run (`match` \
         with --resume, `run` without)"
    )]
    Adjudication(String),
    /// The file exists.
    #[error(
        "{} already exists; resume it with --resume, or name another file", path.display()
    )]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The file's folder is missing.
    #[error("{}: the folder does not exist; create it first", folder.display())]
    NoFolder {
        /// The folder.
        folder: PathBuf,
    },
    /// The path is a device, a pipe or the like.
    #[error("{} is not a regular file, so a run could not be resumed; name another file", path.display())]
    NotAFile {
        /// The path.
        path: PathBuf,
    },
    /// The path is a folder.
    #[error("{} is a folder; choose a file in it", path.display())]
    IsFolder {
        /// The folder.
        path: PathBuf,
    },
    /// The file cannot be created or opened.
    #[error("{}: {error}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// Another run is writing the file.
    #[error("{} is being written by another run; wait for that run, or stop it", path.display())]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// The existing file cannot be resumed.
    #[error(transparent)]
    Recover(#[from] flipside_records::Error),
    /// The file belongs to another tournament.
    #[error(
        "{} was written with another {what} ({found}, now {wanted}); name another file, or use the \
         same {what}", path.display()
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: &'static str,
        /// The value in the file.
        found: String,
        /// The value of this run.
        wanted: String,
    },
    /// The file has more games than requested.
    #[error("{} already has {found} games, more than the {wanted} requested", path.display())]
    TooMany {
        /// The file.
        path: PathBuf,
        /// Games in the file.
        found: u64,
        /// Games requested.
        wanted: u64,
    },
    /// The file's games are not those of an interrupted run.
    #[error("{} lacks some of the games from 0 to its last, so the run cannot be resumed", path.display())]
    Gaps {
        /// The file.
        path: PathBuf,
    },
    /// The journal beside the file cannot be used.
    #[error(
        "{}: {error}; move it away if it is not the journal of this run", path.display()
    )]
    Journal {
        /// The journal.
        path: PathBuf,
        /// The cause.
        error: flipside_records::JournalError,
    },
    /// Agents failed too often.
    #[error(
        "agents failed in {failures} games, more than the {allowed} allowed{}; fix the cause, or \
         allow more with --max-failures, and resume (`match` with --resume, `run` without)",
        last.as_deref().unwrap_or_default()
    )]
    Failures {
        /// Games in which an agent failed.
        failures: u64,
        /// The maximum.
        allowed: u64,
        /// The last failure.
        last: Option<String>,
    },
    /// Writing failed.
    #[error(
        "{}: {error}; games saved before are intact, and the run can be resumed (`match` with \
         --resume, `run` without)", path.display()
    )]
    Write {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: WriteError,
    },
    /// Threads cannot be started.
    #[error("cannot start threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}
