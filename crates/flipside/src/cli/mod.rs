//! Commands and flags: the one definition behind parsing, help and completions.

mod agents;
mod common;
mod games;
mod positions;
mod records;
mod solved;
mod strength;

use clap::{Parser, Subcommand};
use clap_complete::Shell;

pub use agents::{Agents, Bench, Engine};
pub use common::{Format, PositionArgs, ProgressMode};
pub use games::{Match, Openings, Run, Tune};
pub use positions::{Best, Perft, Play, Show, Turns};
pub use records::{Records, Report};
pub use solved::{Probe, Puzzles, Solve};
pub use strength::{Counts, Elo, EloModel, Sprt};

/// A laboratory for two games in which pieces change sides.
///
/// Plays experiments between agents, records every game, and reports what they say about balance.
/// GAME is hexflip or sayu. Results go to standard output, progress to standard error. Exit codes:
/// 0 success, 1 the work failed or the input is wrong, 2 wrong usage.
#[derive(Parser)]
#[command(name = "flipside", version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  flipside run data/experiments/quickstart.toml --out out/quickstart
  flipside match hexflip --a mcts:nodes=2000 --b greedy --games 200 --seed 1 --out match.flip
  flipside report match.flip --out report
  flipside best sayu --position \"7/7/7/3,H,3/7/7/7 x\" --agent mcts:nodes=5000
  flipside perft hexflip --rules hand=6,place=1 --depth 4";

#[derive(Subcommand)]
pub enum Command {
    /// Count the sequences of turns of each length up to a depth.
    Perft(Perft),
    /// Play given turns and draw the board.
    Show(Show),
    /// List all legal turns, one a line.
    Turns(Turns),
    /// Ask an agent for its turn.
    Best(Best),
    /// Play a game in the terminal.
    Play(Play),
    /// Play two agents against each other and record the games.
    Match(Match),
    /// Play a whole experiment file: tournaments, records, report.
    Run(Run),
    /// Make a list of balanced openings.
    Openings(Openings),
    /// Tune weights and search settings, and test whether that has helped.
    Tune(Tune),
    /// Make a report with plots from record files.
    Report(Report),
    /// Look into record files, check them, convert them.
    #[command(subcommand)]
    Records(Records),
    /// Solve a game: the value of every position, in a table.
    Solve(Solve),
    /// Ask a table for the value of a position and of its turns.
    Probe(Probe),
    /// Find positions with exactly one right turn, by a table.
    Puzzles(Puzzles),
    /// Test two hypotheses about the difference of two agents on given counts.
    Sprt(Sprt),
    /// Estimate the difference of two agents from given counts.
    Elo(Elo),
    /// Ask searching agents about fixed positions: a checksum of how they play, and their speed.
    Bench(Bench),
    /// List the agents and their keys.
    Agents(Agents),
    /// Let an agent speak the engine protocol on standard input and output.
    Engine(Engine),
    /// Print completions for a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
}
