//! `flipside solve`

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use flipside_rules::{GameKind, hexflip};
use flipside_tablebase::{
    LayerCounts, Progress, Table, Variant, default_path, parse_rule_sets, solve, solve_rule_sets,
    write_start_values, write_summary,
};

use super::stop;
use crate::cli::Solve;
use crate::progress::Reporter;
use crate::{output, settings};

/// Entries are shown in this many.
const MILLION: u64 = 1_000_000;

pub fn run(args: &Solve) -> anyhow::Result<()> {
    only_hexflip(args.game.game)?;
    rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.map_or(0, usize::from))
        .build_global()
        .context("the threads cannot be started")?;
    if let Some(path) = &args.task.summary {
        return summary(path);
    }
    if let Some(path) = &args.task.verify {
        return verify(path);
    }
    if let Some(path) = &args.task.rule_sets {
        return rule_sets(path);
    }
    let variant = variant(&args.game.rules)?;
    let path = table_path(args.task.out.as_deref(), &variant, "--out")?;
    if args.task.out.is_none() {
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).with_context(|| format!("{}", folder.display()))?;
    }
    make(args, variant, &path)
}

/// Tables exist for Hexflip alone.
pub fn only_hexflip(game: GameKind) -> anyhow::Result<()> {
    match game {
        GameKind::Hexflip => Ok(()),
        other => bail!("{other} is too large to be solved; there are tables for hexflip only"),
    }
}

/// The rule set of `--rules`, as tables see it.
pub fn variant(rules: &str) -> anyhow::Result<Variant> {
    let rules = settings::rules::<hexflip::Game>(rules)?;
    Ok(Variant::new(&rules)?)
}

/// The table that is meant: as named by `flag`, or the default place of the rule set.
pub fn table_path(named: Option<&Path>, variant: &Variant, flag: &str) -> anyhow::Result<PathBuf> {
    match named {
        Some(path) => Ok(path.to_path_buf()),
        None => default_path(variant).with_context(|| {
            format!("the environment does not say where the user's data folder is; use {flag}")
        }),
    }
}

fn make(args: &Solve, variant: Variant, path: &Path) -> anyhow::Result<()> {
    let stop = stop::on_signal()?;
    let title = format!("hexflip {}", variant.name());
    let reporter = Reporter::new(args.progress, title, "million entries");
    let mut begun = false;
    let mut progress = |now: &Progress| {
        if !begun {
            begun = true;
            reporter.begin(now.entries / MILLION, now.entries_found / MILLION);
        }
        reporter.advance(now.entries_done / MILLION);
    };
    let solved = solve(variant, path, &mut progress, &|| stop.is_requested());
    reporter.end();
    let solved = solved?;
    let mut out = output::out();
    let sum = |count: fn(&LayerCounts) -> u64| -> u64 {
        solved.layers.iter().map(|(_, counts)| count(counts)).sum()
    };
    writeln!(
        out,
        "{}: {} positions, {} won, {} lost, {} drawn; checksum {:08x}",
        path.display(),
        sum(|counts| counts.positions),
        sum(|counts| counts.won),
        sum(|counts| counts.lost),
        sum(|counts| counts.drawn),
        solved.checksum,
    )?;
    out.flush()?;
    Ok(())
}

fn open(path: &Path) -> anyhow::Result<Table> {
    Table::open_any(path).with_context(|| format!("{}", path.display()))
}

fn summary(path: &Path) -> anyhow::Result<()> {
    let table = open(path)?;
    let mut out = output::out();
    write_summary(table.variant(), table.layers(), &mut out)?;
    out.flush()?;
    Ok(())
}

fn verify(path: &Path) -> anyhow::Result<()> {
    let table = open(path)?;
    let mut layers = 0;
    table
        .verify(|_| layers += 1)
        .with_context(|| format!("{}", path.display()))?;
    let mut out = output::out();
    writeln!(
        out,
        "{}: {layers} layers, every block as it was written; rules {}, checksum {:08x}",
        path.display(),
        table.variant().name(),
        table.checksum(),
    )?;
    out.flush()?;
    Ok(())
}

fn rule_sets(path: &Path) -> anyhow::Result<()> {
    let name = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("{name}"))?;
    let variants = parse_rule_sets(&text).with_context(|| format!("{name}"))?;
    let stop = stop::on_signal()?;
    let mut progress = |number: usize, variant: &Variant| {
        // Progress that cannot be shown is no reason to stop working.
        let _ = writeln!(
            std::io::stderr(),
            "rule set {} of {}: {}",
            number + 1,
            variants.len(),
            variant.name()
        );
    };
    let values = solve_rule_sets(&variants, &mut progress, &|| stop.is_requested());
    let Some(values) = values else {
        bail!("stopped; nothing is kept of a list")
    };
    let mut out = output::out();
    write_start_values(&values, &mut out)?;
    out.flush()?;
    Ok(())
}
