//! The `flipside` command line: wires the crates of the workspace together.

mod cli;
mod commands;
mod live;
mod new_file;
mod output;
mod player;
mod players;
mod progress;
mod settings;

use std::io::{ErrorKind, Write as _};
use std::process::ExitCode;

use clap::Parser as _;

use crate::cli::Cli;

fn main() -> ExitCode {
    match commands::run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // If even this cannot be written, the exit code has to do.
            let _ = writeln!(std::io::stderr(), "error: {}", message(&error));
            ExitCode::FAILURE
        }
    }
}

/// The error with its causes, each said once: some errors name their cause themselves.
fn message(error: &anyhow::Error) -> String {
    error
        .chain()
        .skip(1)
        .fold(error.to_string(), |message, cause| {
            let cause = cause.to_string();
            match message.contains(&cause) {
                true => message,
                false => format!("{message}: {cause}"),
            }
        })
}

/// Whether the reader of our output has gone away, which is no failure.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
    })
}
