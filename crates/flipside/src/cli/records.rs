//! Commands about recorded games: `report`, `records`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::common::FormatArgs;

#[derive(Args)]
#[command(after_help = "\
Example:
  flipside report out/quickstart/records/*.flip --out report")]
pub struct Report {
    /// Record files. They are grouped by game, rules and agents.
    #[arg(required = true)]
    pub records: Vec<PathBuf>,

    /// The folder for report.html, report.json and the plots.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// A table of Hexflip (see `solve`) by which all turns of Hexflip are judged: where agents lose
    /// what they had, and how often.
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,

    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Subcommand)]
pub enum Records {
    /// What a file holds, as JSON.
    Info {
        /// The record file.
        file: PathBuf,
    },
    /// Replay every game by the rules.
    Verify {
        /// Record files.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        #[command(flatten)]
        format: FormatArgs,
    },
    /// Print every game as one line of JSON.
    Cat {
        /// The record file.
        file: PathBuf,
        /// A table of Hexflip (see `solve`) that says what each turn was worth, what it cost, and
        /// which turn decided the game.
        #[arg(long, value_name = "FILE")]
        table: Option<PathBuf>,
    },
    /// Make a record file from lines of JSON, as `cat` prints them.
    Import {
        /// The file of JSON lines.
        file: PathBuf,
        /// The record file to write.
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        #[command(flatten)]
        format: FormatArgs,
    },
    /// Draw one game turn by turn.
    Show {
        /// The record file.
        file: PathBuf,
        /// The game's number.
        #[arg(long, value_name = "N")]
        game: u64,
        /// A table of Hexflip (see `solve`) that says what each turn was worth, what it cost, and
        /// which turn decided the game.
        #[arg(long, value_name = "FILE")]
        table: Option<PathBuf>,
    },
}
