//! The plots of a report.

use super::model::{
    Accuracy, Group, OpeningResult, Openings, RatingZero, Report, SprtCourse, Stopping, Tournament,
};
use super::summary::hypotheses;
use crate::format::counted;
use crate::plot::charts::accuracy as value_lost;
use crate::plot::charts::advantage::{self, GroupValue, Opening};
use crate::plot::charts::endings::{self, Ending};
use crate::plot::charts::histogram::{self, About, Coloring};
use crate::plot::charts::length_by_winner::{self, Lengths};
use crate::plot::charts::{branching, cumulative, llr, ratings};
use crate::plot::figure::Chart;

/// The plot over all groups.
pub(super) fn overview(report: &Report) -> Chart {
    let groups: Vec<advantage::Group> = report
        .groups
        .iter()
        .map(|group| advantage::Group {
            label: group.heading(),
            detail: group.players.description(),
            value: GroupValue::Estimate(group.advantage, group.verdict),
        })
        .collect();
    advantage::by_group(&groups, report.margin)
}

/// The most detailed division of the games by opening that still says something, and what it is by:
/// whole openings, or else the first turns.
pub(super) fn openings(group: &Group) -> Option<(&'static str, &Openings)> {
    let by = [
        ("opening", &group.openings),
        ("first turn", &group.first_turns),
    ];
    by.into_iter()
        .filter_map(|(what, openings)| Some((what, openings.as_ref()?)))
        .find(|(_, openings)| worth_listing(openings))
}

/// Whether there are several openings with enough games to say something about each.
fn worth_listing(openings: &Openings) -> bool {
    const GAMES: u64 = 10;
    openings.most_frequent.len() > 1
        && openings
            .most_frequent
            .first()
            .is_some_and(|o| o.tally.finished() >= GAMES)
}

/// The plots of a tournament, in the order of the page.
pub(super) fn of_tournament(tournament: &Tournament) -> Vec<Chart> {
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

/// The course of a sequential test. `name` tells it from others of the group.
pub(crate) fn sequential_test(context: &str, name: &str, course: &SprtCourse) -> Chart {
    let [null, alternative] = hypotheses(course);
    let about = llr::About {
        name,
        context,
        viewpoint: &format!("A = {}, B = {}", course.a, course.b),
        null: &format!("A is {null}"),
        alternative: &format!("A is {alternative}"),
        bounds: course.bounds,
        stopped: course.stopped,
    };
    llr::chart(&about, &course.course)
}

/// What a table says of the turns of a group.
fn judged(context: &str, accuracy: &Accuracy) -> Vec<Chart> {
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
            thing: "game decided after the opening",
            things: "games decided after the opening",
            caption: "From which turn on the winner had a position that is won by the table, without \
                      interruption until the end.",
            coloring: Coloring::Plain,
        };
        charts.push(histogram::chart(&about, &accuracy.decided.histogram));
    }
    charts
}

/// The plots of one group, in the order of the page.
pub(super) fn of_group(group: &Group, margin: f64) -> Vec<Chart> {
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
        if let Stopping::Sprt(course) = rule {
            charts.push(sequential_test(&context, &name, course));
        }
    }
    charts.push(cumulative::chart(&context, &group.cumulative, margin));
    if let Some((what, openings)) = openings(group) {
        let of = |result: &OpeningResult| Opening {
            label: result.opening.clone(),
            advantage: result.advantage,
            proven: result.proven,
        };
        let listed: Vec<Opening> = openings.most_frequent.iter().map(of).collect();
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
            0 => "How many turns games last, with their mean and median.",
            _ => {
                "How many turns games last, with their mean and median; adjudicated games until \
                  they are decided."
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
        charts.extend(judged(&context, accuracy));
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
