//! The section of a group.

use maud::{Markup, html};

use super::{badge, origin};
use crate::format::{count, fixed, percent, percent_range, signed};
use crate::page::{figure, tile};
use crate::plot::figure::Figure;
use crate::report::model::{Group, Report};
use crate::report::{figures, summary, tables};

/// The whole section with its plots.
pub(super) fn section(report: &Report, group: &Group, drawn: &[Figure]) -> Markup {
    html! {
        section.group id=(group.id) {
            h2 { (group.heading()) }
            p.players { (group.players.description()) " " (badge(group.verdict)) }
            p.lead { (summary::sentence(group, report.margin)) }
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

fn tiles(group: &Group) -> Markup {
    let distinct = &group.distinct;
    html! {
        div.tiles {
            @if let Some(a) = &group.advantage {
                (tile(
                    "First’s share",
                    &percent(a.share),
                    &format!("95 % interval {}", percent_range(a.interval.low, a.interval.high)),
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
                        || "effective number not measurable".to_owned(),
                        |n| match n <= a.games as f64 {
                            true => format!("worth {} independent ones", fixed(n, 0)),
                            // Seats that are swapped take chance out of the share.
                            false => "worth as many independent ones or more".to_owned(),
                        },
                    ),
                ))
                (tile(
                    "Distinct games",
                    &format!(
                        "{}{}",
                        if distinct.games.relative_error.is_some() { "≈ " } else { "" },
                        count(distinct.games.count)
                    ),
                    &format!(
                        "{}{} up to symmetry",
                        if distinct.up_to_symmetry.relative_error.is_some() { "≈ " } else { "" },
                        count(distinct.up_to_symmetry.count)
                    ),
                ))
            }
            @if let Some(length) = &group.lengths.all.summary {
                (tile(
                    "Game length",
                    &format!("{} turns", fixed(length.mean, 1)),
                    &format!("80 % from {} to {}", length.p10, length.p90),
                ))
            }
        }
    }
}
