//! The pictures in the docs, from the quickstart experiment.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Context as _;

use crate::shell::{flipside, root, run as execute, step};

/// Plots of the quickstart report that the docs show, and under which name.
const PLOTS: [(&str, &str); 3] = [
    ("advantage-by-group.svg", "advantage-by-group.svg"),
    (
        "hexflip-uct-nodes-1000-against-itself/advantage-by-opening.svg",
        "hexflip-advantage.svg",
    ),
    (
        "sayu-uct-nodes-2000-against-itself/margin.svg",
        "sayu-margin.svg",
    ),
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
    for (plot, name) in PLOTS {
        let from = dir.path().join("plots").join(plot);
        fs::copy(&from, images.join(name)).with_context(|| format!("{}", from.display()))?;
    }
    step("a picture of the page");
    photograph(&dir.path().join("report.html"), &images.join("report.png"))
}

/// The top of a page as a browser shows it.
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
        .context("taking the picture needs `chromium` on the path (Debian's package of that name)")
}
