//! Benchmarks and whole-process timings.

use std::path::Path;
use std::process::Command;

use crate::shell::{cargo, flipside, run as execute, step};

pub fn run() -> anyhow::Result<()> {
    step("benchmarks");
    execute(&mut cargo(
        "bench --package flipside-benchmarks --features run --locked",
    ))?;
    let program = flipside()?;
    let dir = tempfile::tempdir()?;
    step("perft");
    for (game, depth) in [("hexflip", "5"), ("sayu", "2")] {
        execute(Command::new(&program).args(["perft", game, "--depth", depth]))?;
    }
    for (game, games) in [("hexflip", 2_000_000), ("sayu", 200_000)] {
        for threads in [1, 2] {
            step(&format!(
                "{games} random games of {game} on {threads} threads, recorded"
            ));
            random_match(&program, dir.path(), game, games, threads)?;
        }
    }
    step("report over 2,000,000 games");
    let records = dir.path().join("hexflip-2.flip");
    execute(
        Command::new(&program)
            .arg("report")
            .arg(records)
            .arg("--out")
            .arg(dir.path().join("r")),
    )
}

fn random_match(
    program: &Path,
    dir: &Path,
    game: &str,
    games: u64,
    threads: u32,
) -> anyhow::Result<()> {
    execute(
        Command::new(program)
            .args([
                "match", game, "--a", "random", "--b", "random", "--seed", "1",
            ])
            .args([
                "--games",
                &games.to_string(),
                "--threads",
                &threads.to_string(),
                "--out",
            ])
            .arg(dir.join(format!("{game}-{threads}.flip"))),
    )
}
