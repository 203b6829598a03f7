//! One module for each command.

mod agents;
mod bench;
mod best;
mod completions;
mod elo;
mod engine;
mod experiment;
mod matches;
mod openings;
mod perft;
mod probe;
mod records;
mod report;
mod show;
mod solve;
mod sprt;
mod stop;
mod turns;

use flipside_analysis::format::shell_word;
use flipside_rules::with_game;

use crate::cli::{Cli, Command};

/// The command line as it was typed, for the report that it makes.
fn typed() -> String {
    let words = std::env::args_os()
        .skip(1)
        .map(|word| shell_word(&word.to_string_lossy()));
    std::iter::once("flipside".to_string())
        .chain(words)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Does what the command line asks for.
pub fn run(cli: Cli) -> anyhow::Result<()> {
    match cli.command {
        Command::Perft(args) => with_game!(args.at.game.game, G => perft::run::<G>(&args)),
        Command::Show(args) => with_game!(args.at.game.game, G => show::run::<G>(&args)),
        Command::Turns(args) => with_game!(args.at.game.game, G => turns::run::<G>(&args)),
        Command::Best(args) => with_game!(args.at.game.game, G => best::run::<G>(&args)),
        Command::Match(args) => with_game!(args.game.game, G => matches::run::<G>(&args)),
        Command::Openings(args) => with_game!(args.game.game, G => openings::run::<G>(&args)),
        Command::Run(args) => experiment::run(&args, &typed()),
        Command::Report(args) => {
            let format = args.format.format;
            report::run(
                &args.records,
                &args.out,
                "Balance report",
                "",
                format,
                &typed(),
            )
        }
        Command::Records(command) => records::run(&command),
        Command::Solve(args) => solve::run(&args),
        Command::Probe(args) => probe::run(&args),
        Command::Sprt(args) => sprt::run(&args),
        Command::Elo(args) => elo::run(&args),
        Command::Agents(args) => agents::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Engine(args) => with_game!(args.game, G => engine::run::<G>(&args)),
        Command::Completions { shell } => completions::run(shell),
    }
}
