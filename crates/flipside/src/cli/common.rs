//! What several commands have in common.

use clap::{Args, ValueEnum};
use flipside_rules::GameKind;

/// A game under a rule set.
#[derive(Args)]
pub struct GameArgs {
    /// hexflip or sayu.
    pub game: GameKind,

    /// A variant, as key=value,… [default: the standard rules]
    #[arg(
        long,
        value_name = "KEY=VALUE,…",
        default_value = "",
        hide_default_value = true
    )]
    pub rules: String,
}

/// A position, and how it came about.
#[derive(Args)]
pub struct PositionArgs {
    #[command(flatten)]
    pub game: GameArgs,

    /// The position to begin with. [default: the start]
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,

    /// Turns to play from there, with spaces between them.
    #[arg(
        long,
        value_name = "TURNS",
        default_value = "",
        hide_default_value = true
    )]
    pub turns: String,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

#[derive(Args)]
pub struct FormatArgs {
    /// How results are printed.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// How long work reports its progress.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ProgressMode {
    /// Not at all.
    Never,
    /// A line now and then.
    Plain,
    /// A bar that moves, and a table under it.
    Bar,
    /// A JSON object a line, about one in a second.
    Json,
}

#[derive(Args)]
pub struct RunArgs {
    /// Threads that work, at most 256. [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,

    /// How progress is shown. [default: bar on a terminal, plain elsewhere]
    #[arg(long, value_enum, value_name = "MODE")]
    pub progress: Option<ProgressMode>,
}
