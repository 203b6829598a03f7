//! One module for each command.

mod agents;
mod bench;
mod best;
mod engine;
mod experiment;
mod generated;
mod matches;
mod openings;
mod plan;
pub mod play;
mod positions;
mod probe;
mod puzzles;
pub mod records;
mod report;
mod solve;
mod stop;
mod strength;
mod tune;

use flipside_rules::with_game;

use crate::cli::Command;

/// Runs a command. `typed` is the command line, for the report that it makes.
pub fn run(command: &Command, typed: &str) -> anyhow::Result<()> {
    match command {
        Command::Perft(args) => with_game!(args.at.game.game, G => positions::perft::<G>(args)),
        Command::Show(args) => with_game!(args.at.game.game, G => positions::show::<G>(args)),
        Command::Turns(args) => with_game!(args.at.game.game, G => positions::turns::<G>(args)),
        Command::Best(args) => with_game!(args.at.game.game, G => best::run::<G>(args)),
        Command::Match(args) => with_game!(args.game.game, G => matches::run::<G>(args)),
        Command::Play(args) => with_game!(args.at.game.game, G => play::run::<G>(args)),
        Command::Openings(args) => with_game!(args.game.game, G => openings::run::<G>(args)),
        Command::Tune(args) => tune::run(args),
        Command::Run(args) => experiment::run(args, typed),
        Command::Plan(args) => plan::run(args),
        Command::Report(args) => report::run(args, typed),
        Command::Records(command) => records::run(command),
        Command::Solve(args) => solve::run(args),
        Command::Probe(args) => probe::run(args),
        Command::Puzzles(args) => puzzles::run(args),
        Command::Sprt(args) => strength::sprt(args),
        Command::Elo(args) => strength::elo(args),
        Command::Agents(args) => agents::run(args),
        Command::Bench(args) => bench::run(args),
        Command::Engine(args) => with_game!(args.game, G => engine::run::<G>(args)),
        Command::Completions { shell } => generated::completions(*shell),
        Command::Man { out } => generated::man(out),
    }
}
