//! Commands that play many games: `match`, `run`, `plan`, `openings`, `tune`.

use std::path::PathBuf;

use clap::Args;
use flipside_ai::{PinnedTable, Spec};
use flipside_arena::{DEFAULT_MAX_EDGE, DEFAULT_MAX_FAILURES, DEFAULT_OPENING_TURNS};
use flipside_records::DEFAULT_MAX_TURNS;

use super::common::{
    EngineArgs, FormatArgs, GameArgs, MarginArgs, RunArgs, TableArgs, ThreadsArgs,
};
use super::values::{Points, SprtRule};

#[derive(Args)]
#[command(after_help = "\
Games come in pairs: the same opening, seats swapped. If A and B are the same agent, swapping seats \
would change nothing: each opening is played once, with A as First.

Example:
  flipside match sayu --a mcts --b greedy --games 100 --seed 1 --out out/sayu.flip")]
pub struct Match {
    #[command(flatten)]
    pub game: GameArgs,

    /// Agent A; see `flipside agents`.
    #[arg(long, value_name = "SPEC")]
    pub a: Spec,

    /// Agent B.
    #[arg(long, value_name = "SPEC")]
    pub b: Spec,

    /// Number of games.
    #[arg(long, value_name = "N")]
    pub games: u64,

    /// Seed of all openings and random choices.
    #[arg(long, value_name = "N")]
    pub seed: u64,

    /// Record file to write.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// Continue the record file after an interruption, or extend it.
    #[arg(long)]
    pub resume: bool,

    /// Keep A as First: one game per opening.
    #[arg(long)]
    pub fixed_seats: bool,

    /// Number of random turns in the opening of every game.
    #[arg(long, value_name = "K", default_value_t = DEFAULT_OPENING_TURNS)]
    pub opening_turns: u32,

    /// Number of turns that the agents choose before the random ones. [default: the turns that a rule
    /// of the variant concerns: 2 with swap=on or second_place, 1 with first_place, else 0]
    #[arg(long, value_name = "N")]
    pub agents_open: Option<u32>,

    /// List of openings, played one after another instead of random ones; see `flipside openings`.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["opening_turns", "agents_open"])]
    pub openings: Option<PathBuf>,

    /// Stop once a sequential test decides between ELO0 and ELO1 as A's advantage in strength; --games
    /// is the maximum.
    #[arg(long, value_name = "MODEL:ELO0:ELO1[:ALPHA:BETA]", conflicts_with_all = ["fixed_seats", "until_balanced"])]
    pub sprt: Option<SprtRule>,

    /// Stop once the games show First's or Second's advantage, or balance within this many percentage
    /// points; --games is the maximum.
    #[arg(long, value_name = "POINTS", conflicts_with = "fixed_seats")]
    pub until_balanced: Option<Points>,

    /// Time limit per turn in milliseconds; a player who exceeds it loses the game.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub turn_ms: Option<u64>,

    /// Hexflip tablebase: end each game as soon as the tablebase gives its winner.
    #[arg(long, value_name = "FILE")]
    pub adjudicate: Option<PinnedTable>,

    /// Maximum number of games in which an agent fails; one more ends the run with an error.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_FAILURES)]
    pub max_failures: u64,

    /// Maximum number of turns; longer games are stopped as unfinished.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_TURNS)]
    pub max_turns: u32,

    /// Record value, nodes and depth of every turn.
    #[arg(long)]
    pub annotate: bool,

    #[command(flatten)]
    pub run: RunArgs,

    #[command(flatten)]
    pub engine: EngineArgs,

    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args)]
#[command(after_help = "\
To continue an interrupted run, repeat the same command.

Example:
  flipside run data/experiments/quickstart.toml --out out/quickstart")]
pub struct Run {
    /// Experiment file.
    pub experiment: PathBuf,

    /// Folder for records and report.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// Maximum number of games per tournament in which an agent fails. [default: as in the experiment
    /// file]
    #[arg(long, value_name = "N")]
    pub max_failures: Option<u64>,

    #[command(flatten)]
    pub run: RunArgs,

    #[command(flatten)]
    pub engine: EngineArgs,

    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args)]
#[command(after_help = "\
Each number of games is for a probability of 90 % that the report finds an advantage of --detect \
points for First or Second, or shows balance within --margin points. The minutes come from a short \
trial of each tournament, whose games are not recorded.

Example:
  flipside plan data/experiments/quickstart.toml --detect 3")]
pub struct Plan {
    /// Experiment file.
    pub experiment: PathBuf,

    /// Advantage to detect, in percentage points.
    #[arg(long, value_name = "POINTS")]
    pub detect: Points,

    #[command(flatten)]
    pub margin: MarginArgs,

    /// Length of the trial in seconds, per tournament. 0 skips the trial and estimates no minutes.
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0)]
    pub trial: f64,

    #[command(flatten)]
    pub threads: ThreadsArgs,

    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args)]
#[command(after_help = "\
Each opening is a sequence of random turns after which the agent expects an even game. No two lead to \
the same position up to symmetry. The list does not depend on the number of threads; its first lines \
contain the command that made it. The agent needs a large budget, above all in Sayū with its thousands \
of legal turns.

Example:
  flipside openings hexflip --opening-turns 4 --count 200 --agent uct:nodes=20000 --seed 1 \\
    --out out/hexflip-4.txt")]
pub struct Openings {
    #[command(flatten)]
    pub game: GameArgs,

    /// Number of random turns in each opening.
    #[arg(long, value_name = "K", default_value_t = DEFAULT_OPENING_TURNS,
        value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub opening_turns: u32,

    /// Number of openings.
    #[arg(long, value_name = "N")]
    pub count: u64,

    /// Agent that evaluates the openings; it must give values, as uct does.
    #[arg(long, value_name = "SPEC")]
    pub agent: Spec,

    /// Maximum distance of First's expected score, as the agent evaluates it, from 0.5.
    #[arg(long, value_name = "X", default_value_t = DEFAULT_MAX_EDGE)]
    pub max_edge: f64,

    /// Seed of the random turns and of the agent.
    #[arg(long, value_name = "N")]
    pub seed: u64,

    /// Maximum number of random openings to try. [default: 100 times --count]
    #[arg(long, value_name = "N")]
    pub max_candidates: Option<u64>,

    /// File for the list.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    #[command(flatten)]
    pub run: RunArgs,

    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args)]
#[command(after_help = "\
Writes weights.toml, tuning.html with plots, tuning.json, and the records of the confirmation match. \
A run that is interrupted and resumed writes the same bytes as an uninterrupted one.

Example:
  flipside tune data/experiments/tune-sayu.toml --out out/tune-sayu")]
pub struct Tune {
    /// Configuration file.
    pub config: PathBuf,

    /// Folder for weights, page and records.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// Continue the run in that folder, if there is one.
    #[arg(long)]
    pub resume: bool,

    #[command(flatten)]
    pub table: TableArgs,

    #[command(flatten)]
    pub run: RunArgs,

    #[command(flatten)]
    pub format: FormatArgs,
}
