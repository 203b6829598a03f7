//! Options that several commands share.

use std::num::NonZero;
use std::path::PathBuf;
use std::thread::available_parallelism;

use clap::{Args, ValueEnum};
use flipside_rules::GameKind;

use super::values::Points;

/// A game under a rule set.
#[derive(Args)]
pub struct GameArgs {
    /// hexflip or sayu.
    pub game: GameKind,

    /// Rule variant, as key=value,… [default: the standard rules]
    #[arg(
        long,
        value_name = "KEY=VALUE,…",
        default_value = "",
        hide_default_value = true
    )]
    pub rules: String,
}

/// A position, and the turns that lead to it.
#[derive(Args)]
pub struct PositionArgs {
    #[command(flatten)]
    pub game: GameArgs,

    /// Starting position. [default: the start of the game]
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,

    /// Turns to play from there, separated by spaces.
    #[arg(
        long,
        value_name = "TURNS",
        default_value = "",
        hide_default_value = true
    )]
    pub turns: String,
}

/// The output format of results.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Plain text.
    Text,
    /// JSON.
    Json,
}

#[derive(Args)]
pub struct FormatArgs {
    /// Output format of results.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Args)]
pub struct ThreadsArgs {
    /// Number of threads, at most 256. [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl ThreadsArgs {
    /// Returns the number of threads.
    pub fn count(&self) -> usize {
        match self.threads {
            Some(threads) => threads.into(),
            None => available_parallelism().map_or(1, NonZero::get),
        }
    }
}

/// The display of progress.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ProgressMode {
    /// No progress.
    Never,
    /// One line every ten seconds.
    Plain,
    /// A bar with a table below it.
    Bar,
    /// One JSON object every second.
    Json,
}

/// Options of commands that take long.
#[derive(Args)]
pub struct RunArgs {
    #[command(flatten)]
    pub threads: ThreadsArgs,

    /// Progress display. [default: bar on a terminal, plain elsewhere]
    #[arg(long, value_enum, value_name = "MODE")]
    pub progress: Option<ProgressMode>,
}

#[derive(Args)]
pub struct EngineArgs {
    /// Append all lines between this program and external engines to this file.
    #[arg(long, value_name = "FILE")]
    pub engine_log: Option<PathBuf>,
}

#[derive(Args)]
pub struct TableArgs {
    /// Hexflip tablebase. [default: in the user's data folder]
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
}

#[derive(Args)]
pub struct TurnValuesArgs {
    /// Hexflip tablebase (see `flipside solve`). Adds the value of every turn, the loss by it, and the turn
    /// that decided the game.
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
}

#[derive(Args)]
pub struct MarginArgs {
    /// Distance of First's share from 50 % that counts as balanced, in percentage points. [default: 2,
    /// or that of the run's own stopping rule]
    #[arg(long, value_name = "POINTS")]
    pub margin: Option<Points>,
}
