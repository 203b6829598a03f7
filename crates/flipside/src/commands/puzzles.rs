//! `flipside puzzles`

use std::io::Write as _;

use anyhow::anyhow;
use flipside_rules::{Game as _, Hexflip, RuleSet as _};
use flipside_study::puzzles::{
    AGENTS, Kind, Made, Plan, Progress, Puzzle, PuzzleError, make_puzzles,
};
use serde_json::{Map, Value, json};

use super::probe::entry;
use super::solve::{only_hexflip, open_for, start_threads, table_path, variant};
use super::stop::Signals;
use crate::cli::{Format, Puzzles};
use crate::progress::{Detail, Reporter};
use crate::{output, settings};

pub fn run(args: &Puzzles) -> anyhow::Result<()> {
    only_hexflip(args.game.game)?;
    let variant = variant(&args.game.rules)?;
    let plan = Plan {
        rules: settings::rules::<Hexflip>(&args.game.rules)?,
        kinds: match (args.draws, args.wins) {
            (true, _) => vec![Kind::Draw],
            (false, Some(range)) => vec![Kind::Win(range)],
            (false, None) => Kind::ALL.to_vec(),
        },
        each: args.count.into(),
        seed: args.seed,
        max_nodes: args.max_nodes,
    };
    let path = table_path(args.table.table.as_deref(), &variant, "--table")?;
    let table = open_for(&path, &variant)?;
    start_threads(&args.run.threads)?;
    let signals = Signals::handle()?;
    let reporter = Reporter::new(args.run.progress, "hexflip puzzles".to_string(), "steps");
    let mut last = None;
    let mut progress = |now: Progress| {
        last = Some(now);
        reporter.advance((now.found + now.measured) as u64, || detail(now));
    };
    let made = signals.during(|stop| {
        // Each puzzle is found, then measured.
        reporter.begin(2 * (plan.kinds.len() * plan.each) as u64, 0);
        make_puzzles(&table, &plan, &mut progress, stop)
    });
    reporter.end(last.map(detail));
    let Made { puzzles, short } = made.map_err(|error| match error {
        PuzzleError::Table(error) => anyhow!("{}: {error}", path.display()),
        error => error.into(),
    })?;
    short.iter().for_each(output::note);
    if args.format.format == Format::Json {
        return output::json(&json!({
            "game": Hexflip::NAME,
            "rules": plan.rules.name(),
            "seed": plan.seed,
            "max_nodes": plan.max_nodes,
            "puzzles": puzzles.iter().map(object).collect::<Vec<_>>(),
        }));
    }
    let mut out = output::out();
    out.write_all(Puzzle::format_list(&puzzles).as_bytes())?;
    Ok(out.flush()?)
}

fn detail(Progress { found, measured }: Progress) -> Detail {
    Detail {
        note: format!("{found} found, {measured} measured"),
        json: Map::from_iter([
            ("found".to_string(), json!(found)),
            ("measured".to_string(), json!(measured)),
        ]),
        ..Detail::default()
    }
}

fn object(puzzle: &Puzzle) -> Value {
    let Puzzle { kind, only, needs } = puzzle;
    let nodes: Map<String, Value> = AGENTS
        .iter()
        .zip(needs)
        .map(|(agent, need)| ((*agent).to_string(), json!(need)))
        .collect();
    let mut object = entry(only.value, Some(only.turn.to_string()));
    object["kind"] = json!(kind.to_string());
    object["position"] = json!(only.position.to_string());
    object["legal"] = json!(only.legal);
    object["grade"] = json!(puzzle.grade());
    object["nodes"] = json!(nodes);
    object
}
