//! The plots of a report.

use super::model::{
    Accuracy, GroupReport, OpeningResult, Openings, RatingZero, Report, SprtHistory, Stopping,
    TournamentReport,
};
use super::summary::hypotheses;
use crate::format::counted;
use crate::plot::charts::accuracy as value_lost;
use crate::plot::charts::advantage::{self, GroupValue, OpeningRow};
use crate::plot::charts::endings::{self, Ending};
use crate::plot::charts::histogram::{self, About, Coloring};
use crate::plot::charts::length_by_winner::{self, Lengths};
use crate::plot::charts::{branching, cumulative, llr, ratings};
use crate::plot::figure::Chart;
use flipside_stats::advantage::Advantage;

/// The plot over all groups.
pub(super) fn overview(report: &Report) -> Chart {
    let groups: Vec<advantage::GroupRow> = report
        .groups
        .iter()
        .map(|group| advantage::GroupRow {
            label: group.heading(),
            detail: group.detail(),
            value: GroupValue::Estimate(leading(group), group.verdict.verdict),
        })
        .collect();
    advantage::by_group(&groups, report.margin)
}

/// First's share with the interval that the page leads with.
fn leading(group: &GroupReport) -> Option<Advantage> {
    group.advantage.map(|advantage| Advantage {
        interval: group.verdict.interval,
        ..advantage
    })
}

/// Returns the most detailed division of the games by opening with enough games each, and its kind:
/// whole openings, or first turns.
pub(super) fn openings(group: &GroupReport) -> Option<(&'static str, &Openings)> {
    let by = [
        ("opening", &group.openings),
        ("first turn", &group.first_turns),
    ];
    by.into_iter()
        .filter_map(|(what, openings)| Some((what, openings.as_ref()?)))
        .find(|(_, openings)| worth_listing(openings))
}

/// Returns whether there are several openings with enough games each.
fn worth_listing(openings: &Openings) -> bool {
    const GAMES: u64 = 10;
    openings.most_frequent.len() > 1
        && openings
            .most_frequent
            .first()
            .is_some_and(|o| o.tally.finished() >= GAMES)
}

/// The plots of a tournament, in the order of the page.
pub(super) fn of_tournament(tournament: &TournamentReport) -> Vec<Chart> {
    let context = tournament.context();
    let zero = match &tournament.zero {
        RatingZero::VirtualPlayer => "the virtual player of the prior".to_owned(),
        RatingZero::Agent { agent } => agent.clone(),
    };
    let rated: Vec<ratings::Rated> = tournament
        .standings
        .iter()
        .map(|standing| ratings::Rated {
            agent: standing.agent.clone(),
            rating: standing.rating,
            games: counted(standing.games.outcomes().iter().sum(), "game", "games"),
            score: standing.score,
            is_zero: matches!(
                &tournament.zero,
                RatingZero::Agent { agent } if *agent == standing.agent
            ),
        })
        .collect();
    vec![ratings::chart(&context, &zero, &rated)]
}

/// The log-likelihood ratio of a sequential test. `name` is unique in the group.
pub(crate) fn sequential_test(context: &str, name: &str, history: &SprtHistory) -> Chart {
    let [null, alternative] = hypotheses(history);
    let about = llr::About {
        name,
        context,
        viewpoint: &format!("A = {}, B = {}", history.a, history.b),
        null: &format!("A is {null}"),
        alternative: &format!("A is {alternative}"),
        bounds: history.bounds,
        stopped: history.stopped,
    };
    llr::chart(&about, &history.history)
}

/// The plots of turn accuracy.
fn accuracy_charts(context: &str, accuracy: &Accuracy) -> Vec<Chart> {
    let mut rows = Vec::new();
    for agent in &accuracy.agents {
        let phases = agent.phases.iter();
        let phases = phases.map(|p| (Some(p.phase.description()), &p.turns));
        for (phase, turns) in std::iter::once((None, &agent.all)).chain(phases) {
            rows.push(value_lost::Turns {
                agent: agent.agent.clone(),
                phase,
                lost: turns.lost_of_critical,
            });
        }
    }
    let mut charts = vec![value_lost::chart(context, &rows)];
    if accuracy.decided.summary.is_some() {
        let about = About {
            name: "decided",
            title: "Turn that decided the game",
            context,
            quantity: "turn since which the winner’s position was won",
            thing: "game decided by a turn of an agent",
            things: "games decided by a turn of an agent",
            caption: "The turn from which on the winner’s position was won by the table, until the \
                      end.",
            coloring: Coloring::Plain,
        };
        charts.push(histogram::chart(&about, &accuracy.decided.histogram));
    }
    charts
}

/// The plots of one group, in the order of the page.
pub(super) fn of_group(group: &GroupReport, margin: f64) -> Vec<Chart> {
    let context = group.context();
    if group.tally.finished() == 0 {
        return Vec::new();
    }
    let mut charts = Vec::new();
    for (number, rule) in (1..).zip(&group.stopping) {
        let name = match number {
            1 => "sequential-test".to_owned(),
            _ => format!("sequential-test-{number}"),
        };
        if let Stopping::Sprt(history) = rule {
            charts.push(sequential_test(&context, &name, history));
        }
    }
    charts.push(cumulative::chart(&context, &group.cumulative, margin));
    if let Some((what, openings)) = openings(group) {
        let of = |result: &OpeningResult| OpeningRow {
            label: result.opening.clone(),
            advantage: result.advantage,
            proven: result.proven,
        };
        let listed: Vec<OpeningRow> = openings.most_frequent.iter().map(of).collect();
        let others = openings.others.as_ref().map(of);
        let overall = group.advantage.as_ref();
        charts.push(advantage::by_opening(
            what,
            &context,
            &listed,
            others.as_ref(),
            overall,
            margin,
        ));
    }
    let about = About {
        name: "game-length",
        title: "Game length",
        context: &context,
        quantity: "game length (turns)",
        thing: "finished game",
        things: "finished games",
        caption: match group.adjudicated() {
            0 => "Length of games in turns, with mean and median.",
            _ => {
                "Length of games in turns, with mean and median; adjudicated games up to the \
                 decision."
            }
        },
        coloring: Coloring::Plain,
    };
    // Where all games have the same length there is nothing to see.
    let lengths = &group.lengths.all.summary;
    let varied = lengths.as_ref().is_some_and(|s| s.min < s.max);
    if varied {
        charts.push(histogram::chart(&about, &group.lengths.all.histogram));
    }
    let lengths = Lengths {
        first: &group.lengths.first_won.histogram,
        second: &group.lengths.second_won.histogram,
        drawn: &group.lengths.drawn.histogram,
    };
    if varied {
        charts.push(length_by_winner::chart(&context, "turns", lengths));
    }
    let reasons: Vec<Ending> = group
        .endings
        .iter()
        .map(|ending| Ending {
            reason: ending.reason.clone(),
            tally: ending.tally,
        })
        .collect();
    charts.push(endings::chart(&context, &reasons));
    if !group.branching.is_empty() {
        charts.push(branching::chart(&context, &group.branching));
    }
    if let Some(accuracy) = &group.accuracy {
        charts.extend(accuracy_charts(&context, accuracy));
    }
    for distribution in &group.distributions {
        let about = About {
            name: &distribution.name,
            title: &distribution.title,
            context: &context,
            quantity: &distribution.quantity,
            thing: &distribution.counted.0,
            things: &distribution.counted.1,
            caption: &distribution.caption,
            coloring: if distribution.signed {
                Coloring::Winner
            } else {
                Coloring::Plain
            },
        };
        charts.push(histogram::chart(&about, &distribution.counts.histogram));
    }
    charts
}
