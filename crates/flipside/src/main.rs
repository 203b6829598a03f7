//! The `flipside` command line: wires the crates of the workspace together.

mod cli;
mod commands;
mod live;
mod new_file;
mod output;
mod players;
mod progress;
mod session;
mod settings;
mod version;

use std::process::ExitCode;

use clap::Parser as _;

use crate::cli::{Cli, typed};

/// Parses the command line, runs the command, and reports its error.
fn main() -> ExitCode {
    match commands::run(&Cli::parse().command, &typed()) {
        Err(error) if !output::is_closed_pipe(&error) => {
            output::error(&error);
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}
