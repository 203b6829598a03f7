//! Commands about agents: `bench`, `agents`, `engine`.

use clap::Args;
use flipside_ai::Spec;
use flipside_rules::GameKind;

use super::common::FormatArgs;

#[derive(Args)]
#[command(after_help = "\
Runs the searching agents on fixed positions with fixed budgets, on one thread. The number of nodes \
and the checksum (of turns, values and nodes) change if and only if an agent plays differently.")]
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
The protocol is described in docs/protocol.md.

Example:
  flipside match hexflip --games 20 --seed 1 --out out/engine.flip --a greedy \\
    --b 'engine:cmd=\"flipside engine hexflip --agent uct:nodes=200\"'")]
pub struct Engine {
    /// hexflip or sayu.
    pub game: GameKind,

    /// Agent; see `flipside agents`.
    #[arg(long, value_name = "SPEC")]
    pub agent: Spec,

    /// Only rule variant to accept, as key=value,… or standard. [default: any that the driver
    /// requests]
    #[arg(long, value_name = "KEY=VALUE,…")]
    pub rules: Option<String>,
}
