//! The page for people.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::model::{Group, Provenance, Report};
use super::warnings::Warning;
use super::{figures, page_style, summary, tables};
use crate::format::{count, counted, fixed, percent, percent_range, signed};
use crate::plot::figure::Figure;
use flipside_stats::verdict::Verdict;

/// The whole page; `by_group` has the figures of each group in its order.
pub(super) fn page(
    report: &Report,
    warnings: &[Warning],
    overview: Option<&Figure>,
    by_group: &[Vec<Figure>],
) -> String {
    let games: u64 = report.groups.iter().map(|group| group.tally.games()).sum();
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content={ "flipside " (report.program_version) };
                title { (report.title) }
                style { (PreEscaped(page_style::css())) }
            }
            body { main {
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
                @if let Some(overview) = overview { (figure(overview)) }
                @for (group, figures) in report.groups.iter().zip(by_group) {
                    (section(report, group, figures))
                }
                (methods(report))
                footer {
                    "Made by flipside " (report.program_version)
                    @if let Some(command) = &report.command { " with " code { (command) } }
                    ". Every number of this page is also in " code { "report.json" }
                    ", every plot in the folder " code { "plots" } " as SVG and PNG."
                }
            } }
        }
    };
    markup.into_string()
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
    group.map_or_else(|| id.to_owned(), Group::context)
}

/// All groups with their results: a table of contents that already answers the question.
fn contents(report: &Report) -> Markup {
    html! {
        nav aria-label="Contents" {
            div.table { table {
                thead { tr {
                    th { "Group" } th.n { "Finished games" } th.n { "First’s share" }
                    th.n { "95 % interval" } th { "Verdict" }
                } }
                tbody {
                    @for group in &report.groups {
                        tr {
                            th {
                                a href={ "#" (group.id) } { (group.heading()) }
                                br;
                                span.muted { (group.players.description()) }
                            }
                            td.n { (count(group.tally.finished())) }
                            @match &group.advantage {
                                Some(a) => {
                                    td.n { (percent(a.share)) }
                                    td.n { (percent_range(a.interval.low, a.interval.high)) }
                                }
                                None => { td.n { "–" } td.n { "–" } }
                            }
                            td { (badge(group.verdict)) }
                        }
                    }
                }
            } }
        }
    }
}

fn badge(verdict: Verdict) -> Markup {
    let label = verdict.label();
    html! { span.badge.(label.to_lowercase().replace(' ', "-")) { (label) } }
}

fn section(report: &Report, group: &Group, drawn: &[Figure]) -> Markup {
    html! {
        section.group id=(group.id) {
            h2 { (group.heading()) }
            p.players { (group.players.description()) " " (badge(group.verdict)) }
            p.lead { (summary::sentence(group, report.margin)) }
            @if let Some(strength) = &group.strength {
                p.lead { (summary::strength_sentence(strength)) }
            }
            (tiles(group))
            @for one in drawn { (figure(one)) }
            h3 { "Figures" }
            (tables::results(&group.tally))
            @if let Some(strength) = &group.strength { (tables::strength(strength)) }
            @if group.lengths.all.summary.is_some() { (tables::distributions(group)) }
            @if !group.endings.is_empty() { (tables::endings(&group.endings)) }
            @if let Some((what, openings)) = figures::openings(group) {
                (tables::openings(what, openings))
            }
            @if !group.branching.is_empty() { (tables::branching(&group.branching)) }
            h3 { "How these numbers were obtained" }
            (origin(group))
        }
    }
}

fn tiles(group: &Group) -> Markup {
    let tile = |name: &str, value: String, note: String| {
        html! {
            dl.tile style="margin:0" {
                dt { (name) }
                dd.value { (value) }
                dd.note { (note) }
            }
        }
    };
    let distinct = &group.distinct;
    html! {
        div.tiles {
            @if let Some(a) = &group.advantage {
                (tile(
                    "First’s share",
                    percent(a.share),
                    format!("95 % interval {}", percent_range(a.interval.low, a.interval.high)),
                ))
                (tile(
                    "The same in Elo",
                    a.elo.map_or_else(|| "–".to_owned(), |elo| signed(elo, 0)),
                    tables::elo_range(a.elo_low, a.elo_high),
                ))
                (tile(
                    "Finished games",
                    count(a.games),
                    a.effective_games.map_or_else(
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
                    format!(
                        "{}{}",
                        if distinct.games.relative_error.is_some() { "≈ " } else { "" },
                        count(distinct.games.count)
                    ),
                    format!(
                        "{}{} up to symmetry",
                        if distinct.up_to_symmetry.relative_error.is_some() { "≈ " } else { "" },
                        count(distinct.up_to_symmetry.count)
                    ),
                ))
            }
            @if let Some(length) = &group.lengths.all.summary {
                (tile(
                    "Game length",
                    format!("{} turns", fixed(length.mean, 1)),
                    format!("80 % from {} to {}", length.p10, length.p90),
                ))
            }
        }
    }
}

fn figure(figure: &Figure) -> Markup {
    html! {
        figure {
            div.plot { (PreEscaped(figure.svg_inline())) }
            figcaption { (figure.caption) }
        }
    }
}

/// Where the games come from, and which method their dependence asked for.
fn origin(group: &Group) -> Markup {
    let Provenance {
        files,
        seeds,
        games_recorded,
        opening_turns,
        unfinished_files: _,
        fingerprints,
        behaviour_version,
        commands,
    } = &group.provenance;
    let list = |items: &[String]| items.join(", ");
    let openings = match &group.openings {
        None => "none: all games start from the initial position".to_owned(),
        Some(openings) => {
            let turns = opening_turns.map_or("turns".to_owned(), |turns| {
                counted(u64::from(turns), "random turn", "random turns")
            });
            match openings.count {
                Some(n) => {
                    let n = counted(n, "opening", "openings");
                    format!("{turns} given at the start of each game; {n} up to symmetry")
                }
                None => {
                    format!("{turns} given at the start of each game; too many openings to list")
                }
            }
        }
    };
    html! {
        dl.facts {
            dt { "Agents" } dd { (group.players.description()) }
            dt { "Rules" } dd { (group.heading()) }
            dt { "Games recorded" } dd {
                (count(*games_recorded))
            }
            dt { "Openings" } dd { (openings) }
            dt { "Distinct games" } dd { (tables::distinct(&group.distinct.games)) }
            dt { "… up to symmetry" } dd { (tables::distinct(&group.distinct.up_to_symmetry)) }
            @if let Some(a) = &group.advantage {
                dt { "Interval" } dd { (a.method.description()) }
            }
            dt { "Control" } dd { (tables::control(group)) }
            @if !seeds.is_empty() {
                dt { "Seed" } dd {
                    (seeds.iter().map(u64::to_string).collect::<Vec<_>>().join(", "))
                }
            }
            dt { "Behaviour version" } dd { (behaviour_version) }
            @if !fingerprints.is_empty() {
                dt { "Configuration" } dd { code { (list(fingerprints)) } }
            }
            @if !files.is_empty() { dt { "Records" } dd { code { (list(files)) } } }
            @for command in commands { dt { "Command" } dd { code { (command) } } }
        }
    }
}

fn methods(report: &Report) -> Markup {
    let margin = fixed(
        report.margin * 100.0,
        usize::from((report.margin * 100.0).fract() > 1e-9),
    );
    let has_matches = report.groups.iter().any(|group| group.strength.is_some());
    html! {
        section.group.methods id="methods" {
            h2 { "What the words mean" }
            dl {
                dt { "First and Second" }
                dd { "First makes the first turn of a game, Second answers. First’s share is the \
                      number of games that First won plus half of the drawn ones, divided by the \
                      finished games. At 50 % the seats are equally good for these agents." }
                dt { "95 % interval" }
                dd { "If the whole experiment were repeated many times with other seeds, about 95 of \
                      100 such intervals would hold the true share. It says nothing about stronger \
                      or weaker agents." }
                dt { "Verdict" }
                dd { "Balanced: the 90 % interval lies within 50 % ± " (margin) " points, which is a \
                      test at the 5 % level that the share differs from one half by less than that. \
                      Favours a side: the 95 % interval lies wholly on its side of 50 %. Where both \
                      hold, the edge is real but negligible, and the verdict is balanced. Undecided: \
                      neither; the number of further games supposes that the share stays as it is." }
                dt { "Independent games" }
                dd { "Games from one opening resemble each other, so they count for less than as \
                      many unrelated games. “Worth so many independent ones” is the number of \
                      unrelated games without draws that would give an equally narrow interval." }
                dt { "Distinct games" }
                dd { "Games that differ in at least one turn. Exact up to a million, an estimate with \
                      its standard error beyond. Up to symmetry, games that are mirror images or \
                      rotations of each other count once." }
                dt { "Control" }
                dd { "Runs of the same configuration that differ in their seed alone must agree up to \
                      chance. p is the probability of a difference at least as large as the one seen; \
                      below 0.001 it is announced at the top of the page." }
                dt { "Unfinished and void games" }
                dd { "Games stopped at a limit or failed. They are counted, and are in no estimate." }
                dt { "Elo" }
                dd { "Another scale for a share p of the points: 400 log₁₀(p / (1 − p)). A hundred \
                      points are a share of 64 %." }
                @if has_matches {
                    dt { "Pairs and normalised Elo" }
                    dd { "In a match each opening is played twice with seats swapped, so that nobody \
                          profits from a good opening. The margins come from the spread between \
                          pairs. Normalised Elo divides the lead by that spread: it says how many \
                          games it takes to see the difference. Likelihood of superiority is the \
                          probability that the first-named agent is the stronger one." }
                }
            }
        }
    }
}
