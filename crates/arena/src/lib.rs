//! The tournament runner: from a schedule to a file of records.
//!
//! A [`Tournament`] says who plays what, and how often. Its [`Schedule`] is a pure function from
//! the number of a game to its players, opening and seeds; [`run`] plays the games in parallel and
//! writes them in the order of the schedule, so that the file depends on the tournament alone.
//! Everything that is said about a tournament follows from its file, game by game in that order: a
//! [`Standing`]. An [`Experiment`] is a file that lists tournaments.

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
mod run;
mod schedule;
mod standing;
mod tournament;
mod window;
mod work;

pub use book::{Book, BookError};
pub use error::RunError;
pub use experiment::{Entry, Experiment, ExperimentError, LoadOpenings, is_name, line_of};
pub use files::{Disk, Files, RunFile};
pub use opening::{Opening, OpeningError, draw};
pub use openings::{
    BalancedOpening, BalancedOpenings, CANDIDATES_EACH, CandidateTally, DEFAULT_MOST_EDGE, Effort,
    OpeningsError, OpeningsPlan,
};
pub use play::{PlayedGame, Players, play_game};
pub use run::{Progress, RunOptions, Status, Summary, run};
pub use schedule::{GameEntry, Schedule};
pub use standing::{Encounter, SprtStatus, Standing};
pub use tournament::{
    DEFAULT_MAX_FAILURES, DEFAULT_MAX_TURNS, DEFAULT_OPENING_TURNS, Tournament, TournamentError,
};
