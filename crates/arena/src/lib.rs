//! The tournament runner: from a schedule to a file of records.
//!
//! A [`Tournament`] holds rules, agents, number of games and schedule. [`Tournament::entry`] is a pure
//! function from the number of a game to its players, opening and seeds. [`run`] plays the games in
//! parallel and writes them in the order of the schedule, so that the file depends on the tournament
//! alone. A [`Standing`] is a fold over the games in that order. An [`Experiment`] is a file that
//! lists tournaments.

mod backpressure;
mod book;
mod collect;
mod error;
mod experiment;
mod files;
mod journal;
mod opening;
mod openings;
mod output;
mod play;
mod player;
mod progress;
mod run;
mod schedule;
mod standing;
mod tournament;
mod trial;
mod work;

pub use book::{Book, BookError};
pub use error::RunError;
pub use experiment::{Entry, Experiment, ExperimentError, LoadOpenings, is_name, line_of};
pub use files::{Disk, Files, RunFile};
pub use opening::{OpeningError, Openings, draw};
pub use openings::{
    BalancedOpening, BalancedOpenings, CANDIDATES_EACH, CandidateTally, DEFAULT_MAX_EDGE, Effort,
    OpeningsError, OpeningsPlan,
};
pub use play::{PlayedGame, Players, play_game};
pub use progress::{Progress, Status};
pub use run::{RunOptions, RunSummary, check_run, run};
pub use schedule::GameEntry;
pub use standing::{PairingScore, SprtStatus, Standing};
pub use tournament::{DEFAULT_MAX_FAILURES, DEFAULT_OPENING_TURNS, Tournament, TournamentError};
pub use trial::{Trial, trial};
