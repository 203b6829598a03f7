//! Why a run of tuning fails.

use std::path::PathBuf;

use flipside_ai::{BuildError, SpecError};
use flipside_arena::{OpeningError, RunError};

use crate::SpaceError;

/// Why a run of tuning fails.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// The parameters.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// An agent cannot be had.
    #[error(transparent)]
    Agent(#[from] BuildError),
    /// An agent takes no weights, or not a value.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// An opening cannot be drawn.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// Not enough openings.
    #[error(
        "there are only {found} of {wanted} different openings with opening_turns = {turns}; ask for \
         more opening turns, or for fewer games"
    )]
    Openings {
        /// Turns of an opening.
        turns: u32,
        /// Openings that were found.
        found: u64,
        /// Openings that are needed.
        wanted: u64,
    },
    /// An agent fails in a game.
    #[error("agent `{agent}`: {why}")]
    Failure {
        /// The agent.
        agent: String,
        /// How it fails.
        why: String,
    },
    /// A test that was not asked for.
    #[error("the configuration asks for no confirmation; give it a table [confirmation]")]
    NoConfirmation,
    /// The games of a confirmation.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Positions that cannot be fitted to.
    #[error(transparent)]
    Fit(#[from] crate::fit::FitError),
    /// Positions that cannot be had.
    #[error(transparent)]
    Teach(#[from] crate::fit::TeachError),
    /// Recorded games that cannot be learned from.
    #[error(transparent)]
    Records(#[from] crate::fit::RecordsError),
    /// A method that learns from a judge was given none.
    #[error("nobody is there who judges positions")]
    NoJudge,
    /// The folder holds a run already.
    #[error("{} holds a run already; go on with it by --resume, or choose another folder", .0.display())]
    Exists(PathBuf),
    /// The folder holds another run.
    #[error(
        "{} belongs to another configuration, or the file has been changed since the run began \
         (config.toml there differs); choose another folder", .0.display()
    )]
    OtherConfig(PathBuf),
    /// A checkpoint that is none.
    #[error("{}: {why}; begin anew in another folder", path.display())]
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
        /// What the system said.
        error: std::io::Error,
    },
    /// No threads.
    #[error("threads cannot be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}
