//! How often the intervals of the program's own matches hold the truth: many seeds of one match, each
//! played and reported as the program does it, against one very long run.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context as _, anyhow, ensure};
use flipside_ai::{BuiltInAgents, Spec, Stop};
use flipside_analysis::read::{ReportInfo, report};
use flipside_analysis::report::model::GroupReport;
use flipside_arena::{Openings, RunOptions, Tournament, run as play};
use flipside_records::{Format, ScheduleSpec};
use flipside_rules::{Hexflip, hexflip};

use crate::shell::step;

#[derive(clap::Args)]
pub struct Coverage {
    /// Agent A.
    #[arg(long, default_value = "greedy")]
    a: Spec,

    /// Agent B. The same as A is self-play.
    #[arg(long, default_value = "greedy")]
    b: Spec,

    /// Random opening turns.
    #[arg(long, default_value_t = 2)]
    opening_turns: u32,

    /// Games for each seed.
    #[arg(long, default_value_t = 1_000)]
    games: u64,

    /// How many seeds.
    #[arg(long, default_value_t = 1_000)]
    seeds: u64,

    /// Games of the run that is taken for the truth.
    #[arg(long, default_value_t = 400_000)]
    truth: u64,
}

/// What a seed came to.
struct Found {
    share: f64,
    half_width: f64,
    holds: bool,
    always_holds: bool,
}

pub fn run(args: &Coverage) -> anyhow::Result<()> {
    let name = format!(
        "{} against {}, {} opening turns",
        args.a, args.b, args.opening_turns
    );
    step(&format!("truth: {} games of {name}", args.truth));
    let dir = tempfile::tempdir()?;
    // A seed that differs from the others.
    let truth = played(args, u64::MAX, args.truth, None, dir.path())?;
    let truth = truth.advantage.context("no finished games")?;
    step(&format!("{} seeds of {} games", args.seeds, args.games));
    // Threads of their own: reading a report waits for the pool of all processors, and a thread of
    // that pool would begin with further seeds meanwhile, each inside the other.
    let next = AtomicU64::new(0);
    let found = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..rayon::current_num_threads())
            .map(|_| scope.spawn(|| seeds(args, &next, truth.share, dir.path())))
            .collect();
        let mut found = Vec::new();
        for worker in workers {
            let part = worker.join().map_err(|_| anyhow!("a thread panicked"))?;
            found.extend(part?);
        }
        Ok::<Vec<Found>, anyhow::Error>(found)
    })?;
    let count = found.len() as f64;
    let mean = |of: &dyn Fn(&Found) -> f64| found.iter().map(of).sum::<f64>() / count;
    let share = mean(&|one| one.share);
    let spread = (mean(&|one| (one.share - share).powi(2)) * count / (count - 1.0)).sqrt();
    let coverage = mean(&|one| f64::from(u8::from(one.holds)));
    let always = mean(&|one| f64::from(u8::from(one.always_holds)));
    let half_width = mean(&|one| one.half_width);
    let ratio = half_width / (1.96 * spread);
    println!("match                          {name}");
    println!(
        "truth                          {:.2} % ± {:.2} ({} games)",
        100.0 * truth.share,
        196.0 * truth.standard_error.unwrap_or(0.0),
        args.truth
    );
    println!("mean share                     {:.2} %", 100.0 * share);
    println!("ordinary 95 % interval holds   {:.1} %", 100.0 * coverage);
    println!("always-valid one holds         {:.1} %", 100.0 * always);
    println!(
        "mean half-width                {:.2} points",
        100.0 * half_width
    );
    println!(
        "1.96 × spread over seeds       {:.2} points",
        196.0 * spread
    );
    println!("half-width / that              {ratio:.3}");
    ensure!(
        (0.93..=0.97).contains(&coverage),
        "coverage of {coverage:.3}: expected .93 to .97"
    );
    ensure!(
        (0.9..=1.1).contains(&ratio),
        "half-widths are {ratio:.3} of what they should be: expected .9 to 1.1"
    );
    Ok(())
}

/// Plays and reads one seed after the other until none is left.
fn seeds(args: &Coverage, next: &AtomicU64, truth: f64, dir: &Path) -> anyhow::Result<Vec<Found>> {
    let mut found = Vec::new();
    loop {
        let seed = next.fetch_add(1, Ordering::Relaxed);
        if seed >= args.seeds {
            return Ok(found);
        }
        let group = played(args, seed, args.games, Some(1), dir)?;
        let advantage = group.advantage.context("no finished games")?;
        let interval = advantage.interval.context("no interval")?;
        let always = group.verdict.interval.context("no interval")?;
        found.push(Found {
            share: advantage.share,
            half_width: interval.half_width(),
            holds: interval.contains(truth),
            always_holds: always.contains(truth),
        });
    }
}

/// Plays a match into a file and reads the report of it.
fn played(
    args: &Coverage,
    seed: u64,
    games: u64,
    threads: Option<usize>,
    dir: &Path,
) -> anyhow::Result<GroupReport> {
    let is_self_play = args.a == args.b;
    let mut agents = vec![args.a.clone()];
    if !is_self_play {
        agents.push(args.b.clone());
    }
    let format = match is_self_play {
        true => Format::SelfPlay,
        false => Format::Pairs,
    };
    let openings = Openings::Random {
        turns: args.opening_turns,
    };
    let tournament = Tournament::<Hexflip> {
        rules: hexflip::Rules::default(),
        agents,
        seed,
        games,
        schedule: ScheduleSpec::new(format, openings),
    };
    tournament.check()?;
    let path = dir.join(format!("{seed}.flip"));
    let stop = Stop::new();
    let options = RunOptions {
        threads,
        ..RunOptions::new(&BuiltInAgents, &stop)
    };
    play(&tournament, &path, &options)?;
    let info = ReportInfo {
        title: String::new(),
        description: String::new(),
        program_version: String::new(),
        program_commit: None,
        command: None,
        margin: flipside_stats::verdict::DEFAULT_MARGIN,
    };
    let mut report = report(std::slice::from_ref(&path), info)?;
    std::fs::remove_file(&path)?;
    report.groups.pop().context("no games")
}
