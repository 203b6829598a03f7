//! Commands about solved games: `solve`, `probe`, `puzzles`.

use std::path::PathBuf;

use clap::Args;
use flipside_study::puzzles::{FEWEST_NODES, TurnRange};

use super::common::{FormatArgs, GameArgs, PositionArgs, RunArgs, TableArgs};

#[derive(Args)]
#[command(after_help = "\
Solving the standard rules takes about half a minute on two cores and 261 MB of disk space. After an \
interruption, the same command continues after the last complete layer. A tablebase ignores the rule \
about repetition: `draw` means that neither side can force the end.

Examples:
  flipside solve hexflip --out out/hexflip.table
  flipside solve hexflip --summary out/hexflip.table
  flipside solve hexflip --rule-sets data/experiments/hexflip-rule-sets.toml")]
pub struct Solve {
    #[command(flatten)]
    pub game: GameArgs,

    #[command(flatten)]
    pub task: SolveTask,

    #[command(flatten)]
    pub run: RunArgs,

    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args)]
#[group(multiple = false)]
pub struct SolveTask {
    /// Tablebase to write. [default: in the user's data folder]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Print the layers of a tablebase.
    #[arg(long, value_name = "FILE")]
    pub summary: Option<PathBuf>,

    /// Check every block of a tablebase.
    #[arg(long, value_name = "FILE")]
    pub verify: Option<PathBuf>,

    /// Solve a list of rule sets and print the value of each starting position.
    #[arg(long, value_name = "FILE")]
    pub rule_sets: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = "\
The first line is the value for the player to move; then each legal turn with its value for the \
player who makes it. Numbers are turns until the end of the game under best play.

Example:
  flipside probe hexflip --table out/hexflip.table --position \"3/4/2x2/4/3 o 7 8\"")]
pub struct Probe {
    #[command(flatten)]
    pub at: PositionArgs,

    #[command(flatten)]
    pub table: TableArgs,

    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args)]
#[command(after_help = "\
A puzzle is a position in which exactly one legal turn keeps the win or the draw. Puzzles come from \
games between noisy greedy agents; a greedy agent misses the right turn. The puzzles depend on the \
seed, not on the number of threads.

Columns: kind (grade by depth), position, right turn, value (a win in N turns, or a draw), number of \
legal turns, grade by nodes (1 easy to 5 hard), and the nodes that alphabeta and mcts need to find the \
turn (- for more than --max-nodes).

Examples:
  flipside puzzles hexflip --table out/hexflip.table
  flipside puzzles hexflip --table out/hexflip.table --wins 7-12 --count 20 --seed 2")]
pub struct Puzzles {
    #[command(flatten)]
    pub game: GameArgs,

    #[command(flatten)]
    pub table: TableArgs,

    /// Number of puzzles of each kind: draws, and wins in 3-6, 7-12, 13-24, 25-48, 49 or more turns.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub count: u16,

    /// Only draws.
    #[arg(long, conflicts_with = "wins")]
    pub draws: bool,

    /// Only wins in a range of turns, such as 7-12, or 49+ without an upper end.
    #[arg(long, value_name = "MIN-MAX")]
    pub wins: Option<TurnRange>,

    /// Seed of all random choices.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Maximum budget of the agents in nodes; they try 32, 64, 128 and so on.
    #[arg(long, value_name = "N", default_value_t = 32_768, value_parser = clap::value_parser!(u64).range(FEWEST_NODES..=100_000_000))]
    pub max_nodes: u64,

    #[command(flatten)]
    pub run: RunArgs,

    #[command(flatten)]
    pub format: FormatArgs,
}
