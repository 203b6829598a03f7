//! The pictures in the docs, from the quickstart experiment.

use std::fs;
use std::process::Command;

use anyhow::Context as _;

use crate::shell::{flipside, root, run as execute, step};

/// Plots of the quickstart report that the docs show, and under which name.
const PICTURES: [(&str, &str); 0] = [];

pub fn run() -> anyhow::Result<()> {
    let program = flipside()?;
    let dir = tempfile::tempdir()?;
    step("quickstart");
    let experiment = root().join("data/experiments/quickstart.toml");
    execute(
        Command::new(program)
            .arg("run")
            .arg(experiment)
            .arg("--out")
            .arg(dir.path()),
    )?;
    let images = root().join("docs/images");
    fs::create_dir_all(&images)?;
    for (plot, name) in PICTURES {
        let from = dir.path().join(plot);
        fs::copy(&from, images.join(name)).with_context(|| format!("{}", from.display()))?;
    }
    Ok(())
}
