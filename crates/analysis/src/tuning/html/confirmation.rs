//! Sequential tests of the new values.

use maud::{Markup, html};

use super::Figures;
use super::overview::verdict;
use crate::format::{capitalised, count, counted};
use crate::page::figure;
use crate::plot::figure::Figure;
use crate::report::summary::sprt_sentence;
use crate::report::tables;
use crate::tuning::model::{Confirmation, TuningRun};

/// The results of all confirmations; empty before the first games.
pub(super) fn result(figures: &Figures) -> Markup {
    html! {
        @if let Some(gains) = &figures.gains {
            section.group id="result" { h2 { "Result" } (figure(gains)) }
        }
    }
}

/// Each confirmation.
pub(super) fn section(run: &TuningRun, figures: &Figures) -> Markup {
    html! {
        section.group id="confirmation" {
            h2 { "Confirmation" }
            @if run.confirmations.is_empty() { p.muted { "None is planned." } }
            @for (test, figure) in run.confirmations.iter().zip(&figures.tests) {
                (of_agent(test, figure.as_ref()))
            }
        }
    }
}

fn of_agent(confirmation: &Confirmation, drawn: Option<&Figure>) -> Markup {
    let test = &confirmation.test;
    let pairs = test.pairs.pairs();
    html! {
        h3 { (confirmation.agent) " " (verdict(confirmation.verdict())) }
        @if pairs == 0 {
            p { (capitalised(&confirmation.outcome())) "." }
        } @else {
            p { (sprt_sentence(test)) }
        }
        @if let Some(drawn) = drawn { (figure(drawn)) }
        @if pairs > 0 { (tables::sprt(test)) }
        @if let Some(estimate) = test.pairs.estimate() {
            div.table { table {
                caption { "Strength of the new values (A) relative to the original ones (B)" }
                tbody { (tables::estimate_rows(&estimate)) }
            } }
        }
        (tables::pairs(&test.a, &test.b, &test.pairs))
        dl.facts {
            dt { "Result" } dd { (capitalised(&confirmation.outcome())) }
            dt { "Games played" } dd {
                (count(2 * pairs)) " of at most " (counted(confirmation.most_games, "game", "games"))
            }
            dt { "Openings" } dd { (confirmation.openings) }
            dt { "Records" } dd { code { (confirmation.records) } }
        }
    }
}
