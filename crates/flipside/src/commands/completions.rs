//! `flipside completions`

use std::io::Write as _;

use clap::CommandFactory as _;
use clap_complete::{Shell, generate};

use crate::cli::Cli;
use crate::output;

pub fn run(shell: Shell) -> anyhow::Result<()> {
    // The generator panics if it cannot write, so it writes where it always can.
    let mut script = Vec::new();
    generate(shell, &mut Cli::command(), "flipside", &mut script);
    let mut out = output::out();
    out.write_all(&script)?;
    out.flush()?;
    Ok(())
}
