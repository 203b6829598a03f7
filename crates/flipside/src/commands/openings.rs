//! `flipside openings`

use anyhow::{Context as _, anyhow};
use flipside_ai::Playable;
use flipside_analysis::format::shell_word;
use flipside_arena::{
    BalancedOpenings, Book, CANDIDATES_EACH, CandidateTally, OpeningsError, OpeningsPlan,
};
use flipside_records::OpeningSource;
use flipside_rules::{FullGame, RuleSet as _};
use serde_json::{Map, json};

use super::stop::Signals;
use crate::cli::{Format, Openings};
use crate::players::PLAYERS;
use crate::progress::{Detail, Reporter};
use crate::{new_file, output, settings};

pub fn run<G: Playable>(args: &Openings) -> anyhow::Result<()> {
    let plan = plan::<G>(args)?;
    new_file::check(&args.out)?;
    let threads = args.run.threads.count();
    let signals = Signals::handle()?;
    let reporter = Reporter::new(
        args.run.progress,
        format!("{} openings", G::NAME),
        "openings",
    );
    let made = signals.during(|stop| -> anyhow::Result<_> {
        if !plan.agent.is_reproducible() {
            output::note(format!(
                "{} is not reproducible, so this list cannot be reproduced",
                plan.agent
            ));
        }
        reporter.begin(plan.count, 0);
        let found = plan.find(&PLAYERS, threads, stop, &|effort| {
            reporter.advance(effort.found, || detail(&effort.tally));
        });
        reporter.end(found.as_ref().ok().map(|found| detail(&found.tally)));
        let found = found.map_err(|error| match error {
            OpeningsError::Stopped(_) => anyhow!("{error}; nothing was written"),
            error => error.into(),
        })?;
        let text = plan.text(&found, &command(&plan));
        let book = Book::<G>::parse(&plan.rules, &text).context("cannot parse the new list")?;
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

fn plan<G: FullGame>(args: &Openings) -> anyhow::Result<OpeningsPlan<G>> {
    Ok(OpeningsPlan {
        rules: settings::rules::<G>(&args.game.rules)?,
        turns: args.opening_turns,
        count: args.count,
        agent: args.agent.clone(),
        max_edge: args.max_edge,
        seed: args.seed,
        max_candidates: args
            .max_candidates
            .unwrap_or_else(|| args.count.saturating_mul(CANDIDATES_EACH)),
    })
}

/// Returns the command that reproduces the list, with all that the list depends on.
fn command<G: FullGame>(plan: &OpeningsPlan<G>) -> String {
    let mut command = format!("flipside openings {}", G::NAME);
    if plan.rules != G::Rules::default() {
        command += &format!(" --rules {}", shell_word(&plan.rules.name()));
    }
    command += &format!(
        " --opening-turns {} --count {} --agent {} --max-edge {} --seed {}",
        plan.turns,
        plan.count,
        shell_word(&plan.agent.to_string()),
        plan.max_edge,
        plan.seed,
    );
    if plan.max_candidates != plan.count.saturating_mul(CANDIDATES_EACH) {
        command += &format!(" --max-candidates {}", plan.max_candidates);
    }
    command + " --out FILE"
}

fn report<G: FullGame>(
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
            OpeningSource::Random { .. } | OpeningSource::AfterAgents { .. } => None,
        };
        return output::json(&json!({
            "file": args.out,
            "game": G::NAME,
            "rules": plan.rules.name(),
            "turns": plan.turns,
            "openings": book.count(),
            "agent": plan.agent.to_string(),
            "max_edge": plan.max_edge,
            "seed": plan.seed,
            "candidates": candidates,
            "repeated": repeated,
            "one_sided": one_sided,
            "forced": forced,
            "hash": hash,
        }));
    }
    output::line(&format!(
        "{}: {} openings from {candidates} candidates, of which {repeated} led to positions seen \
         before and {one_sided} were too one-sided",
        args.out.display(),
        book.count(),
    ))
}
