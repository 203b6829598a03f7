//! `flipside openings`

use std::io::{Write as _, stderr};
use std::num::NonZero;
use std::thread::available_parallelism;

use anyhow::{Context as _, anyhow};
use flipside_ai::Playable;
use flipside_analysis::format::shell_word;
use flipside_arena::{
    BalancedOpenings, Book, CANDIDATES_EACH, CandidateTally, OpeningsError, OpeningsPlan,
};
use flipside_records::OpeningSource;
use flipside_rules::{Game, RuleSet as _};
use serde_json::{Map, json};

use super::stop::Signals;
use crate::cli::{Format, Openings};
use crate::players::Players;
use crate::progress::{Detail, Reporter};
use crate::{new_file, output, settings};

pub fn run<G: Playable>(args: &Openings) -> anyhow::Result<()> {
    let plan = plan::<G>(args)?;
    new_file::check(&args.out)?;
    let threads = match args.run.threads {
        Some(threads) => threads.into(),
        None => available_parallelism().map_or(1, NonZero::get),
    };
    let signals = Signals::handle()?;
    let reporter = Reporter::new(
        args.run.progress,
        format!("{} openings", G::NAME),
        "openings",
    );
    let made = signals.during(|stop| -> anyhow::Result<_> {
        if !plan.agent.is_reproducible() {
            let _ = writeln!(
                stderr(),
                "note: {} does not say the same every time, so this list cannot be made again",
                plan.agent
            );
        }
        reporter.begin(plan.count, 0);
        let found = plan.find(&Players, threads, stop, &|effort| {
            reporter.advance(effort.found, || detail(&effort.tally));
        });
        reporter.end(found.as_ref().ok().map(|found| detail(&found.tally)));
        let found = found.map_err(|error| match error {
            OpeningsError::Stopped(_) => anyhow!("{error}; nothing was written"),
            error => error.into(),
        })?;
        let text = plan.text(&found, &command(&plan));
        let book = Book::<G>::parse(&plan.rules, &text).context("the list cannot be read back")?;
        new_file::write(&args.out, text.as_bytes())?;
        Ok((found, book))
    });
    let (found, book) = made?;
    report(args, &plan, &found, &book)
}

fn detail(tally: &CandidateTally) -> Detail {
    Detail {
        note: format!("{} candidates", tally.candidates),
        json: Map::from_iter([("candidates".to_string(), json!(tally.candidates))]),
        ..Detail::default()
    }
}

fn plan<G: Game>(args: &Openings) -> anyhow::Result<OpeningsPlan<G>> {
    Ok(OpeningsPlan {
        rules: settings::rules::<G>(&args.game.rules)?,
        turns: args.turns,
        count: args.count,
        agent: args.agent.clone(),
        most_edge: args.most_edge,
        seed: args.seed,
        most_candidates: args
            .most_candidates
            .unwrap_or_else(|| args.count.saturating_mul(CANDIDATES_EACH)),
    })
}

/// The command that makes the list again: whatever the list depends on, and nothing else.
fn command<G: Game>(plan: &OpeningsPlan<G>) -> String {
    let mut command = format!("flipside openings {}", G::NAME);
    if plan.rules != G::Rules::default() {
        command += &format!(" --rules {}", shell_word(&plan.rules.name()));
    }
    command += &format!(
        " --turns {} --count {} --agent {} --most-edge {} --seed {}",
        plan.turns,
        plan.count,
        shell_word(&plan.agent.to_string()),
        plan.most_edge,
        plan.seed,
    );
    if plan.most_candidates != plan.count.saturating_mul(CANDIDATES_EACH) {
        command += &format!(" --most-candidates {}", plan.most_candidates);
    }
    command + " --out FILE"
}

fn report<G: Game>(
    args: &Openings,
    plan: &OpeningsPlan<G>,
    found: &BalancedOpenings<G::Turn>,
    book: &Book<G>,
) -> anyhow::Result<()> {
    let CandidateTally {
        candidates,
        repeated,
        forced,
        one_sided,
    } = found.tally;
    if args.format.format == Format::Json {
        let hash = match book.source() {
            OpeningSource::List { hash, .. } => Some(format!("{hash:016x}")),
            OpeningSource::Random { .. } => None,
        };
        return output::json(&json!({
            "file": args.out,
            "game": G::NAME,
            "rules": plan.rules.name(),
            "turns": plan.turns,
            "openings": book.count(),
            "agent": plan.agent.to_string(),
            "most_edge": plan.most_edge,
            "seed": plan.seed,
            "candidates": candidates,
            "repeated": repeated,
            "one_sided": one_sided,
            "forced": forced,
            "hash": hash,
        }));
    }
    let mut out = output::out();
    writeln!(
        out,
        "{}: {} openings from {candidates} candidates, of which {repeated} led to positions seen \
         before and {one_sided} were too one-sided",
        args.out.display(),
        book.count(),
    )?;
    out.flush()?;
    Ok(())
}
