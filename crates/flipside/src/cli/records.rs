//! Commands about recorded games: `report`, `records`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::common::{FormatArgs, MarginArgs, TurnValuesArgs};
use super::values::{Size, TurnSpan, WhichGame};

#[derive(Args)]
#[command(after_help = "\
Example:
  flipside report out/quickstart/records/*.flip --out out/report")]
pub struct Report {
    /// Record files. They are grouped by game, rules, agents and schedule.
    #[arg(required = true, value_name = "FILE")]
    pub records: Vec<PathBuf>,

    /// Folder for report.html, report.json and the plots.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    #[command(flatten)]
    pub values: TurnValuesArgs,

    #[command(flatten)]
    pub margin: MarginArgs,

    #[command(flatten)]
    pub format: FormatArgs,
}

/// Options of `records verify`.
#[derive(Args)]
pub struct Verify {
    /// Record files.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub format: FormatArgs,
}

/// Options of `records cat`.
#[derive(Args)]
pub struct Cat {
    /// Record files.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub values: TurnValuesArgs,
}

/// Options of `records salvage`.
#[derive(Args)]
#[command(after_help = "\
Every game that is copied is replayed by the rules. The schedule of the new file begins with \
`salvaged`, and reports never pool its games with those of other files.")]
pub struct Salvage {
    /// Damaged record file.
    pub file: PathBuf,

    /// New record file.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    #[command(flatten)]
    pub format: FormatArgs,
}

/// Options of `records import`.
#[derive(Args)]
pub struct Import {
    /// File of JSON lines.
    pub file: PathBuf,

    /// Record file to write.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    #[command(flatten)]
    pub format: FormatArgs,
}

/// Options of `records show`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  flipside records show out/quickstart/records/sayu-match.flip --game 0 --turns 10..12
  flipside records show out/quickstart/records/hexflip-match.flip --game typical")]
pub struct ShowGame {
    /// Record file.
    pub file: PathBuf,

    /// Game to draw: its number, from 0; `typical`, a game with the most frequent ending and the median
    /// length (and margin); or `shortest`. The last two consider only games that ended by the rules.
    #[arg(long, value_name = "N|typical|shortest")]
    pub game: WhichGame,

    /// Range of turns to draw, from 1, both ends included: 10..20, 10.., ..20 or 10.
    #[arg(
        long,
        value_name = "FROM..TO",
        default_value = "1..",
        hide_default_value = true
    )]
    pub turns: TurnSpan,

    /// Size of the drawn boards.
    #[arg(long, value_name = "SIZE", value_enum, default_value_t = Size::Small)]
    pub board: Size,

    #[command(flatten)]
    pub values: TurnValuesArgs,
}

#[derive(Subcommand)]
pub enum Records {
    /// Print a summary of a record file, as JSON.
    Info {
        /// Record file.
        file: PathBuf,
    },
    /// Replay every game by the rules.
    Verify(Verify),
    /// Print every game as a line of JSON.
    Cat(Cat),
    /// Make a record file from JSON lines, as `records cat` prints them.
    Import(Import),
    /// Draw a game turn by turn.
    Show(ShowGame),
    /// Copy the games of all intact blocks of a damaged record file into a new one.
    Salvage(Salvage),
}
