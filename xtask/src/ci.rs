//! The checks of every commit.

use anyhow::ensure;

use crate::e2e;
use crate::shell::{self, capture, cargo, step};

/// Parts of names of crates that need a system library for fonts.
const UNWANTED: [&str; 3] = ["font-kit", "fontconfig", "freetype"];

/// The crates that are meant for others.
const PUBLISHED: [&str; 7] = [
    "flipside-rules",
    "flipside-stats",
    "flipside-records",
    "flipside-ai",
    "flipside-engine",
    "flipside-tablebase",
    "flipside-testkit",
];

pub fn run() -> anyhow::Result<()> {
    step("format");
    shell::run(&mut cargo("fmt --all --check"))?;
    step("dependencies");
    unwanted_dependencies()?;
    step("lints");
    shell::run(&mut cargo(
        "clippy --workspace --all-targets --features flipside-benchmarks/run --locked \
            -- -D warnings",
    ))?;
    step("tests");
    shell::run(&mut cargo("test --workspace --locked"))?;
    shell::run(&mut cargo(
        "test --package flipside-rules --features serde --locked",
    ))?;
    step("docs");
    shell::run(cargo("doc --workspace --no-deps --locked").env("RUSTDOCFLAGS", "-D warnings"))?;
    step("packages");
    packages()?;
    e2e::run(false)
}

/// Packages the crates meant for others, and builds each from its package.
///
/// In a folder of its own: Cargo keeps the packages that it has unpacked by the name of this folder and
/// their version, so in the same folder it would build against those of an earlier run.
fn packages() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let mut package = cargo("package --locked --allow-dirty --target-dir");
    package.arg(folder.path());
    for name in PUBLISHED {
        package.args(["--package", name]);
    }
    shell::run(&mut package)
}

fn unwanted_dependencies() -> anyhow::Result<()> {
    let tree = capture(&mut cargo(
        "tree --workspace --edges normal,build --prefix none --target all --locked",
    ))?;
    for line in tree.lines() {
        let name = line.split(' ').next().unwrap_or_default();
        ensure!(
            !UNWANTED.iter().any(|part| name.contains(part)),
            "{name} is among the dependencies; `cargo tree --invert {name}` shows why"
        );
    }
    Ok(())
}
