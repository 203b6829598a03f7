//! Tasks that people and CI run: `cargo xtask …`.

#![allow(
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a program for people, not a library"
)]

mod accuracy;
mod bench;
mod ci;
mod e2e;
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
    /// Everything that must hold on every commit: format, lints, tests, docs, dependencies, e2e.
    Ci,
    /// The program from outside: the quickstart, and runs that are interrupted.
    E2e {
        /// The long checks too.
        #[arg(long)]
        full: bool,
    },
    /// Benchmarks, then whole-process timings.
    Bench,
    /// How often agents throw away what they have in Hexflip, by the exact table.
    Accuracy(accuracy::Accuracy),
    /// Make the pictures in the docs anew.
    Pictures,
    /// What the repetition rule makes of Hexflip's drawn positions: proofs, and games of players
    /// who keep the draw.
    Repetition(repetition::Repetition),
    /// Solve Hexflip, check the table at length, and print what the docs publish about it.
    Table {
        /// A table that is there already.
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
        Task::Pictures => pictures::run(),
        Task::Repetition(args) => repetition::run(&args),
        Task::Table { path } => table::run(path),
    }
}
