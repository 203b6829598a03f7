//! One module for each command.

mod agents;
mod best;
mod completions;
mod experiment;
mod matches;
mod perft;
mod records;
mod report;
mod show;
mod stop;
mod turns;

use flipside_rules::with_game;

use crate::cli::{Cli, Command};

/// Does what the command line asks for.
pub fn run(cli: Cli) -> anyhow::Result<()> {
    match cli.command {
        Command::Perft(args) => with_game!(args.at.game.game, G => perft::run::<G>(&args)),
        Command::Show(args) => with_game!(args.at.game.game, G => show::run::<G>(&args)),
        Command::Turns(args) => with_game!(args.at.game.game, G => turns::run::<G>(&args)),
        Command::Best(args) => with_game!(args.at.game.game, G => best::run::<G>(&args)),
        Command::Match(args) => with_game!(args.game.game, G => matches::run::<G>(&args)),
        Command::Run(args) => experiment::run(&args),
        Command::Report(args) => report::run(&args.records, &args.out),
        Command::Records(command) => records::run(&command),
        Command::Agents(args) => agents::run(&args),
        Command::Completions { shell } => completions::run(shell),
    }
}
