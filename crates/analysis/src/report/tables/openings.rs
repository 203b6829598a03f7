//! Results by opening, as tables.

use maud::{Markup, html};

use super::NOTHING;
use crate::format::{capitalised, count, percent, percent_range};
use crate::report::model::{OpeningResult, OpeningValues, Openings, OpeningsOfValue};
use flipside_stats::advantage::Advantage;
use flipside_stats::tally::Tally;

/// Results by opening or by first turn.
pub(in crate::report) fn openings(what: &str, openings: &Openings) -> Markup {
    let has_values = openings.most_frequent.iter().any(|o| o.proven.is_some());
    let is_shrunk = openings
        .most_frequent
        .iter()
        .any(|o| o.shrunk_share.is_some());
    let row = |result: &OpeningResult| {
        let proven = result.proven.map(|proven| proven.description());
        html! {
            tr {
                th { (result.opening) }
                @if has_values {
                    td.phrase { (proven.map_or_else(|| NOTHING.to_owned(), |p| capitalised(&p))) }
                }
                (results(&result.tally))
                (share(result.advantage.as_ref()))
                @if is_shrunk { td.n { (result.shrunk_share.map_or_else(|| NOTHING.to_owned(), percent)) } }
            }
        }
    };
    html! {
        div.table { table.wide {
            caption { "Results by " (what) ", up to the board’s symmetries" }
            thead { tr {
                th { (capitalised(what)) }
                @if has_values { th { "By the table" } }
                (heads())
                @if is_shrunk { th.n { "Shrunk" } }
            } }
            tbody {
                @for result in openings.most_frequent.iter().chain(&openings.others) { (row(result)) }
            }
        } }
    }
}

/// Results by the table's value of the position after the opening.
pub(in crate::report) fn opening_values(values: &OpeningValues) -> Markup {
    let row = |name: &str, value: &OpeningsOfValue| {
        html! {
            tr {
                th { (name) }
                td.n { (value.openings.map_or_else(|| NOTHING.to_owned(), count)) }
                (results(&value.tally))
                (share(value.advantage.as_ref()))
            }
        }
    };
    html! {
        div.table { table.wide {
            caption { "Results by the value of the opening" }
            thead { tr {
                th { "After the opening" } th.n { "Openings" } (heads())
            } }
            tbody {
                (row("First wins", &values.first))
                (row("Second wins", &values.second))
                (row("Neither side can force the end", &values.neither))
            }
        } }
    }
}

fn heads() -> Markup {
    html! {
        th.n { "Finished games" } th.n { "First won" } th.n { "Second won" } th.n { "Drawn" }
        th.n { "First’s share" } th.n { "95 % interval" }
    }
}

fn results(tally: &Tally) -> Markup {
    html! {
        td.n { (count(tally.finished())) }
        td.n { (count(tally.first_wins)) }
        td.n { (count(tally.second_wins)) }
        td.n { (count(tally.draws)) }
    }
}

fn share(advantage: Option<&Advantage>) -> Markup {
    html! {
        @match advantage {
            Some(a) => {
                td.n { (percent(a.share)) }
                td.n { (a.interval.map_or_else(|| NOTHING.to_owned(), |i| percent_range(i.low, i.high))) }
            }
            None => { td.n { (NOTHING) } td.n { (NOTHING) } }
        }
    }
}
