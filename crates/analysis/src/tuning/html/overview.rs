//! What a reader sees first.

use maud::{Markup, html};

use crate::format::{count, counted};
use crate::page::{badge, tile};
use crate::tuning::model::{Conclusion, State, TuningRun, Verdict};

/// Heading, warnings, what follows, and how far the run is.
pub(super) fn header(run: &TuningRun, conclusion: &Conclusion) -> Markup {
    html! {
        header {
            h1 { (run.name) }
            @if !run.description.is_empty() { p { (run.description) } }
            p.players { (run.context()) " " (verdict(conclusion.verdict)) }
        }
        @if !run.warnings.is_empty() {
            div.warnings role="note" {
                h2 { "Read this first" }
                ul { @for warning in &run.warnings { li { (warning) } } }
            }
        }
        p.lead { (conclusion.words) }
        @if let Some(words) = unfinished(run) { p.lead { (words) } }
    }
}

/// The verdict as a badge.
pub(super) fn verdict(verdict: Verdict) -> Markup {
    let class = match verdict {
        Verdict::Passed => "passed",
        Verdict::NotPassed => "not-passed",
        Verdict::PassedWithoutGain | Verdict::Open | Verdict::NoConfirmation => "undecided",
    };
    badge(verdict.label(), class)
}

/// How far a run is that hasn't come to its end.
fn unfinished(run: &TuningRun) -> Option<String> {
    let progress = &run.progress;
    let done = match progress.total {
        Some(total) => format!("{} of {}", count(progress.done), of(run, total)),
        None => of(run, progress.done),
    };
    match progress.state {
        State::Running => Some(format!(
            "The run was still at work when this page was written, with {done} done."
        )),
        State::Stopped => Some(format!(
            "The run was stopped before its end, with {done} done, and can be resumed."
        )),
        State::Finished => None,
    }
}

fn of(run: &TuningRun, n: u64) -> String {
    let (one, many) = &run.progress.unit;
    counted(n, one, many)
}

/// The numbers that stand out.
pub(super) fn tiles(run: &TuningRun) -> Markup {
    let progress = &run.progress;
    let (_, many) = &progress.unit;
    let tuned = run.parameters.iter().filter(|p| p.tuned).count() as u64;
    let fixed = run.parameters.len() as u64 - tuned;
    let tests = &run.confirmations;
    let passed = tests
        .iter()
        .filter(|test| test.verdict() == Verdict::Passed)
        .count();
    let pairs: u64 = tests.iter().map(|test| test.test.pairs.pairs()).sum();
    let state = match progress.state {
        State::Running => "at work",
        State::Stopped => "stopped",
        State::Finished => "finished",
    };
    let state = match progress.total {
        Some(total) if total != progress.done => format!("of {}, {state}", count(total)),
        _ => state.to_owned(),
    };
    html! {
        div.tiles {
            (tile(&crate::format::capitalised(many), &count(progress.done), &state))
            (tile(
                "Parameters tuned",
                &count(tuned),
                &match fixed {
                    0 => "all there are".to_owned(),
                    n => format!("{} fixed", count(n)),
                },
            ))
            (tile("Games", &count(run.cost.games), "without those of the confirmation"))
            @if run.cost.positions > 0 {
                (tile("Positions", &count(run.cost.positions), "that values were fitted to"))
            }
            @if !tests.is_empty() {
                (tile(
                    "Confirmations passed",
                    &format!("{passed} of {}", tests.len()),
                    &counted(2 * pairs, "game", "games"),
                ))
            }
        }
    }
}
