//! Commands about positions: `perft`, `show`, `turns`, `best`, `play`.

use std::path::PathBuf;

use clap::{Args, ColorChoice};
use flipside_ai::Spec;

use super::common::{EngineArgs, FormatArgs, PositionArgs};
use super::values::{Player, Size};

#[derive(Args)]
#[command(after_help = "\
Example:
  flipside perft hexflip --depth 4")]
pub struct Perft {
    #[command(flatten)]
    pub at: PositionArgs,

    /// Maximum length of the sequences.
    #[arg(long, value_name = "N")]
    pub depth: u32,

    /// Walk through every sequence instead of counting in bulk.
    #[arg(long)]
    pub plain: bool,

    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args)]
#[command(after_help = "\
Example:
  flipside show hexflip --turns \"c3 b2+d4 c3-a1\"")]
pub struct Show {
    #[command(flatten)]
    pub at: PositionArgs,

    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args)]
#[command(after_help = "\
Example:
  flipside turns sayu --position \"7/7/7/3,H,3/7/7/7 x\" --rules radius=1,tiles=mini")]
pub struct Turns {
    #[command(flatten)]
    pub at: PositionArgs,

    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args)]
#[command(after_help = "\
Example:
  flipside best hexflip --position \"3/4/2x2/4/3 o 7 8\" --agent mcts:nodes=10000")]
pub struct Best {
    #[command(flatten)]
    pub at: PositionArgs,

    /// Agent, such as mcts:nodes=2000; see `flipside agents`.
    #[arg(long, value_name = "SPEC")]
    pub agent: Spec,

    /// Seed of the agent.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    #[command(flatten)]
    pub engine: EngineArgs,

    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args)]
#[command(after_help = "\
Type `help` at the prompt for the notation of turns and all commands, such as `list`, `hint`, `undo` \
and `save`.

Examples:
  flipside play hexflip
  flipside play sayu --x greedy --o human
  flipside play hexflip --x human --o human --rules swap=on")]
pub struct Play {
    #[command(flatten)]
    pub at: PositionArgs,

    /// Player in First's seat: human, or an agent (see `flipside agents`).
    #[arg(long, value_name = "SPEC", default_value = "human")]
    pub x: Player,

    /// Player in Second's seat. [default: mcts, with about a second per turn]
    #[arg(long, value_name = "SPEC")]
    pub o: Option<Player>,

    /// Agent for hints and evaluations. [default: mcts, as above]
    #[arg(long, value_name = "SPEC")]
    pub hint: Option<Spec>,

    /// New record file in which the game is saved after every turn.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Seed of the agents. [default: a new one each time]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Size of the drawn board. [default: large if the terminal has room]
    #[arg(long, value_name = "SIZE")]
    pub board: Option<Size>,

    /// Use of colours. The environment variable NO_COLOR turns them off.
    #[arg(long, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,
}
