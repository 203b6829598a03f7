//! The tables of the page.

mod accuracy;
mod openings;
mod standings;
mod stopping;
mod strength;

pub(super) use accuracy::accuracy;
pub(super) use openings::{opening_values, openings};
pub(super) use standings::{crosstable, standings};
pub(crate) use stopping::sprt;
pub(super) use stopping::stopping;
pub(crate) use strength::{estimate_rows, pairs};
pub(super) use strength::{strength, viewpoint};

use maud::{Markup, html};

use super::model::{AgentFailures, Counts, Ending, GroupReport, Swaps};
use crate::format::{
    capitalised, count, counted, fixed, p_value, percent, percent_range, range, signed, whole,
};
use crate::plot::charts::branching::BranchingPoint;
use flipside_stats::tally::Tally;

const NOTHING: &str = "–";

/// Results of all games.
pub(super) fn results(tally: &Tally) -> Markup {
    let share = |n: u64| percent(n as f64 / tally.games().max(1) as f64);
    let rows = [
        ("First won", tally.first_wins, true),
        ("Second won", tally.second_wins, true),
        ("Drawn", tally.draws, tally.draws > 0),
        (
            "Unfinished (stopped at a limit; excluded from estimates)",
            tally.unfinished,
            true,
        ),
        (
            "Void games or partners of void ones (excluded from estimates)",
            tally.void,
            true,
        ),
    ];
    html! {
        div.table { table {
            caption { "Results" }
            thead { tr { th { "Result" } th.n { "Games" } th.n { "Share" } } }
            tbody {
                @for (name, n, shown) in rows {
                    @if shown { tr { th { (name) } td.n { (count(n)) } td.n { (share(n)) } } }
                }
                tr.total { th { "All games" } td.n { (count(tally.games())) } td.n { (share(tally.games())) } }
            }
        } }
    }
}

/// How often Second could swap and did.
pub(super) fn swaps(swaps: &Swaps) -> Markup {
    let share = |share: Option<f64>| share.map_or_else(|| NOTHING.to_owned(), percent);
    let interval = swaps.interval.map_or_else(
        || NOTHING.to_owned(),
        |interval| percent_range(interval.low, interval.high),
    );
    html! {
        div.table { table {
            caption { "Pie rule" }
            thead { tr {
                th { "Second’s choice" } th.n { "Games" } th.n { "Swapped" } th.n { "Share" }
                th.n { "95 % interval" }
            } }
            tbody {
                tr {
                    th { "by an agent" }
                    td.n { (count(swaps.offered)) } td.n { (count(swaps.taken)) }
                    td.n { (share(swaps.share)) } td.n { (interval) }
                }
                @if swaps.given > 0 {
                    tr {
                        th { "made by the opening" }
                        td.n { (count(swaps.given)) } td.n { (NOTHING) } td.n { (NOTHING) }
                        td.n { (NOTHING) }
                    }
                }
            }
        } }
    }
}

/// How often each agent failed.
pub(super) fn failures(agents: &[AgentFailures]) -> Markup {
    html! {
        div.table { table {
            caption { "Failures" }
            thead { tr {
                th { "Agent" } th.n { "Games" } th.n { "Failed" } th.n { "Illegal turns" }
                th.n { "Timeouts" } th.n { "Crashes" } th.n { "Games lost" } th.n { "Games void" }
            } }
            tbody {
                @for AgentFailures { agent, games, failures } in agents {
                    tr {
                        th { (agent) }
                        td.n { (count(*games)) }
                        td.n { (count(failures.games())) }
                        td.n { (count(failures.illegal)) }
                        td.n { (count(failures.timeout)) }
                        td.n { (count(failures.crash)) }
                        td.n { (count(failures.lost)) }
                        td.n { (count(failures.void)) }
                    }
                }
            }
        } }
    }
}

/// Mean, median and other figures of all quantities per game.
pub(super) fn distributions(group: &GroupReport) -> Markup {
    let lengths = &group.lengths;
    let mut rows: Vec<(String, &Counts)> = vec![
        ("Game length (turns)".to_owned(), &lengths.all),
        ("… if First won".to_owned(), &lengths.first_won),
        ("… if Second won".to_owned(), &lengths.second_won),
        ("… if drawn".to_owned(), &lengths.drawn),
    ];
    if let Some(accuracy) = &group.accuracy {
        rows.push(("Turn that decided the game".to_owned(), &accuracy.decided));
    }
    for distribution in &group.distributions {
        rows.push((capitalised(&distribution.quantity), &distribution.counts));
    }
    html! {
        div.table { table {
            caption { "Lengths and other quantities" }
            thead { tr {
                th { "Quantity" } th.n { "N" } th.n { "Mean" } th.n { "Standard deviation" } th.n { "Min" }
                th.n { "10 %" } th.n { "Median" } th.n { "90 %" } th.n { "Max" }
            } }
            tbody {
                @for (name, counts) in &rows {
                    @if let Some(s) = &counts.summary {
                        tr {
                            th { (name) }
                            td.n { (count(s.count)) }
                            td.n { (fixed(s.mean, 1)) }
                            td.n { (s.standard_deviation.map_or_else(|| NOTHING.to_owned(), |d| fixed(d, 1))) }
                            td.n { (whole(s.min)) }
                            td.n { (whole(s.p10)) }
                            td.n { (fixed(s.median, usize::from(s.median.fract() != 0.0))) }
                            td.n { (whole(s.p90)) }
                            td.n { (whole(s.max)) }
                        }
                    }
                }
            }
        } }
        @if group.adjudicated() > 0 {
            p.muted {
                "Lengths of adjudicated games (" (count(group.adjudicated())) ") end with the adjudication; \
                 complete games would be longer."
            }
        }
    }
}

/// An explanation of a reason.
fn meaning(reason: &str) -> Option<&'static str> {
    Some(match reason {
        "four" => "the winner had a line of four at the start of the winner’s turn",
        "overline-own" => "the loser completed five in a row or two lines of four",
        "overline-other" => {
            "the winner’s turn completed five in a row or two lines of four of the \
                             loser"
        }
        "no-legal-turn" => "the loser had no legal turn",
        "tiles" => "no tile could be placed; tiles were counted",
        "ply-limit" => "stopped at the turn limit",
        "illegal" => "a player made an illegal turn",
        "timeout" => "a player exceeded the time limit",
        "crash" => "an agent crashed or did not start",
        "void-partner" => "excluded, because the other game of its pair is void",
        Ending::ADJUDICATED => "decided before the game was over, by a table or by resignation",
        _ => return None,
    })
}

/// Endings by reason.
pub(super) fn endings(endings: &[Ending]) -> Markup {
    let all: u64 = endings.iter().map(|ending| ending.tally.games()).sum();
    html! {
        div.table { table {
            caption { "Endings by reason" }
            thead { tr {
                th { "Reason" } th.n { "First won" } th.n { "Second won" } th.n { "Drawn" }
                th.n { "No outcome" } th.n { "Games" } th.n { "Share" }
            } }
            tbody {
                @for Ending { reason, tally } in endings {
                    tr {
                        th {
                            (capitalised(reason))
                            @if let Some(meaning) = meaning(reason) { div.muted { (meaning) } }
                        }
                        td.n { (count(tally.first_wins)) }
                        td.n { (count(tally.second_wins)) }
                        td.n { (count(tally.draws)) }
                        td.n { (count(tally.unfinished + tally.void)) }
                        td.n { (count(tally.games())) }
                        td.n { (percent(tally.games() as f64 / all.max(1) as f64)) }
                    }
                }
            }
        } }
    }
}

/// Legal turns by turn, collapsed.
pub(super) fn branching(points: &[BranchingPoint]) -> Markup {
    html! {
        details {
            summary { "Legal turns by turn of the game, as a table" }
            div.table { table {
                thead { tr {
                    th.n { "Turn" } th.n { "Games" } th.n { "Mean" } th.n { "Min" } th.n { "10 %" }
                    th.n { "90 %" } th.n { "Max" }
                } }
                tbody {
                    @for p in points {
                        tr {
                            td.n { (p.turn) }
                            td.n { (count(p.games)) }
                            td.n { (fixed(p.mean, 1)) }
                            td.n { (whole(p.min)) }
                            td.n { (whole(p.p10)) }
                            td.n { (whole(p.p90)) }
                            td.n { (whole(p.max)) }
                        }
                    }
                }
            } }
        }
    }
}

/// An Elo interval that may be open at either end.
pub(super) fn elo_range(low: Option<f64>, high: Option<f64>) -> String {
    match (low, high) {
        (Some(low), Some(high)) => range(&signed(low, 0), &signed(high, 0)),
        (Some(low), None) => format!("{} or more", signed(low, 0)),
        (None, Some(high)) => format!("{} or less", signed(high, 0)),
        (None, None) => "not bounded".to_owned(),
    }
}

/// The comparison of two seeds.
pub(super) fn control(group: &GroupReport) -> String {
    let Some(c) = &group.control else {
        return "none: all games have the same seed".to_owned();
    };
    let others = match c.other_seeds.as_slice() {
        [seed] => format!("seed {seed}"),
        seeds => format!("{} other seeds", seeds.len()),
    };
    let within = match c.comparison.shared_openings {
        0 => String::new(),
        n if group.openings.is_some() => format!(
            " within openings ({} in both)",
            counted(n, "opening", "openings")
        ),
        _ => String::new(),
    };
    format!(
        "{} of {} games with seed {}, {} of {} with {others}; {}{within}{}",
        percent(c.share),
        count(c.games),
        c.seed,
        percent(c.other_share),
        count(c.other_games),
        p_value(c.comparison.p_value),
        if c.comparison.alarm {
            ": more than chance allows"
        } else {
            ", as chance allows"
        },
    )
}
