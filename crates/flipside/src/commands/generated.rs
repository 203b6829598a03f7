//! `flipside completions` and `flipside man`: what is generated from the definition of the commands.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;
use clap::CommandFactory as _;
use clap_complete::{Shell, generate};

use crate::cli::Cli;
use crate::output;

pub fn completions(shell: Shell) -> anyhow::Result<()> {
    // The generator panics if it cannot write, so it writes into memory.
    let mut script = Vec::new();
    generate(shell, &mut Cli::command(), "flipside", &mut script);
    let mut out = output::out();
    out.write_all(&script)?;
    Ok(out.flush()?)
}

/// Writes a page for the program and each of its commands, such as `flipside-records-cat.1`.
pub fn man(folder: &Path) -> anyhow::Result<()> {
    let name = || folder.display().to_string();
    fs::create_dir_all(folder).with_context(name)?;
    clap_mangen::generate_to(Cli::command(), folder).with_context(name)?;
    output::line(&format!("manual pages: {}", folder.display()))
}
