//! The table of all parameters.

use maud::{Markup, html};

use crate::format::{fixed, signed};
use crate::tuning::model::{Parameter, TuningRun};

/// Every parameter from its start to its value.
pub(super) fn table(run: &TuningRun) -> Markup {
    let spread = run.spread.as_ref().map(|spread| &*spread.label);
    html! {
        div.table { table {
            caption { "Parameters" }
            thead { tr {
                th { "Parameter" } th.n { "Start" } th.n { "Value" }
                @if let Some(spread) = spread { th.n { (spread) } }
                th.n { "Change (steps)" }
            } }
            tbody { @for p in &run.parameters { (row(p, spread.is_some())) } }
        } }
    }
}

fn row(p: &Parameter, with_spread: bool) -> Markup {
    let number = |value: f64| fixed(value, if p.whole { 0 } else { 3 });
    html! {
        tr {
            th { (p.name) }
            td.n { (number(p.start)) }
            td.n { (number(p.value)) }
            @if with_spread { td.n { (p.spread.map_or_else(|| "–".to_owned(), |s| fixed(s, 3))) } }
            td.n { (signed(p.change_in_steps(), 2)) }
        }
    }
}
