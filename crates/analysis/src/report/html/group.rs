//! The section of a group.

use maud::{Markup, html};

use super::{badge, origin};
use crate::format::{self, count, fixed, percent, percent_range, signed, whole_range};
use crate::page::{figure, tile};
use crate::plot::figure::Figure;
use crate::report::model::{GroupReport, Report};
use crate::report::{figures, summary, tables};
use flipside_stats::advantage::Method;

/// The whole section with its plots.
pub(super) fn section(report: &Report, group: &GroupReport, drawn: &[Figure]) -> Markup {
    html! {
        section.group id=(group.id) {
            h2 { (group.heading()) }
                p.players { (group.detail()) " " (badge(group.verdict.verdict)) }
            p.lead { (summary::sentence(group)) }
            @for text in summary::evidence_sentences(&group.verdict) { p { (text) } }
            @if let Some(text) = summary::stronger_sentence(group) { p.aside { (text) } }
                @if let Some(strength) = &group.strength {
                p.lead { (summary::strength_sentence(strength)) }
            }
            @if let (Some(accuracy), Some(table)) = (&group.accuracy, &report.table) {
                p.lead { (summary::accuracy_sentence(accuracy, table)) }
            }
            @if let Some(values) = &group.opening_values {
                p.lead { (summary::opening_values_sentence(values)) }
            }
            @for rule in &group.stopping { p.lead { (summary::stopping_sentence(rule)) } }
            @if let Some(swaps) = &group.swaps { p.lead { (summary::swaps_sentence(swaps)) } }
            (tiles(group))
            @for one in drawn { (figure(one)) }
            h3 { "Figures" }
            (tables::results(&group.tally))
            @if group.failures.iter().any(|agent| agent.failures.games() > 0) {
                (tables::failures(&group.failures))
            }
            @if let Some(strength) = &group.strength { (tables::strength(strength)) }
            @if group.lengths.all.summary.is_some() { (tables::distributions(group)) }
            @if !group.endings.is_empty() { (tables::endings(&group.endings)) }
            @if let Some(swaps) = &group.swaps { (tables::swaps(swaps)) }
            @if let Some(accuracy) = &group.accuracy { (tables::accuracy(accuracy)) }
            @if let Some(values) = &group.opening_values { (tables::opening_values(values)) }
            @if let Some((what, openings)) = figures::openings(group) {
                (tables::openings(what, openings))
            }
            @if !group.branching.is_empty() { (tables::branching(&group.branching)) }
            @for rule in &group.stopping { (tables::stopping(rule)) }
            h3 { "How these numbers were obtained" }
            (origin::of_group(group))
        }
    }
}

fn tiles(group: &GroupReport) -> Markup {
    let distinct = &group.distinct;
    html! {
        div.tiles {
            @if let Some(a) = &group.advantage {
                (tile(
                    "First’s share",
                    &percent(a.share),
                    &match (group.verdict.interval, a.interval) {
                        (Some(i), Some(single)) => format!(
                            "95 % interval {} ({}; for a single look at a size fixed beforehand {})",
                            percent_range(i.low, i.high),
                            summary::validity(group.verdict.basis, group.verdict.verdict),
                            percent_range(single.low, single.high),
                        ),
                        _ => "no interval: all games are copies of one".to_owned(),
                    },
                ))
                (tile(
                    "The same in Elo",
                    &a.elo.map_or_else(|| "–".to_owned(), |elo| signed(elo, 0)),
                    &tables::elo_range(a.elo_low, a.elo_high),
                ))
                (tile(
                    "Finished games",
                    &count(a.games),
                    &a.effective_games.map_or_else(
                        || match a.method {
                            Method::Wilson => "independent of each other",
                            Method::Copies => "copies of one game",
                            _ => "effective number not measurable",
                        }
                        .to_owned(),
                        |n| match n <= a.games as f64 {
                            true => format!("effective number {}", fixed(n, 0)),
                            // Seats that are swapped take chance out of the share.
                            false => "effective number at least as large".to_owned(),
                        },
                    ),
                ))
                (tile(
                    "Distinct games",
                    &format::distinct(&distinct.games),
                    &format!("{} up to symmetry", format::distinct(&distinct.up_to_symmetry)),
                ))
            }
            @if let Some(length) = &group.lengths.all.summary {
                (tile(
                    "Game length",
                    &format!("{} turns", fixed(length.mean, 1)),
                    &format!("80 % from {}", whole_range(length.p10, length.p90)),
                ))
            }
        }
    }
}
