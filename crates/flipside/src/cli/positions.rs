//! Commands about positions: `perft`, `show`, `turns`, `best`, `play`.

use std::path::PathBuf;

use clap::{Args, ColorChoice};
use flipside_ai::Spec;

use super::common::{FormatArgs, PositionArgs};
use crate::commands::play::Size;
use crate::player::Player;

#[derive(Args)]
#[command(after_help = "\
Example:
  flipside perft hexflip --depth 4")]
pub struct Perft {
    #[command(flatten)]
    pub at: PositionArgs,

    /// The greatest length of sequences.
    #[arg(long)]
    pub depth: u32,

    /// Walk every single sequence instead of counting in bulk.
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

    /// The agent, such as mcts:nodes=2000; see `flipside agents`.
    #[arg(long, value_name = "SPEC")]
    pub agent: Spec,

    /// The agent's seed.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,

    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args)]
#[command(after_help = "\
You are asked for turns; `help` there says how they are typed and what else there is: lists to choose \
from, hints, undo, saving.

Examples:
  flipside play hexflip
  flipside play sayu --x greedy --o human
  flipside play hexflip --x human --o human --rules swap=on")]
pub struct Play {
    #[command(flatten)]
    pub at: PositionArgs,

    /// Who plays First: human, or an agent as in `flipside agents`.
    #[arg(long, value_name = "SPEC", default_value = "human")]
    pub x: Player,

    /// Who plays Second. [default: mcts, thinking about a second]
    #[arg(long, value_name = "SPEC")]
    pub o: Option<Player>,

    /// Which agent gives hints and evaluations. [default: mcts, as above]
    #[arg(long, value_name = "SPEC")]
    pub hint: Option<Spec>,

    /// Keep the game in this new record file, from turn to turn.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// The agents' seed. [default: another one each time]
    #[arg(long)]
    pub seed: Option<u64>,

    /// How large the board is drawn. [default: large, if there is room for it]
    #[arg(long, value_name = "SIZE")]
    pub board: Option<Size>,

    /// Whether to use colours. NO_COLOR in the environment turns them off.
    #[arg(long, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,
}
