//! Commands about agents: `bench`, `agents`, `engine`.

use clap::Args;
use flipside_ai::Spec;
use flipside_rules::GameKind;

use super::common::FormatArgs;

#[derive(Args)]
#[command(after_help = "\
Asks searching agents about fixed positions with fixed budgets. The number of nodes and the checksum \
(of turns, values and nodes) change whenever an agent comes to play differently, and only then; the \
speed is that of one thread of this machine.")]
pub struct Bench {
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args)]
pub struct Agents {
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args)]
#[command(after_help = "\
docs/protocol.md describes the protocol.

Example:
  flipside match hexflip --games 20 --seed 1 --out match.flip --a greedy \\
    --b 'engine:cmd=\"flipside engine hexflip --agent uct:nodes=200\"'")]
pub struct Engine {
    /// hexflip or sayu.
    pub game: GameKind,

    /// The agent that plays; see `flipside agents`.
    #[arg(long, value_name = "SPEC")]
    pub agent: Spec,

    /// The only rules to play by, as key=value,… or standard. [default: those that the driver
    /// asks for]
    #[arg(long, value_name = "KEY=VALUE,…")]
    pub rules: Option<String>,
}
