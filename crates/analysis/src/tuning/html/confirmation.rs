//! Sequential tests of the new values, and other quantities before and after.

use maud::{Markup, html};

use super::Figures;
use super::overview::verdict;
use crate::format::{capitalised, count, counted};
use crate::page::figure;
use crate::plot::figure::Figure;
use crate::report::summary::sprt_sentence;
use crate::report::tables;
use crate::tuning::model::{Comparison, Confirmation, TuningRun};
use crate::tuning::numbers;

/// What came of it; nothing if nothing is known yet.
pub(super) fn result(run: &TuningRun, figures: &Figures) -> Markup {
    html! {
        @if figures.gains.is_some() || !run.comparisons.is_empty() {
            section.group id="result" {
                h2 { "Result" }
                @if let Some(gains) = &figures.gains { (figure(gains)) }
                @if !run.comparisons.is_empty() { (comparisons(&run.comparisons)) }
            }
        }
    }
}

/// Each confirmation by itself.
pub(super) fn section(run: &TuningRun, figures: &Figures) -> Markup {
    html! {
        section.group id="confirmation" {
            h2 { "Confirmation" }
            @if run.confirmations.is_empty() { p.muted { "None is planned." } }
            @for (test, course) in run.confirmations.iter().zip(&figures.courses) {
                (of_agent(test, course.as_ref()))
            }
        }
    }
}

fn of_agent(confirmation: &Confirmation, course: Option<&Figure>) -> Markup {
    let test = &confirmation.test;
    let pairs = test.pairs.pairs();
    html! {
        h3 { (confirmation.agent) " " (verdict(confirmation.verdict())) }
        @if pairs == 0 {
            p { (capitalised(&confirmation.outcome())) "." }
        } @else {
            p { (sprt_sentence(test)) }
        }
        @if let Some(course) = course { (figure(course)) }
        @if pairs > 0 { (tables::sprt(test)) }
        @if let Some(estimate) = test.pairs.estimate() {
            div.table { table {
                caption { "Strength of the new values (A) relative to those of the start (B)" }
                tbody { (tables::estimate_rows(&estimate)) }
            } }
        }
        (tables::pairs(&test.a, &test.b, &test.pairs))
        dl.facts {
            dt { "Result" } dd { (capitalised(&confirmation.outcome())) }
            dt { "Games played" } dd {
                (count(2 * pairs)) " of at most " (counted(confirmation.most_games, "game", "games"))
            }
            @if !confirmation.openings.is_empty() {
                dt { "Openings" } dd { (confirmation.openings) }
            }
            @if !confirmation.records.is_empty() {
                dt { "Records" } dd { code { (confirmation.records) } }
            }
        }
    }
}

fn comparisons(all: &[Comparison]) -> Markup {
    let cell = |(value, interval): (String, String)| {
        html! { td.n { (value) @if !interval.is_empty() { div.muted { (interval) } } } }
    };
    html! {
        div.table { table {
            caption { "Before and after" }
            thead { tr {
                th { "Quantity" } th.n { "Before" } th.n { "After" } th.n { "Difference" }
            } }
            tbody {
                @for c in all {
                    tr {
                        th {
                            (capitalised(&c.what))
                            div.muted {
                                @if !c.how.is_empty() { (c.how) " " }
                                (capitalised(c.better.words())) "."
                            }
                        }
                        (cell(numbers::measured(&c.unit, &c.before)))
                        (cell(numbers::measured(&c.unit, &c.after)))
                        @match &c.difference {
                            Some(difference) => (cell(numbers::difference(c, difference))),
                            None => td.n { "–" },
                        }
                    }
                }
            }
        } }
        p.muted { "Below each value is its 95 % interval, where one is known." }
    }
}
