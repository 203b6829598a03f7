//! The HTML page.

use maud::{Markup, html};

mod group;
mod origin;
mod tournament;
mod words;

use super::model::{GroupReport, GroupVerdict, Report, TournamentReport};
use super::warnings::Warning;
use crate::format::{count, counted, percent, percent_range, program};
use crate::page::{self, figure};
use crate::plot::figure::Figure;
use flipside_stats::advantage::Advantage;
use flipside_stats::interval::Interval;
use flipside_stats::verdict::Verdict;

/// The plots of the page.
pub(super) struct Figures {
    /// The plot of all groups.
    pub overview: Option<Figure>,
    /// The plots of each tournament.
    pub by_tournament: Vec<Vec<Figure>>,
    /// The plots of each group.
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
            (tournament::section(tournament, figures))
        }
        @if let Some(overview) = &figures.overview { (figure(overview)) }
        @for (group, figures) in report.groups.iter().zip(&figures.by_group) {
            (group::section(report, group, figures))
        }
        (words::methods(report))
    };
    let frame = page::Frame {
        title: &report.title,
        program_version: &program(&report.program_version, report.program_commit.as_ref()),
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
    (group.map(GroupReport::context))
        .or_else(|| tournament.map(TournamentReport::context))
        .unwrap_or_else(|| id.to_owned())
}

/// All tournaments and groups with their results, as a table of contents.
fn contents(report: &Report) -> Markup {
    let row = |id: &str,
               heading: &str,
               detail: &str,
               finished: u64,
               advantage: Option<&Advantage>,
               verdict: &GroupVerdict| {
        html! {
            tr {
                th {
                    a href={ "#" (id) } { (heading) }
                    br;
                    span.muted { (detail) }
                }
                td.verdict { (badge(verdict.verdict)) @if verdict.holds_among_all() { " ✱" } }
                @match advantage {
                    Some(a) => {
                        td.n data-name="First’s share" { (percent(a.share)) }
                        td.n data-name="95 % interval" { (range(verdict.interval)) }
                    }
                    None => {
                        td.n data-name="First’s share" { "–" }
                        td.n data-name="95 % interval" { "–" }
                    }
                }
                td.n data-name="Finished games" { (count(finished)) }
            }
        }
    };
    let of_groups = report.groups.iter().map(|group| &group.verdict);
    let verdicts = of_groups.chain(report.tournaments.iter().map(|t| &t.verdict));
    let tests = verdicts.filter(|verdict| verdict.p_value.is_some()).count();
    html! {
        nav aria-label="Contents" {
            div.table { table {
                thead { tr {
                    th { "Group" } th { "Verdict" } th.n { "First’s share" }
                    th.n { "95 % interval" } th.n { "Finished games" }
                } }
                tbody {
                    @for t in &report.tournaments {
                        (row(&t.id, &t.heading(), &t.description(), t.tally.finished(), t.advantage.as_ref(), &t.verdict))
                    }
                    @for g in &report.groups {
                        (row(&g.id, &g.heading(), &g.detail(), g.tally.finished(), g.advantage.as_ref(), &g.verdict))
                    }
                }
            } }
            p.muted {
                "Intervals are always-valid. ✱ The verdict holds after Holm’s correction over all "
                (tests) " tests of this table: the probability of any wrong verdict among them is \
                         at most 5 %."
            }
        }
    }
}

/// An interval of a share, or a dash.
fn range(interval: Option<Interval>) -> String {
    interval.map_or_else(|| "–".to_owned(), |i| percent_range(i.low, i.high))
}

fn badge(verdict: Verdict) -> Markup {
    let label = verdict.label();
    page::badge(label, &label.to_lowercase().replace(' ', "-"))
}
