//! What must hold on every commit.

use anyhow::ensure;

use crate::e2e;
use crate::shell::{self, capture, cargo, step};

/// Parts of names of crates that need a system library for fonts.
const UNWANTED: [&str; 3] = ["font-kit", "fontconfig", "freetype"];

pub fn run() -> anyhow::Result<()> {
    step("format");
    shell::run(&mut cargo(&["fmt", "--all", "--check"]))?;
    step("dependencies");
    unwanted_dependencies()?;
    step("lints");
    shell::run(&mut cargo(&[
        "clippy",
        "--workspace",
        "--all-targets",
        "--locked",
        "--",
        "-D",
        "warnings",
    ]))?;
    step("tests");
    shell::run(&mut cargo(&["test", "--workspace", "--locked"]))?;
    shell::run(&mut cargo(&[
        "test",
        "--package",
        "flipside-rules",
        "--features",
        "serde",
        "--locked",
    ]))?;
    step("docs");
    shell::run(
        cargo(&["doc", "--workspace", "--no-deps", "--locked"]).env("RUSTDOCFLAGS", "-D warnings"),
    )?;
    e2e::run(false)
}

fn unwanted_dependencies() -> anyhow::Result<()> {
    let tree = capture(&mut cargo(&[
        "tree",
        "--workspace",
        "--edges",
        "normal,build",
        "--prefix",
        "none",
        "--target",
        "all",
        "--locked",
    ]))?;
    for line in tree.lines() {
        let name = line.split(' ').next().unwrap_or_default();
        ensure!(
            !UNWANTED.iter().any(|part| name.contains(part)),
            "{name} is among the dependencies; `cargo tree --invert {name}` tells who brings it in"
        );
    }
    Ok(())
}
