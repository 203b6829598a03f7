//! Commands that play many games: `match`, `run`, `openings`, `tune`.

use std::path::PathBuf;

use clap::Args;
use flipside_ai::{PinnedTable, Spec};
use flipside_arena::{
    DEFAULT_MAX_FAILURES, DEFAULT_MAX_TURNS, DEFAULT_MOST_EDGE, DEFAULT_OPENING_TURNS,
};

use super::common::{FormatArgs, GameArgs, RunArgs};
use super::strength::SprtRule;

#[derive(Args)]
#[command(after_help = "\
Games come in pairs: the same opening, seats swapped. Equal agents play one game per opening \
instead, since nothing would be gained by swapping them; A is First then.

Example:
  flipside match sayu --a mcts --b greedy --games 100 --seed 1 --out sayu.flip")]
pub struct Match {
    #[command(flatten)]
    pub game: GameArgs,

    /// The first agent.
    #[arg(long, value_name = "SPEC")]
    pub a: Spec,

    /// The second agent.
    #[arg(long, value_name = "SPEC")]
    pub b: Spec,

    /// Number of games.
    #[arg(long, value_name = "N")]
    pub games: u64,

    /// The seed from which openings and all random choices follow.
    #[arg(long)]
    pub seed: u64,

    /// The record file to write.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// Go on with the file after an interruption, or make it longer.
    #[arg(long)]
    pub resume: bool,

    /// Keep A as First: one game per opening.
    #[arg(long)]
    pub fixed_seats: bool,

    /// Random turns at the beginning of every game.
    #[arg(long, value_name = "K", default_value_t = DEFAULT_OPENING_TURNS)]
    pub opening_turns: u32,

    /// Openings from a list instead, one after the other; see `flipside openings`.
    #[arg(long, value_name = "FILE", conflicts_with = "opening_turns")]
    pub openings: Option<PathBuf>,

    /// Stop once a sequential test decides whether A is stronger by ELO0 or by ELO1; --games is then
    /// the most games.
    #[arg(long, value_name = "MODEL:ELO0:ELO1[:ALPHA:BETA]", conflicts_with_all = ["fixed_seats", "until_balanced"])]
    pub sprt: Option<SprtRule>,

    /// Stop once First's advantage is decided within ± so many points of 100; --games is then the
    /// most games.
    #[arg(long, value_name = "POINTS", conflicts_with = "fixed_seats")]
    pub until_balanced: Option<f64>,

    /// A turn that takes longer than so many milliseconds loses the game.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub turn_ms: Option<u64>,

    /// Hexflip only: end a game as soon as this table says who wins it, in place of playing it out.
    #[arg(long, value_name = "TABLE")]
    pub adjudicate: Option<PinnedTable>,

    /// End the run with an error once agents have failed in more games than these.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_FAILURES)]
    pub max_failures: u64,

    /// Stop games as unfinished after so many turns.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_TURNS)]
    pub max_turns: u32,

    /// Record value, nodes and depth of every turn.
    #[arg(long)]
    pub annotate: bool,

    #[command(flatten)]
    pub run: RunArgs,

    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args)]
#[command(after_help = "\
Started again with the same file and folder, it goes on where it was.

Example:
  flipside run data/experiments/quickstart.toml --out out/quickstart")]
pub struct Run {
    /// The experiment file.
    pub experiment: PathBuf,

    /// The folder for records and report.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// Allow agents to fail in so many games of each tournament, whatever the file says.
    #[arg(long, value_name = "N")]
    pub max_failures: Option<u64>,

    #[command(flatten)]
    pub format: FormatArgs,

    #[command(flatten)]
    pub run: RunArgs,
}

#[derive(Args)]
#[command(after_help = "\
Openings are random turns after which the agent finds neither side much better off. No two lead to \
the same position, the board's symmetries included. The list is the same on any number of threads; \
its first lines say how it was made. An agent that searches little is a bad judge: in Sayū mind the \
thousands of legal turns.

Example:
  flipside openings hexflip --turns 4 --count 200 --agent uct:nodes=20000 --seed 1 --out hexflip-4.txt")]
pub struct Openings {
    #[command(flatten)]
    pub game: GameArgs,

    /// Random turns in each opening.
    #[arg(long, value_name = "K", default_value_t = DEFAULT_OPENING_TURNS,
        value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub turns: u32,

    /// Number of openings.
    #[arg(long, value_name = "N")]
    pub count: u64,

    /// The agent who judges; it must be one that gives values, such as uct.
    #[arg(long, value_name = "SPEC")]
    pub agent: Spec,

    /// Keep an opening if the score that the agent expects for First is 0.5, give or take this.
    #[arg(long, value_name = "X", default_value_t = DEFAULT_MOST_EDGE)]
    pub most_edge: f64,

    /// The seed from which the openings follow; the agent's seed, too.
    #[arg(long)]
    pub seed: u64,

    /// Give up after so many random openings. [default: 100 times --count]
    #[arg(long, value_name = "N")]
    pub most_candidates: Option<u64>,

    /// The list to write.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    #[command(flatten)]
    pub run: RunArgs,

    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args)]
#[command(after_help = "\
The folder gets weights.toml, which says in its first lines where it comes from, tuning.html with \
plots, tuning.json, and the records of the confirmation. A run that was interrupted ends in the same \
bytes as one that was not.

Example:
  flipside tune data/experiments/tune-sayu-spsa.toml --out out/sayu")]
pub struct Tune {
    /// The configuration file.
    pub config: PathBuf,

    /// The folder for weights, page and records.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// Go on with the run in that folder, if there is one.
    #[arg(long)]
    pub resume: bool,

    /// The table for a run with the judge "table". [default: where `solve` puts it]
    #[arg(long, value_name = "PATH")]
    pub table: Option<PathBuf>,

    #[command(flatten)]
    pub format: FormatArgs,

    #[command(flatten)]
    pub run: RunArgs,
}
