//! Errors of tuning.

use std::path::PathBuf;

use flipside_ai::{BuildError, SpecError};
use flipside_arena::{OpeningError, RunError};

use crate::SpaceError;

/// Why a tuning run fails.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// The parameters are invalid.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// An agent cannot be built.
    #[error(transparent)]
    Agent(#[from] BuildError),
    /// An agent has no weights, or rejects a value.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// An opening cannot be drawn.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// There are not enough openings.
    #[error(
        "found only {found} of {wanted} different openings with opening_turns = {turns}; use more \
         opening turns or fewer games"
    )]
    Openings {
        /// Turns of an opening.
        turns: u32,
        /// Openings found.
        found: u64,
        /// Openings needed.
        wanted: u64,
    },
    /// An agent fails in a game.
    #[error("agent `{agent}`: {why}")]
    Failure {
        /// The agent.
        agent: String,
        /// The reason.
        why: String,
    },
    /// No confirmation is configured.
    #[error("no confirmation is configured; add a table [confirmation]")]
    NoConfirmation,
    /// A match cannot be played.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The weights cannot be fitted.
    #[error(transparent)]
    Fit(#[from] crate::fit::FitError),
    /// The teacher cannot generate positions.
    #[error(transparent)]
    Teach(#[from] crate::fit::TeacherError),
    /// The records cannot be used.
    #[error(transparent)]
    Records(#[from] crate::fit::RecordsError),
    /// The method needs an oracle, but none was given.
    #[error("the teacher method needs an oracle, but none was given")]
    NoOracle,
    /// The folder contains a run.
    #[error("{} already contains a run; continue it with --resume, or choose another folder", .0.display())]
    Exists(PathBuf),
    /// The folder contains another run.
    #[error(
        "{} contains a run of another configuration (its config.toml differs from the given file); \
         choose another folder", .0.display()
    )]
    OtherConfig(PathBuf),
    /// A checkpoint is invalid.
    #[error("{}: {why}; start again in another folder", path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: std::io::Error,
    },
    /// Threads cannot be started.
    #[error("cannot start threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}
