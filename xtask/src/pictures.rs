//! Makes the pictures of the docs from the quickstart experiment.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, bail};

use crate::shell::{flipside, root, run as execute, step};

/// Plots of the quickstart report that the docs show: the game, for plots of its self-play; the plot; and
/// the name in the docs.
const PLOTS: [(Option<&str>, &str, &str); 3] = [
    (None, "advantage-by-group.svg", "advantage-by-group.svg"),
    (
        Some("hexflip"),
        "advantage-by-opening.svg",
        "hexflip-advantage.svg",
    ),
    (Some("sayu"), "margin.svg", "sayu-margin.svg"),
];

pub fn run() -> anyhow::Result<()> {
    let program = flipside()?;
    let dir = tempfile::tempdir()?;
    step("quickstart");
    // Pages name the command that made them, so this is the one of the README.
    execute(
        Command::new(program)
            .args(["run", "data/experiments/quickstart.toml", "--out"])
            .arg(dir.path())
            .current_dir(root()),
    )?;
    let images = root().join("docs/images");
    fs::create_dir_all(&images)?;
    let plots = dir.path().join("plots");
    for (game, plot, name) in PLOTS {
        let folder = match game {
            Some(game) => self_play(&plots, game)?,
            None => plots.clone(),
        };
        let from = folder.join(plot);
        fs::copy(&from, images.join(name)).with_context(|| format!("{}", from.display()))?;
    }
    step("a picture of the page");
    photograph(&dir.path().join("report.html"), &images.join("report.png"))
}

/// Returns the folder with the plots of a game's self-play.
fn self_play(plots: &Path, game: &str) -> anyhow::Result<PathBuf> {
    for entry in fs::read_dir(plots)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with(game) && name.ends_with("-against-itself") {
            return Ok(entry.path());
        }
    }
    bail!(
        "the quickstart has no self-play of {game}: no such folder in {}",
        plots.display()
    )
}

/// Makes a picture of the top of a page in a browser.
fn photograph(page: &Path, image: &Path) -> anyhow::Result<()> {
    let profile = tempfile::tempdir()?;
    let mut browser = Command::new("chromium");
    browser
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
        ])
        .args([
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ])
        .args(["--hide-scrollbars", "--window-size=1000,1060"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("--screenshot={}", image.display()))
        .arg(format!("file://{}", page.display()))
        .stderr(std::process::Stdio::null());
    execute(&mut browser)
        .context("the picture needs `chromium` on the PATH (Debian package `chromium`)")
}
