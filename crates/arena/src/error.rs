//! Why a run fails.

use std::io;
use std::path::PathBuf;

use flipside_records::WriteError;

use crate::{OpeningError, TournamentError};

/// Why a run failed.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The tournament makes no sense.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// No opening can be drawn.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// An agent cannot be had.
    #[error(transparent)]
    Agent(#[from] flipside_ai::BuildError),
    /// The table by which games are decided has failed.
    #[error(
        "adjudication: {0}; finished games are good, and the run can go on once the table is whole \
         again (`match` with --resume, `run` without)"
    )]
    Adjudication(String),
    /// The file exists.
    #[error(
        "{} exists already; go on with it by --resume, or name another file", path.display()
    )]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The file's folder is missing.
    #[error("{}: the folder does not exist; make it first", folder.display())]
    NoFolder {
        /// The folder.
        folder: PathBuf,
    },
    /// The name is that of a device, a pipe or the like.
    #[error("{} is no ordinary file, and a run could not go on with it; name another", path.display())]
    NotAFile {
        /// What is there.
        path: PathBuf,
    },
    /// The name is that of a folder.
    #[error("{} is a folder; name a file in it", path.display())]
    IsFolder {
        /// The folder.
        path: PathBuf,
    },
    /// The file cannot be made or opened.
    #[error("{}: {error}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Another run has the file.
    #[error("{} is being written by another run; wait for it or stop it", path.display())]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// What is there cannot be gone on with.
    #[error(transparent)]
    Recover(#[from] flipside_records::Error),
    /// The file belongs to another tournament.
    #[error(
        "{} was written with another {what} ({found}, now {wanted}); name another file, or give \
         the same {what} again", path.display()
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: &'static str,
        /// As the file has it.
        found: String,
        /// As it is asked for now.
        wanted: String,
    },
    /// The file has games that are not asked for.
    #[error("{} holds {found} games already, more than the {wanted} asked for", path.display())]
    TooMany {
        /// The file.
        path: PathBuf,
        /// Games in the file.
        found: u64,
        /// Games asked for.
        wanted: u64,
    },
    /// The file's games are not those that a run writes.
    #[error("{} does not hold the games 0 to its last in full; a run cannot go on with it", path.display())]
    Gaps {
        /// The file.
        path: PathBuf,
    },
    /// The journal beside the file cannot be used.
    #[error(
        "{}: {error}; if it is no journal of this run, move it away", path.display()
    )]
    Journal {
        /// The journal.
        path: PathBuf,
        /// Why.
        error: flipside_records::JournalError,
    },
    /// Too many failures of agents.
    #[error(
        "agents failed in {failures} games, more than the {allowed} allowed{}; mend what fails, or \
         allow more with --max-failures, and go on (`match` with --resume, `run` without)",
        last.as_deref().unwrap_or_default()
    )]
    Failures {
        /// Games in which an agent failed.
        failures: u64,
        /// How many may.
        allowed: u64,
        /// What the last one was.
        last: Option<String>,
    },
    /// Writing failed.
    #[error(
        "{}: {error}; games saved before are good, and the run can go on from there (`match` with \
         --resume, `run` without)", path.display()
    )]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        error: WriteError,
    },
    /// No threads can be had.
    #[error("the threads cannot be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}
