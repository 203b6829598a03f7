//! The page for people.

use maud::{Markup, html};

mod group;
mod origin;
mod tournament;
mod words;

use super::model::{Group, Report, Tournament};
use super::warnings::Warning;
use crate::format::{count, counted, percent, percent_range};
use crate::page::{self, figure};
use crate::plot::figure::Figure;
use flipside_stats::advantage::Advantage;
use flipside_stats::verdict::Verdict;

/// The plots of the page.
pub(super) struct Figures {
    /// The one over all groups.
    pub overview: Option<Figure>,
    /// Those of each tournament, in the order of tournaments.
    pub by_tournament: Vec<Vec<Figure>>,
    /// Those of each group, in the order of groups.
    pub by_group: Vec<Vec<Figure>>,
}

/// The whole page.
pub(super) fn page(report: &Report, warnings: &[Warning], figures: &Figures) -> String {
    let games: u64 = report.groups.iter().map(|group| group.tally.games()).sum();
    let content = html! {
        header {
            h1 { (report.title) }
            @if !report.description.is_empty() { p { (report.description) } }
            p.muted {
                (counted(games, "game", "games")) " in "
                (counted(report.groups.len() as u64, "group", "groups"))
            }
        }
        (warning_box(report, warnings))
        @if report.groups.len() > 1 { (contents(report)) }
        @for (tournament, figures) in report.tournaments.iter().zip(&figures.by_tournament) {
            (tournament::section(report, tournament, figures))
        }
        @if let Some(overview) = &figures.overview { (figure(overview)) }
        @for (group, figures) in report.groups.iter().zip(&figures.by_group) {
            (group::section(report, group, figures))
        }
        (words::methods(report))
    };
    let frame = page::Frame {
        title: &report.title,
        program_version: &report.program_version,
        command: report.command.as_deref(),
        json: "report.json",
    };
    page::document(&frame, &content)
}

fn warning_box(report: &Report, warnings: &[Warning]) -> Markup {
    html! {
        @if !warnings.is_empty() {
            div.warnings role="note" {
                h2 { "Read this first" }
                ul {
                    @for warning in warnings {
                        li {
                            @if report.groups.len() > 1 {
                                a href={ "#" (warning.group) } { (heading_of(report, &warning.group)) }
                                ": "
                            }
                            (warning.text)
                        }
                    }
                }
            }
        }
    }
}

fn heading_of(report: &Report, id: &str) -> String {
    let group = report.groups.iter().find(|group| group.id == id);
    let tournament = report.tournaments.iter().find(|t| t.id == id);
    (group.map(Group::context))
        .or_else(|| tournament.map(Tournament::context))
        .unwrap_or_else(|| id.to_owned())
}

/// All tournaments and groups with their results: a table of contents that already answers the
/// question.
fn contents(report: &Report) -> Markup {
    let row = |id: &str,
               heading: &str,
               detail: &str,
               finished: u64,
               advantage: Option<&Advantage>,
               verdict: Verdict| {
        html! {
            tr {
                th {
                    a href={ "#" (id) } { (heading) }
                    br;
                    span.muted { (detail) }
                }
                td.n { (count(finished)) }
                @match advantage {
                    Some(a) => {
                        td.n { (percent(a.share)) }
                        td.n { (percent_range(a.interval.low, a.interval.high)) }
                    }
                    None => { td.n { "–" } td.n { "–" } }
                }
                td { (badge(verdict)) }
            }
        }
    };
    html! {
        nav aria-label="Contents" {
            div.table { table {
                thead { tr {
                    th { "Group" } th.n { "Finished games" } th.n { "First’s share" }
                    th.n { "95 % interval" } th { "Verdict" }
                } }
                tbody {
                    @for t in &report.tournaments {
                        (row(&t.id, &t.heading(), &t.description(), t.tally.finished(), t.advantage.as_ref(), t.verdict))
                    }
                    @for g in &report.groups {
                        (row(&g.id, &g.heading(), &g.players.description(), g.tally.finished(), g.advantage.as_ref(), g.verdict))
                    }
                }
            } }
        }
    }
}

fn badge(verdict: Verdict) -> Markup {
    let label = verdict.label();
    page::badge(label, &label.to_lowercase().replace(' ', "-"))
}
