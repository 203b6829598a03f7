//! Tables of turn accuracy.

use maud::{Markup, html};

use super::NOTHING;
use crate::format::{capitalised, count, fixed, percent, percent_range, range};
use crate::report::model::{Accuracy, AgentAccuracy, TurnAccuracy};
use flipside_stats::ratio::Ratio;

/// Turns that lost value, by agent and phase.
pub(in crate::report) fn accuracy(accuracy: &Accuracy) -> Markup {
    html! {
        div.table { table.wide {
            caption {
                "Value lost, by the tablebase"
                div.viewpoint { "“At stake”: turns that could lose value. Shares with 95 % \
                                 intervals" }
            }
            thead { tr {
                th { "Agent and phase" } th.n { "Turns" } th.n { "Lost value" }
                th.n { "At stake" } th.n { "Lost of these" }
                th.n { "Win → draw" } th.n { "Win → loss" } th.n { "Draw → loss" }
            } }
            tbody {
                @for agent in &accuracy.agents {
                    (values(&agent.agent, None, &agent.all))
                    @for phase in &agent.phases {
                        (values(
                            &capitalised(phase.phase.description()),
                            Some(&agent.agent),
                            &phase.turns,
                        ))
                    }
                }
            }
        } }
        div.table { table.wide {
            caption { "Wins, and how much longer than necessary they took, by the tablebase" }
            thead { tr {
                th { "Agent and phase" } th.n { "Turns that kept a win" } th.n { "Longer than the shortest, turns each" }
                th.n { "95 % interval" }
            } }
            tbody {
                @for agent in &accuracy.agents { (lengthening(agent)) }
            }
        } }
    }
}

fn values(name: &str, agent: Option<&str>, turns: &TurnAccuracy) -> Markup {
    html! {
        tr.total[agent.is_none()] {
            th title=[agent] { (name) }
            td.n { (count(turns.lost.of)) }
            (share(&turns.lost))
            td.n { (count(turns.lost_of_critical.of)) }
            (share(&turns.lost_of_critical))
            td.n { (count(turns.win_to_draw)) }
            td.n { (count(turns.win_to_loss)) }
            td.n { (count(turns.draw_to_loss)) }
        }
    }
}

fn share(ratio: &Ratio) -> Markup {
    let interval = |i: flipside_stats::interval::Interval| percent_range(i.low, i.high);
    html! {
        td.n {
            (ratio.value.map_or_else(|| NOTHING.to_owned(), percent))
            @if let Some(i) = ratio.interval { div.muted { (interval(i)) } }
        }
    }
}

fn lengthening(agent: &AgentAccuracy) -> Markup {
    let all = (agent.agent.clone(), &agent.all, true);
    let phases = agent.phases.iter();
    let rows = phases.map(|p| (capitalised(p.phase.description()), &p.turns, false));
    let rows: Vec<_> = std::iter::once(all).chain(rows).collect();
    html! {
        @for (name, turns, is_all) in &rows {
            @let longer = &turns.lengthening;
            tr.total[*is_all] {
                th { (name) }
                td.n { (count(longer.of)) }
                td.n { (longer.value.map_or_else(|| NOTHING.to_owned(), |mean| fixed(mean, 2))) }
                td.n {
                    (longer.interval.map_or_else(
                        || NOTHING.to_owned(),
                        |i| range(&fixed(i.low, 2), &fixed(i.high, 2)),
                    ))
                }
            }
        }
    }
}
