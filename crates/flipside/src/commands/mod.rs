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
pub mod play;
mod probe;
mod puzzles;
mod records;
mod report;
mod show;
mod solve;
mod sprt;
mod stop;
mod tune;
mod turns;

use flipside_analysis::format::shell_word;
use flipside_rules::with_game;

use crate::cli::{Cli, Command};

/// Flags that change nothing about a report.
const WITHOUT_TRACE: [&str; 2] = ["--threads", "--progress"];

/// The command line as it was typed, for the report that it makes, without flags that change
/// nothing about it: it is the same on any number of threads.
fn typed(mut words: impl Iterator<Item = String>) -> String {
    let mut typed = "flipside".to_string();
    while let Some(word) = words.next() {
        if WITHOUT_TRACE.contains(&word.as_str()) {
            words.next();
        } else if !WITHOUT_TRACE
            .iter()
            .any(|flag| word.starts_with(&format!("{flag}=")))
        {
            typed += &format!(" {}", shell_word(&word));
        }
    }
    typed
}

/// Does what the command line asks for.
pub fn run(cli: Cli) -> anyhow::Result<()> {
    let words = std::env::args_os().skip(1);
    let typed = typed(words.map(|word| word.to_string_lossy().into_owned()));
    match cli.command {
        Command::Perft(args) => with_game!(args.at.game.game, G => perft::run::<G>(&args)),
        Command::Show(args) => with_game!(args.at.game.game, G => show::run::<G>(&args)),
        Command::Turns(args) => with_game!(args.at.game.game, G => turns::run::<G>(&args)),
        Command::Best(args) => with_game!(args.at.game.game, G => best::run::<G>(&args)),
        Command::Match(args) => with_game!(args.game.game, G => matches::run::<G>(&args)),
        Command::Play(args) => with_game!(args.at.game.game, G => play::run::<G>(&args)),
        Command::Openings(args) => with_game!(args.game.game, G => openings::run::<G>(&args)),
        Command::Tune(args) => tune::run(&args),
        Command::Run(args) => experiment::run(&args, &typed),
        Command::Report(args) => {
            let format = args.format.format;
            report::run(
                &args.records,
                args.table.as_deref(),
                &args.out,
                "Balance report",
                "",
                format,
                &typed,
            )
        }
        Command::Records(command) => records::run(&command),
        Command::Solve(args) => solve::run(&args),
        Command::Probe(args) => probe::run(&args),
        Command::Puzzles(args) => puzzles::run(&args),
        Command::Sprt(args) => sprt::run(&args),
        Command::Elo(args) => elo::run(&args),
        Command::Agents(args) => agents::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Engine(args) => with_game!(args.game, G => engine::run::<G>(&args)),
        Command::Completions { shell } => completions::run(shell),
    }
}

#[cfg(test)]
mod tests {
    use super::typed;

    #[test]
    fn what_changes_nothing_leaves_no_trace() {
        let words = "run a.toml --threads 2 --out b --progress=plain --format json";
        let typed = typed(words.split(' ').map(ToString::to_string));
        assert_eq!(typed, "flipside run a.toml --out b --format json");
    }
}
