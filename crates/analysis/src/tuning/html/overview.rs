//! The first part of the page.

use maud::{Markup, html};

use crate::format::{count, counted};
use crate::page::{badge, tile};
use crate::tuning::model::{Conclusion, State, TuningRun, TuningVerdict};

/// Heading, warnings, conclusion and progress.
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
pub(super) fn verdict(verdict: TuningVerdict) -> Markup {
    let class = match verdict {
        TuningVerdict::Passed => "passed",
        TuningVerdict::NotPassed => "not-passed",
        TuningVerdict::PassedWithoutGain | TuningVerdict::Open | TuningVerdict::NoConfirmation => {
            "undecided"
        }
    };
    badge(verdict.label(), class)
}

/// The progress of an unfinished run.
fn unfinished(run: &TuningRun) -> Option<String> {
    let progress = &run.progress;
    let total = counted(progress.total, "step", "steps");
    let done = format!("{} of {total}", count(progress.done));
    match progress.state {
        State::Running => Some(format!(
            "The run was still running when this page was written: {done} done."
        )),
        State::Stopped => Some(format!(
            "The run was stopped after {done} and can be resumed."
        )),
        State::Finished => None,
    }
}

/// The main numbers.
pub(super) fn tiles(run: &TuningRun) -> Markup {
    let progress = &run.progress;
    let tuned = run.parameters.iter().filter(|p| p.tuned).count() as u64;
    let fixed = run.parameters.len() as u64 - tuned;
    let tests = &run.confirmations;
    let passed = tests
        .iter()
        .filter(|test| test.verdict() == TuningVerdict::Passed)
        .count();
    let pairs: u64 = tests.iter().map(|test| test.test.pairs.pairs()).sum();
    let state = match progress.state {
        State::Running => "running",
        State::Stopped => "stopped",
        State::Finished => "finished",
    };
    let state = match progress.total {
        total if total != progress.done => format!("of {}, {state}", count(total)),
        _ => state.to_owned(),
    };
    html! {
        div.tiles {
            (tile("Steps", &count(progress.done), &state))
            (tile(
                "Parameters tuned",
                &count(tuned),
                &match fixed {
                    0 => "none fixed".to_owned(),
                    n => format!("{} fixed", count(n)),
                },
            ))
            (tile("Games", &count(run.cost.games), "without the confirmation"))
            @if run.cost.positions > 0 {
                (tile("Positions", &count(run.cost.positions), "in the fit"))
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
