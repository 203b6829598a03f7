//! End-to-end checks of the program.

use std::collections::BTreeMap;
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
        ten_million_games(&program, dir.path())?;
        deep_perft(&program)?;
        plain_processor()?;
    }
    Ok(())
}

/// Runs the quickstart of the README twice; the second run has no games left to play.
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
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "flip")
        {
            verify.arg(path);
        }
    }
    execute(&mut verify)
}

/// A small experiment with searched, instant and sequential games.
const EXPERIMENT: &str = r#"
name = "interrupted"
seed = 3

[[tournament]]
name = "searched"
game = "hexflip"
format = "round-robin"
agents = ["uct:nodes=400", "uct:nodes=100", "greedy"]
games = 120

[[tournament]]
name = "instant"
game = "sayu"
format = "selfplay"
agents = ["random"]
games = 20000

[[tournament]]
name = "sequential"
game = "hexflip"
format = "sprt"
agents = ["uct:nodes=300", "uct:nodes=30"]
games = 2000
sprt = { elo0 = 0, elo1 = 40 }
"#;

/// Returns the command that runs the experiment in a folder, into `out` in it. Reports contain the
/// command, so all folders have the same names.
fn run_experiment(program: &Path, folder: &Path, threads: usize) -> anyhow::Result<Command> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join("interrupted.toml"), EXPERIMENT)?;
    let mut command = Command::new(program);
    command
        .args(["run", "interrupted.toml", "--out", "out"])
        .args(["--progress", "never", "--threads", &threads.to_string()])
        .current_dir(folder)
        // The same day for all, also around midnight.
        .env("SOURCE_DATE_EPOCH", "1767225600")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    Ok(command)
}

/// Returns the files of a run with their content.
fn results(out: &Path) -> anyhow::Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for folder in [out.to_path_buf(), out.join("records")] {
        for entry in fs::read_dir(&folder).with_context(|| format!("{}", folder.display()))? {
            let path = entry?.path();
            if path.is_file() {
                let name = path.strip_prefix(out)?.to_path_buf();
                files.insert(name, fs::read(&path)?);
            }
        }
    }
    Ok(files)
}

/// Checks that runs that are killed or stopped repeatedly end in the bytes of an uninterrupted run
/// (records and report), without a journal.
fn interruptions(program: &Path, dir: &Path, kills: u32) -> anyhow::Result<()> {
    step("interruptions");
    let whole = dir.join("whole");
    let started = Instant::now();
    execute(&mut run_experiment(program, &whole, 2)?)?;
    let length = started.elapsed();
    let expected = results(&whole.join("out"))?;
    for (threads, signal) in [(1, "KILL"), (2, "KILL"), (2, "INT"), (1, "TERM")] {
        let folder = dir.join(format!("{signal}-{threads}"));
        let out = folder.join("out");
        let compare = |interrupted: u32| -> anyhow::Result<()> {
            let found = results(&out)?;
            ensure!(
                found.keys().eq(expected.keys()),
                "SIG{signal} on {threads} threads left other files: {:?}",
                found.keys()
            );
            for (name, bytes) in &found {
                // Times of sessions differ; the report contains only days.
                let is_sessions = name.to_string_lossy().ends_with(".provenance.json");
                ensure!(
                    is_sessions || *bytes == expected[name],
                    "{interrupted} times SIG{signal} on {threads} threads changed {}",
                    name.display()
                );
            }
            Ok(())
        };
        let (mut interrupted, mut finished, mut attempt) = (0, 0, 0);
        while interrupted < kills {
            let mut child = run_experiment(program, &folder, threads)?.spawn()?;
            attempt += 1;
            ensure!(
                attempt < 20 * kills,
                "SIG{signal} hardly ever comes in time"
            );
            // Moments spread over the run by the golden ratio.
            let part = (f64::from(attempt) * 0.618).fract();
            sleep(length.mul_f64(0.02 + part / 3.0));
            if child.try_wait()?.is_some() {
                // It came to its end before; what is there must be whole. Then from the beginning.
                compare(interrupted)?;
                fs::remove_dir_all(&out)?;
                finished += 1;
                continue;
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
        execute(&mut run_experiment(program, &folder, threads)?)?;
        compare(interrupted)?;
        eprintln!(
            "   SIG{signal}, {threads} threads: {interrupted} interruptions of {} runs, same bytes",
            finished + 1
        );
    }
    Ok(())
}

fn random_match(program: &Path, path: &Path, game: &str, games: u64) -> Command {
    let mut command = Command::new(program);
    command
        .args(["match", game, "--a", "random", "--b", "random"])
        .args(["--seed", "1", "--games", &games.to_string(), "--out"])
        .arg(path);
    command
}

fn random_games(program: &Path, dir: &Path, game: &str, games: u64) -> anyhow::Result<PathBuf> {
    let path = dir.join(format!("random-{game}-{games}.flip"));
    execute(&mut random_match(program, &path, game, games))?;
    Ok(path)
}

/// The bound on the size of records, over 100,000 random games.
fn record_sizes(program: &Path, dir: &Path) -> anyhow::Result<()> {
    step("size of records");
    for (game, bound) in [("hexflip", 2.0), ("sayu", 3.0)] {
        let path = random_games(program, dir, game, 100_000)?;
        let info = capture(Command::new(program).args(["records", "info"]).arg(&path))?;
        let info: Value = serde_json::from_str(&info)?;
        let turns = info["turns"]
            .as_f64()
            .context("no number of turns in the output of info")?;
        let per_turn = fs::metadata(&path)?.len() as f64 / turns;
        eprintln!("   {game}: {per_turn:.3} bytes per turn");
        ensure!(
            per_turn <= bound,
            "{game}: {per_turn} bytes per turn, more than {bound}"
        );
    }
    Ok(())
}

/// Ten million games in one experiment: verified, reported, gone on with.
fn ten_million_games(program: &Path, dir: &Path) -> anyhow::Result<()> {
    step("ten million games");
    let path = random_games(program, dir, "hexflip", 10_000_000)?;
    execute(Command::new(program).args(["records", "verify"]).arg(&path))?;
    execute(
        Command::new(program)
            .arg("report")
            .arg(&path)
            .arg("--out")
            .arg(dir.join("ten-million")),
    )?;
    let started = Instant::now();
    let mut longer = random_match(program, &path, "hexflip", 10_000_100);
    execute(longer.arg("--resume"))?;
    eprintln!(
        "   100 games more, with reading ten million: {:.1} s",
        started.elapsed().as_secs_f64()
    );
    Ok(())
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

/// Runs the tests without the processor features of `.cargo/config.toml`.
fn plain_processor() -> anyhow::Result<()> {
    step("tests on a plain processor");
    let target = root().join("target/plain");
    let mut test = cargo("test --package flipside-rules --locked");
    execute(test.env("RUSTFLAGS", "").env("CARGO_TARGET_DIR", target))?;
    Ok(())
}
