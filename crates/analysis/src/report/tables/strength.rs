//! Strength of one agent relative to another.

use maud::{Markup, html};

use super::{NOTHING, elo_range};
use crate::format::{count, fixed, percent, percent_range, probability, signed};
use crate::report::model::Strength;
use flipside_stats::elo::{EloEstimate, PairCounts};

/// The point of view of the numbers, as a line below a caption.
pub(in crate::report) fn viewpoint(a: &str, b: &str) -> Markup {
    html! {
        div.viewpoint { "A = " (a) ", B = " (b) "; positive favours A" }
    }
}

/// Strength of A relative to B.
pub(in crate::report) fn strength(s: &Strength) -> Markup {
    html! {
        div.table { table {
            caption { "Strength in the match" (viewpoint(&s.a, &s.b)) }
            tbody {
                tr { th { "Games that A won, lost, drew" } td.n {
                    (count(s.games.wins)) ", " (count(s.games.losses)) ", " (count(s.games.draws))
                } }
                tr { th { "Complete pairs of games" } td.n { (count(s.pairs.pairs())) } }
                tr { th { "Pairs without outcome (excluded from estimates)" } td.n { (count(s.incomplete_pairs)) } }
                @if let Some(e) = &s.estimate { (estimate_rows(e)) }
            }
        } }
        (pairs(&s.a, &s.b, &s.pairs))
    }
}

/// The estimates of A's strength, as rows of a table.
pub(crate) fn estimate_rows(e: &EloEstimate) -> Markup {
    html! {
        tr { th { "A’s share of the points, 95 % interval" } td.n {
            (percent(e.score)) ", " (percent_range(e.score_interval.low, e.score_interval.high))
        } }
        tr { th { "Elo, 95 % margin" } td.n { (plus_minus(e.elo, e.elo_margin)) } }
        tr { th { "Elo, 95 % interval" } td.n { (elo_range(e.elo_low, e.elo_high)) } }
        tr { th { "Normalised Elo, 95 % margin" } td.n {
            (plus_minus(e.normalised_elo, e.normalised_elo_margin))
        } }
        tr { th { "Likelihood that A is stronger (superiority)" } td.n { (superiority(e.superiority)) } }
    }
}

/// Pairs of games by A's score in them; nothing if there are none.
pub(crate) fn pairs(a: &str, b: &str, p: &PairCounts) -> Markup {
    let outcomes = [
        ("A lost both", p.ll),
        ("Loss and draw", p.ld),
        ("Even", p.mid),
        ("Win and draw", p.wd),
        ("A won both", p.ww),
    ];
    let pairs = p.pairs();
    html! {
        @if pairs > 0 {
            div.table { table {
                caption {
                    "Pairs by A’s score"
                    div.viewpoint { "A = " (a) ", B = " (b) "; one opening, seats swapped" }
                }
                thead { tr { th { } @for (name, _) in outcomes { th.n { (name) } } } }
                tbody {
                    tr { th { "Pairs" } @for (_, n) in outcomes { td.n { (count(n)) } } }
                    tr { th { "Share" } @for (_, n) in outcomes {
                        td.n { (percent(n as f64 / pairs as f64)) }
                    } }
                }
            } }
        }
    }
}

/// A number with its margin, as far as they are defined.
pub(super) fn plus_minus(value: Option<f64>, margin: Option<f64>) -> String {
    match (value, margin) {
        (Some(value), Some(margin)) => format!("{} ± {}", signed(value, 1), fixed(margin, 1)),
        (Some(value), None) => signed(value, 1),
        (None, _) => "not defined".to_owned(),
    }
}

/// A likelihood of superiority.
pub(super) fn superiority(p: Option<f64>) -> String {
    p.map_or_else(|| NOTHING.to_owned(), probability)
}
