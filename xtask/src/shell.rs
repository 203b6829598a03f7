//! Running programs.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, bail, ensure};

/// The root of the workspace.
pub fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().unwrap_or(manifest).to_path_buf()
}

/// Prints the title of the next step.
pub fn step(title: &str) {
    eprintln!("== {title}");
}

/// Returns `cargo` with arguments, separated by spaces, to run in the root.
pub fn cargo(arguments: &str) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    command
        .args(arguments.split_whitespace())
        .current_dir(root());
    command
}

/// Runs a program, which must succeed, and shows its output.
pub fn run(command: &mut Command) -> anyhow::Result<()> {
    let started = Instant::now();
    let status = command.status().with_context(|| format!("{command:?}"))?;
    ensure!(status.success(), "{command:?} failed ({status})");
    let seconds = started.elapsed().as_secs_f64();
    if seconds >= 1.0 {
        eprintln!("   ok in {seconds:.1} s");
    }
    Ok(())
}

/// Runs a program, which must succeed, and returns its standard output.
pub fn capture(command: &mut Command) -> anyhow::Result<String> {
    let output = command.output().with_context(|| format!("{command:?}"))?;
    if !output.status.success() {
        bail!(
            "{command:?} failed: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Builds the program in release mode and returns its path.
pub fn flipside() -> anyhow::Result<PathBuf> {
    run(&mut cargo("build --release --locked --package flipside"))?;
    let metadata = capture(&mut cargo("metadata --no-deps --format-version 1"))?;
    let metadata: serde_json::Value = serde_json::from_str(&metadata)?;
    let target = metadata["target_directory"]
        .as_str()
        .context("cargo names no target folder")?;
    Ok(Path::new(target)
        .join("release")
        .join(format!("flipside{}", std::env::consts::EXE_SUFFIX)))
}
