//! Tasks that people and CI run: `cargo xtask …`.

#![allow(
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a program for people, not a library"
)]

mod accuracy;
mod bench;
mod ci;
mod coverage;
mod e2e;
mod hexflip_endings;
mod perft_corpus;
mod pictures;
mod puzzles;
mod repetition;
mod shell;
mod table;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run the checks of every commit: format, lints, tests, docs, dependencies, e2e.
    Ci,
    /// Run the program as a user does: the quickstart, and interrupted runs.
    E2e {
        /// Also run the long checks.
        #[arg(long)]
        full: bool,
    },
    /// Run the benchmarks, then time whole processes.
    Bench,
    /// Measure by the tablebase how often agents give away a win or draw in Hexflip.
    Accuracy(accuracy::Accuracy),
    /// Measure the coverage of the intervals of matches, over many seeds.
    Coverage(coverage::Coverage),
    /// Print a game for every way Hexflip can end, found with the naive rules
    /// (`crates/testkit/data/hexflip-endings.txt`).
    HexflipEndings {
        /// Number of random games for each rule set and style of play.
        #[arg(long, default_value_t = 300)]
        games: u64,
    },
    /// Count turn sequences with the naive rules and print them (`crates/testkit/data/perft.txt`).
    PerftCorpus {
        /// Compare the counts with the file instead of printing them.
        #[arg(long)]
        check: bool,
    },
    /// Make the pictures of the docs.
    Pictures,
    /// Study how the repetition rule changes Hexflip's drawn positions, by proofs and by games of draw
    /// keepers.
    Repetition(repetition::Repetition),
    /// Solve Hexflip, check the tablebase thoroughly, and print the facts that the docs publish.
    Table {
        /// Existing tablebase to use instead.
        #[arg(long)]
        path: Option<std::path::PathBuf>,
    },
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().task {
        Task::Ci => ci::run(),
        Task::E2e { full } => e2e::run(full),
        Task::Bench => bench::run(),
        Task::Accuracy(args) => accuracy::run(&args),
        Task::Coverage(args) => coverage::run(&args),
        Task::HexflipEndings { games } => hexflip_endings::run(games),
        Task::PerftCorpus { check } => perft_corpus::run(check),
        Task::Pictures => pictures::run(),
        Task::Repetition(args) => repetition::run(&args),
        Task::Table { path } => table::run(path),
    }
}
