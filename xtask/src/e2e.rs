//! The program from outside.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use serde_json::Value;

use crate::shell::{capture, cargo, flipside, root, run as execute, step};

pub fn run(full: bool) -> anyhow::Result<()> {
    step("release build");
    let program = flipside()?;
    let dir = tempfile::tempdir()?;
    quickstart(&program, dir.path())?;
    interruptions(&program, dir.path(), if full { 50 } else { 4 })?;
    if full {
        record_sizes(&program, dir.path())?;
        million_games(&program, dir.path())?;
        deep_perft(&program)?;
        plain_processor()?;
    }
    Ok(())
}

/// The main job, as the README says it, twice: the second time nothing is left to play.
fn quickstart(program: &Path, dir: &Path) -> anyhow::Result<()> {
    step("quickstart");
    let experiment = root().join("data/experiments/quickstart.toml");
    let out = dir.join("quickstart");
    let run = || {
        let mut command = Command::new(program);
        command.args([
            "run".as_ref(),
            experiment.as_os_str(),
            "--out".as_ref(),
            out.as_os_str(),
        ]);
        execute(&mut command)
    };
    run()?;
    let mut before = Vec::new();
    for name in ["report.html", "report.json"] {
        let path = out.join(name);
        before.push(fs::read(&path).with_context(|| format!("{}", path.display()))?);
    }
    let report: Value = serde_json::from_slice(&before[1])?;
    let groups = report["groups"]
        .as_array()
        .context("the report has no groups")?;
    ensure!(
        groups.len() == 4,
        "the report has {} groups instead of 4",
        groups.len()
    );
    run()?;
    ensure!(
        fs::read(out.join("report.html"))? == before[0],
        "the page changes from run to run"
    );
    ensure!(
        fs::read(out.join("report.json"))? == before[1],
        "report.json changes from run to run"
    );

    let mut verify = Command::new(program);
    verify.args(["records", "verify"]);
    for entry in fs::read_dir(out.join("records"))? {
        verify.arg(entry?.path());
    }
    execute(&mut verify)
}

fn match_command(program: &Path, out: &Path, threads: usize) -> Command {
    let mut command = Command::new(program);
    command
        .args([
            "match",
            "hexflip",
            "--a",
            "uct:nodes=300",
            "--b",
            "uct:nodes=100",
        ])
        .args([
            "--games",
            "200",
            "--seed",
            "3",
            "--progress",
            "never",
            "--resume",
        ])
        .args(["--threads", &threads.to_string(), "--out"])
        .arg(out)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// Runs that are killed or stopped again and again end in the bytes of one that was not.
fn interruptions(program: &Path, dir: &Path, kills: u32) -> anyhow::Result<()> {
    step("interruptions");
    let whole = dir.join("whole.flip");
    let started = Instant::now();
    execute(&mut match_command(program, &whole, 2))?;
    let length = started.elapsed();
    let expected = fs::read(&whole)?;
    for (threads, signal) in [(1, "KILL"), (2, "KILL"), (2, "INT"), (1, "TERM")] {
        let path = dir.join(format!("{signal}-{threads}.flip"));
        let mut interrupted = 0;
        for attempt in 0..kills {
            let mut child = match_command(program, &path, threads).spawn()?;
            // Moments spread over the run by the golden ratio.
            let part = (f64::from(attempt + 1) * 0.618).fract();
            sleep(length.mul_f64(0.02 + part / 3.0));
            if child.try_wait()?.is_some() {
                // It came to its end before; what is there must be whole.
                break;
            }
            let asked = Instant::now();
            execute(Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]))?;
            child.wait()?;
            ensure!(
                asked.elapsed() < Duration::from_secs(2),
                "SIG{signal} took more than 2 s"
            );
            interrupted += 1;
        }
        ensure!(interrupted > 0, "no run was interrupted by SIG{signal}");
        execute(&mut match_command(program, &path, threads))?;
        ensure!(
            fs::read(&path)? == expected,
            "{interrupted} times SIG{signal} on {threads} threads changed the bytes"
        );
        eprintln!("   SIG{signal}, {threads} threads: {interrupted} interruptions, same bytes");
    }
    Ok(())
}

fn random_games(program: &Path, dir: &Path, game: &str, games: u64) -> anyhow::Result<PathBuf> {
    let path = dir.join(format!("random-{game}-{games}.flip"));
    let mut command = Command::new(program);
    command.args([
        "match", game, "--a", "random", "--b", "random", "--seed", "1", "--games",
    ]);
    execute(command.arg(games.to_string()).arg("--out").arg(&path))?;
    Ok(path)
}

/// The bound on the size of records, over 100,000 random games.
fn record_sizes(program: &Path, dir: &Path) -> anyhow::Result<()> {
    step("size of records");
    for (game, bound) in [("hexflip", 2.0), ("sayu", 3.0)] {
        let path = random_games(program, dir, game, 100_000)?;
        let info = capture(Command::new(program).args(["records", "info"]).arg(&path))?;
        let info: Value = serde_json::from_str(&info)?;
        let turns = info["turns"].as_f64().context("info says no turns")?;
        let per_turn = fs::metadata(&path)?.len() as f64 / turns;
        eprintln!("   {game}: {per_turn:.3} bytes per turn");
        ensure!(
            per_turn <= bound,
            "{game}: {per_turn} bytes per turn, more than {bound}"
        );
    }
    Ok(())
}

fn million_games(program: &Path, dir: &Path) -> anyhow::Result<()> {
    step("a million games");
    let path = random_games(program, dir, "hexflip", 1_000_000)?;
    execute(Command::new(program).args(["records", "verify"]).arg(&path))?;
    execute(
        Command::new(program)
            .arg("report")
            .arg(&path)
            .arg("--out")
            .arg(dir.join("million")),
    )
}

/// Sequences one by one must come to the same number as in bulk.
fn deep_perft(program: &Path) -> anyhow::Result<()> {
    step("perft");
    for (game, depth) in [("hexflip", 4), ("sayu", 2)] {
        let depth = depth.to_string();
        let arguments = ["perft", game, "--depth", &depth];
        let bulk = capture(Command::new(program).args(arguments))?;
        let plain = capture(Command::new(program).args(arguments).arg("--plain"))?;
        ensure!(bulk == plain, "{game}: {bulk} in bulk, {plain} one by one");
    }
    Ok(())
}

/// The tests without the processor features that `.cargo/config.toml` asks for.
fn plain_processor() -> anyhow::Result<()> {
    step("tests on a plain processor");
    let target = root().join("target/plain");
    let mut test = cargo(&["test", "--package", "flipside-rules", "--locked"]);
    execute(test.env("RUSTFLAGS", "").env("CARGO_TARGET_DIR", target))?;
    Ok(())
}
