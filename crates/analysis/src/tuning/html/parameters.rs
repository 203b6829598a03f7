//! The parameters: their plots, and a table of all.

use maud::{Markup, html};

use super::Figures;
use crate::format::{capitalised, count, plain, significant};
use crate::page::figure;
use crate::tuning::model::{Parameter, Quantity, TuningRun};
use crate::tuning::numbers;

/// Tables with more rows are folded away.
const MOST_OPEN: usize = 40;
const NOTHING: &str = "–";

/// Plots and table.
pub(super) fn section(run: &TuningRun, figures: &Figures) -> Markup {
    let drawn = [&figures.paths, &figures.moves, &figures.sensitivity];
    html! {
        section.group id="parameters" {
            h2 { "Parameters" }
            @if figures.paths.is_none() {
                p.muted { "Nothing yet of the course of the parameters." }
            }
            @for drawn in drawn.into_iter().flatten() { (figure(drawn)) }
            @if run.sensitivity.is_some() && figures.sensitivity.is_none() {
                p.muted { "Nothing yet of how much each parameter matters." }
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
    let heading = |quantity: &Option<Quantity>| {
        html! { @if let Some(quantity) = quantity { th.n { (capitalised(&quantity.label)) } } }
    };
    html! {
        div.table { table.wide {
            caption { "Parameters from their start to now" }
            thead { tr {
                th { "Parameter" } th.n { "Start" } th.n { "Value" } (heading(&run.spread))
                th.n { "Change, in steps" } th.n { "Bounds" } (heading(&run.sensitivity))
            } }
            tbody { @for p in &run.parameters { (row(run, p)) } }
        } }
    }
}

fn row(run: &TuningRun, p: &Parameter) -> Markup {
    let known = |value: Option<f64>, digits| {
        value.map_or_else(|| NOTHING.to_owned(), |value| significant(value, digits))
    };
    html! {
        tr {
            th { (p.name) div.muted { (meaning(p)) } }
            td.n { (numbers::value(p, p.start)) }
            td.n { (numbers::value(p, p.value)) }
            @if run.spread.is_some() { td.n { (known(p.spread, 2)) } }
            @if p.tuned {
                td.n { (numbers::steps(p.change_in_steps())) }
            } @else {
                td.n { span.muted { "fixed" } }
            }
            td.n { (bounds(p)) }
            @if run.sensitivity.is_some() { td.n { (known(p.sensitivity, 3)) } }
        }
    }
}

/// `being on turn, early · 1/100 tile · steps of 10`.
fn meaning(p: &Parameter) -> String {
    let step = format!("steps of {}", plain(p.step));
    let parts = [p.meaning.clone(), p.unit.clone(), step];
    let said: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    said.join(" · ")
}

fn bounds(p: &Parameter) -> String {
    match (p.min, p.max) {
        (Some(min), Some(max)) => {
            format!("{} to {}", numbers::value(p, min), numbers::value(p, max))
        }
        (Some(min), None) => format!("{} or more", numbers::value(p, min)),
        (None, Some(max)) => format!("{} or less", numbers::value(p, max)),
        (None, None) => "none".to_owned(),
    }
}
