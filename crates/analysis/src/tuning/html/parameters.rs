//! The parameters: plots and table.

use maud::{Markup, html};

use super::Figures;
use crate::format::{capitalised, count, plain, range, significant};
use crate::page::figure;
use crate::tuning::model::{ParameterReport, Quantity, TuningRun};
use crate::tuning::numbers;

/// Longer tables are collapsed.
const MOST_OPEN: usize = 40;
const NOTHING: &str = "–";

/// Plots and table.
pub(super) fn section(run: &TuningRun, figures: &Figures) -> Markup {
    let drawn = [&figures.paths, &figures.moves, &figures.sensitivity];
    html! {
        section.group id="parameters" {
            h2 { "Parameters" }
            @if figures.paths.is_none() {
                p.muted { "No steps yet." }
            }
            @for drawn in drawn.into_iter().flatten() { (figure(drawn)) }
            @if figures.sensitivity.is_none() {
                p.muted { "No parameter sensitivities yet." }
            }
            @if run.parameters.len() > MOST_OPEN {
                details {
                    summary { "All " (count(run.parameters.len() as u64)) " parameters, as a table" }
                    (table(run))
                }
            } @else if !run.parameters.is_empty() {
                (table(run))
            }
        }
    }
}

fn table(run: &TuningRun) -> Markup {
    let heading = |quantity: &Quantity| html! { th.n { (capitalised(&quantity.label)) } };
    html! {
        div.table { table.wide {
            caption { "Original and current values of the parameters" }
            thead { tr {
                th { "Parameter" } th.n { "Start" } th.n { "Value" } (heading(&run.spread))
                th.n { "Change, in steps" } th.n { "Bounds" } (heading(&run.sensitivity))
            } }
            tbody { @for p in &run.parameters { (row(p)) } }
        } }
    }
}

fn row(p: &ParameterReport) -> Markup {
    let known = |value: Option<f64>, digits| {
        value.map_or_else(|| NOTHING.to_owned(), |value| significant(value, digits))
    };
    html! {
        tr {
            th { (p.name) div.muted { (meaning(p)) } }
            td.n { (numbers::value(p, p.start)) }
            td.n { (numbers::value(p, p.value)) }
            td.n { (known(p.spread, 2)) }
            @if p.tuned {
                td.n { (numbers::steps(p.change_in_steps())) }
            } @else {
                td.n { span.muted { "fixed" } }
            }
            td.n { (range(&numbers::value(p, p.min), &numbers::value(p, p.max))) }
            td.n { (known(p.sensitivity, 3)) }
        }
    }
}

/// `being on turn, early · steps of 10`.
fn meaning(p: &ParameterReport) -> String {
    let step = format!("steps of {}", plain(p.step));
    match p.meaning.as_str() {
        "" => step,
        meaning => format!("{meaning} · {step}"),
    }
}
