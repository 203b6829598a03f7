//! `flipside solve`

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use flipside_rules::{GameKind, Hexflip};
use flipside_tablebase::{
    LayerCounts, Progress, Table, TableError, Value, Variant, default_path, parse_rule_sets, solve,
    solve_rule_sets, write_start_values, write_summary,
};

use serde_json::json;

use super::stop::Signals;
use crate::cli::{Format, ProgressMode, Solve, ThreadsArgs};
use crate::progress::{Detail, Reporter};
use crate::{output, settings};

pub fn run(args: &Solve) -> anyhow::Result<()> {
    only_hexflip(args.game.game)?;
    start_threads(&args.run.threads)?;
    if let Some(path) = &args.task.summary {
        return summary(path, args.format.format);
    }
    if let Some(path) = &args.task.verify {
        return verify(path, args.format.format);
    }
    if let Some(path) = &args.task.rule_sets {
        return rule_sets(path, args);
    }
    let variant = variant(&args.game.rules)?;
    let path = table_path(args.task.out.as_deref(), &variant, "--out")?;
    // The default folder may not exist yet.
    if default_path(&variant).as_ref() == Some(&path) {
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).with_context(|| format!("{}", folder.display()))?;
    }
    make(args, variant, &path)
}

/// Starts the threads that all parallel work shares.
pub fn start_threads(threads: &ThreadsArgs) -> anyhow::Result<()> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.count())
        .build_global()
        .context("cannot start the threads")
}

/// Checks that the game is Hexflip, the only one with tablebases.
pub fn only_hexflip(game: GameKind) -> anyhow::Result<()> {
    match game {
        GameKind::Hexflip => Ok(()),
        other => bail!("{other} is too large to be solved; only hexflip has tablebases"),
    }
}

/// Returns the variant of `--rules` that a tablebase stores.
pub fn variant(rules: &str) -> anyhow::Result<Variant> {
    let rules = settings::rules::<Hexflip>(rules)?;
    Ok(Variant::new(&rules)?)
}

/// Returns the path of the tablebase: the named one, or the default path of the rule set. `flag` is the
/// option that names it.
pub fn table_path(named: Option<&Path>, variant: &Variant, flag: &str) -> anyhow::Result<PathBuf> {
    match named {
        Some(path) => Ok(path.to_path_buf()),
        None => default_path(variant).with_context(|| {
            format!("the environment does not name the user's data folder; use {flag}")
        }),
    }
}

/// Opens a tablebase, which must be for this rule set.
pub fn open_for(path: &Path, variant: &Variant) -> anyhow::Result<Table> {
    Table::open(path, variant).map_err(|error| match error {
        // This error names the path itself.
        TableError::Missing { .. } => error.into(),
        TableError::OtherRules { .. } => anyhow!(
            "{}: {error}; name another table with --table, or its rules with --rules",
            path.display()
        ),
        error => anyhow::Error::from(error).context(format!("{}", path.display())),
    })
}

fn make(args: &Solve, variant: Variant, path: &Path) -> anyhow::Result<()> {
    let signals = Signals::handle()?;
    let reporter = Reporter::new(
        args.run.progress,
        format!("hexflip {}", variant.name()),
        "entries",
    );
    let mut last = None;
    let mut progress = |now: &Progress| {
        if last.replace(*now).is_none() {
            reporter.begin(now.entries, now.entries_found);
        }
        reporter.advance(now.entries_done, || detail(now));
    };
    let solved =
        signals.during(|stop| solve(variant, path, &mut progress, &|| stop.is_requested()));
    // The last update shown may be older.
    reporter.end(last.as_ref().map(detail));
    let solved = solved?;
    let sum = |count: fn(&LayerCounts) -> u64| -> u64 {
        solved.layers.iter().map(|(_, counts)| count(counts)).sum()
    };
    let (positions, won) = (sum(|counts| counts.positions), sum(|counts| counts.won));
    let (lost, drawn) = (sum(|counts| counts.lost), sum(|counts| counts.drawn));
    let checksum = format!("{:08x}", solved.checksum);
    if args.format.format == Format::Json {
        return output::json(&json!({
            "table": path,
            "positions": positions,
            "won": won,
            "lost": lost,
            "drawn": drawn,
            "checksum": checksum,
        }));
    }
    output::line(&format!(
        "{}: {positions} positions, {won} won, {lost} lost, {drawn} drawn; checksum {checksum}",
        path.display(),
    ))
}

fn detail(now: &Progress) -> Detail {
    Detail {
        note: format!("layer {} of {}", now.layers_done, now.layers),
        ..Detail::default()
    }
}

fn open(path: &Path) -> anyhow::Result<Table> {
    Table::open_any(path).map_err(|error| match error {
        // This error names the path itself.
        TableError::Missing { .. } => error.into(),
        error => anyhow::Error::from(error).context(format!("{}", path.display())),
    })
}

fn summary(path: &Path, format: Format) -> anyhow::Result<()> {
    let table = open(path)?;
    if format == Format::Json {
        let layers: Vec<_> = table
            .layers()
            .map(|(layer, counts)| {
                json!({
                    "hand": layer.hand,
                    "other": layer.other,
                    "pieces": layer.pieces(table.variant()),
                    "positions": counts.positions,
                    "won": counts.won,
                    "lost": counts.lost,
                    "drawn": counts.drawn,
                    "longest": counts.longest,
                })
            })
            .collect();
        return output::json(&json!({ "rules": table.variant().name(), "layers": layers }));
    }
    let mut out = output::out();
    write_summary(table.variant(), table.layers(), &mut out)?;
    Ok(out.flush()?)
}

fn verify(path: &Path, format: Format) -> anyhow::Result<()> {
    let table = open(path)?;
    let mut layers = 0;
    table
        .verify(|_| layers += 1)
        .with_context(|| format!("{}", path.display()))?;
    let (rules, checksum) = (table.variant().name(), format!("{:08x}", table.checksum()));
    if format == Format::Json {
        return output::json(
            &json!({ "table": path, "layers": layers, "rules": rules, "checksum": checksum }),
        );
    }
    output::line(&format!(
        "{}: {layers} layers, every block matches its checksum; rules {rules}, checksum {checksum}",
        path.display(),
    ))
}

fn rule_sets(path: &Path, args: &Solve) -> anyhow::Result<()> {
    let name = path.display();
    let text = settings::read_text(path).with_context(|| format!("{name}"))?;
    let variants = parse_rule_sets(&text).with_context(|| format!("{name}"))?;
    let signals = Signals::handle()?;
    let mut progress = |number: usize, variant: &Variant| {
        if args.run.progress == Some(ProgressMode::Never) {
            return;
        }
        // Errors in showing progress do not stop the work.
        let _ = writeln!(
            std::io::stderr(),
            "rule set {} of {}: {}",
            number + 1,
            variants.len(),
            variant.name()
        );
    };
    let values =
        signals.during(|stop| solve_rule_sets(&variants, &mut progress, &|| stop.is_requested()));
    let Some(values) = values else {
        bail!("stopped; the values of a list are not saved")
    };
    if args.format.format == Format::Json {
        let values: Vec<_> = values
            .iter()
            .map(|(variant, value)| {
                let winner = match value {
                    Value::Win(_) => Some("first"),
                    Value::Loss(_) => Some("second"),
                    Value::Draw => None,
                };
                json!({ "rules": variant.name(), "winner": winner, "turns": value.turns() })
            })
            .collect();
        return output::json(&json!(values));
    }
    let mut out = output::out();
    write_start_values(&values, &mut out)?;
    Ok(out.flush()?)
}
