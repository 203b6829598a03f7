//! The self-play tournament runner: from a schedule to a file of records.
//!
//! A [`Tournament`] says who plays what, and how often. Its [`Schedule`] is a pure function from
//! the number of a game to its players, opening and seeds; [`run`] plays the games in parallel and
//! writes them in the order of the schedule, so that the file depends on the tournament alone. An
//! [`Experiment`] is a file that lists tournaments.

mod book;
mod error;
mod experiment;
mod opening;
mod output;
mod play;
mod run;
mod schedule;
mod standing;
mod tournament;
mod window;

pub use book::{Book, BookError};
pub use error::RunError;
pub use experiment::{Entry, Experiment, ExperimentError};
pub use opening::{Opening, OpeningError};
pub use play::{Players, play_game};
pub use run::{Progress, RunOptions, Summary, run};
pub use schedule::{GameEntry, Schedule};
pub use standing::{MatchScore, match_score};
pub use tournament::{DEFAULT_MAX_TURNS, DEFAULT_OPENING_TURNS, Tournament, TournamentError};
