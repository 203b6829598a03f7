//! Commands about solved games: `solve`, `probe`, `puzzles`.

use std::path::PathBuf;

use clap::Args;
use flipside_study::puzzles::{FEWEST_NODES, TurnRange};

use super::common::{FormatArgs, GameArgs, PositionArgs, ProgressMode, RunArgs};

#[derive(Args)]
#[command(after_help = "\
The table of the standard rules takes about half a minute on two cores and 261 MB of disk. \
Interrupted, the same command goes on after the last finished layer. The rule about repetition is not part of a table: `draw` means \
that neither side can force the end.

Examples:
  flipside solve hexflip --out hexflip.table
  flipside solve hexflip --summary hexflip.table
  flipside solve hexflip --rule-sets data/experiments/hexflip-rule-sets.toml")]
pub struct Solve {
    #[command(flatten)]
    pub game: GameArgs,

    #[command(flatten)]
    pub task: SolveTask,

    /// Threads that solve, at most 256. [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,

    /// How progress is shown. [default: bar on a terminal, plain elsewhere]
    #[arg(long, value_enum, value_name = "MODE")]
    pub progress: Option<ProgressMode>,

    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args)]
#[group(multiple = false)]
pub struct SolveTask {
    /// The table to make. [default: in the user's data folder]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Print what the layers of a table hold.
    #[arg(long, value_name = "FILE")]
    pub summary: Option<PathBuf>,

    /// Check every block of a table.
    #[arg(long, value_name = "FILE")]
    pub verify: Option<PathBuf>,

    /// Solve a list of rule sets and print the value of each start.
    #[arg(long, value_name = "FILE.toml")]
    pub rule_sets: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = "\
Values are for the player to move, those of turns for the player who makes them; numbers are turns \
until the game is over under best play.

Example:
  flipside probe hexflip --table hexflip.table --position \"3/4/2x2/4/3 o 7 8\"")]
pub struct Probe {
    #[command(flatten)]
    pub at: PositionArgs,

    /// The table. [default: in the user's data folder]
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,

    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args)]
#[command(after_help = "\
In a puzzle all legal turns but one give away a win or a draw. They come from games between players \
who look one turn ahead and err at times, and the right turn is not what such players see. The same \
seed gives the same puzzles on any number of threads.

Columns: kind (the grade by depth), position, the right turn, value (a win in so many turns, or a \
draw), legal turns, the grade by nodes (1 easy to 5 hard), and the nodes from which on alphabeta and \
mcts find the turn, or - if they do not with the most.

Examples:
  flipside puzzles hexflip --table hexflip.table
  flipside puzzles hexflip --table hexflip.table --wins 7-12 --each 20 --seed 2")]
pub struct Puzzles {
    #[command(flatten)]
    pub game: GameArgs,

    /// The table. [default: in the user's data folder]
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,

    /// How many of each kind: draws, and wins in 3-6, 7-12, 13-24, 25-48, 49 or more turns.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub each: u16,

    /// Only draws.
    #[arg(long, conflicts_with = "wins")]
    pub draws: bool,

    /// Only wins in so many turns, as 7-12, or 49+ without an end.
    #[arg(long, value_name = "LEAST-MOST")]
    pub wins: Option<TurnRange>,

    /// The seed from which the puzzles follow.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,

    /// The most nodes that agents are given; they get 32, 64, 128 and so on.
    #[arg(long, value_name = "N", default_value_t = 32_768, value_parser = clap::value_parser!(u64).range(FEWEST_NODES..=100_000_000))]
    pub most_nodes: u64,

    #[command(flatten)]
    pub run: RunArgs,

    #[command(flatten)]
    pub format: FormatArgs,
}
