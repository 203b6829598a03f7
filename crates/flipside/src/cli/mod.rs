//! Commands and options: the one definition behind parsing, help, manual pages and completions.

mod agents;
mod common;
mod games;
mod positions;
mod records;
mod solved;
mod strength;
mod typed;
mod values;

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use clap_complete::Shell;

pub use agents::{Agents, Bench, Engine};
pub use common::{Format, PositionArgs, ProgressMode, ThreadsArgs};
pub use games::{Match, Openings, Plan, Run, Tune};
pub use positions::{Best, Perft, Play, Show, Turns};
pub use records::{Cat, Import, Records, Report, Salvage, ShowGame, Verify};
pub use solved::{Probe, Puzzles, Solve};
pub use strength::{Elo, EloModel, MatchCounts, Sprt};
pub use typed::typed;
pub use values::{Player, Points, Size, TurnSpan, WhichGame};

/// A laboratory for two board games in which pieces change sides.
///
/// Plays experiments between agents, records every game, and reports how balanced a game is.
/// GAME is hexflip or sayu. Results go to standard output, progress to standard error. Exit codes:
/// 0 success, 1 the work failed or the input is wrong, 2 wrong usage.
#[derive(Parser)]
#[command(name = "flipside", version = crate::version::long(), max_term_width = 100, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  flipside run data/experiments/quickstart.toml --out out/quickstart
  flipside match hexflip --a mcts:nodes=2000 --b greedy --games 200 --seed 1 --out out/match.flip
  flipside report out/match.flip --out out/match
  flipside best sayu --position \"7/7/7/3,H,3/7/7/7 x\" --agent mcts:nodes=5000
  flipside perft hexflip --rules hand=6,place=1 --depth 4";

#[derive(Subcommand)]
pub enum Command {
    /// Count the turn sequences of each length up to a depth.
    Perft(Perft),
    /// Play turns and draw the board.
    Show(Show),
    /// List all legal turns, one per line.
    Turns(Turns),
    /// Print an agent's turn in a position.
    Best(Best),
    /// Play a game in the terminal.
    Play(Play),
    /// Play a match between two agents and record the games.
    Match(Match),
    /// Run an experiment file: play its tournaments, record the games, make a report.
    Run(Run),
    /// Estimate the games and minutes that an experiment needs.
    Plan(Plan),
    /// Make a list of balanced openings.
    Openings(Openings),
    /// Tune evaluation weights and search settings, and test the result in a match.
    Tune(Tune),
    /// Make a report with plots from record files.
    Report(Report),
    /// Inspect, check and convert record files.
    #[command(subcommand)]
    Records(Records),
    /// Solve a game: build the tablebase with the value of every position.
    Solve(Solve),
    /// Look up the value of a position and its turns in a tablebase.
    Probe(Probe),
    /// Find positions with exactly one right turn, by a tablebase.
    Puzzles(Puzzles),
    /// Run a sequential test on the counts of a match.
    Sprt(Sprt),
    /// Estimate the strength difference from the counts of a match.
    Elo(Elo),
    /// Benchmark the searching agents: speed, and a checksum of their play.
    Bench(Bench),
    /// List the agents and their keys.
    Agents(Agents),
    /// Run an agent as an external engine on standard input and output.
    Engine(Engine),
    /// Print completions for a shell.
    #[command(after_help = "\
Example:
  flipside completions bash > ~/.local/share/bash-completion/completions/flipside")]
    Completions {
        /// Shell to print them for.
        shell: Shell,
    },
    /// Write the manual pages: one for flipside, and one for each command.
    #[command(after_help = "\
Example:
  flipside man --out out/man")]
    Man {
        /// Folder for the pages.
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
}
