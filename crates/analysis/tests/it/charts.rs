//! Charts stay readable whatever the data: nothing leaves the picture, no texts overlap.

use crate::drawing::{check, wide_and_narrow};
use crate::sample;
use flipside_analysis::accumulate::Proven;
use flipside_analysis::plot::charts::accuracy as value_lost;
use flipside_analysis::plot::charts::advantage::{
    GroupRow, GroupValue, OpeningRow, by_group, by_opening,
};
use flipside_analysis::plot::charts::branching::{self, BranchingPoint};
use flipside_analysis::plot::charts::cumulative;
use flipside_analysis::plot::charts::endings::{self, Ending};
use flipside_analysis::plot::charts::histogram::{self, About, Coloring};
use flipside_analysis::plot::charts::length_by_winner::{self, Lengths};
use flipside_analysis::plot::charts::llr;
use flipside_analysis::plot::charts::ratings::{self, Rated};
use flipside_rules::Seat;
use flipside_stats::advantage::Advantage;
use flipside_stats::bradley_terry::Rating;
use flipside_stats::histogram::Histogram;
use flipside_stats::llr_curve::LlrPoint;
use flipside_stats::ratio::Ratio;
use flipside_stats::sprt::{SprtDecision, SprtStop};
use flipside_stats::tally::Tally;
use flipside_stats::units::{Sums, UnitSums};
use flipside_stats::verdict::{Verdict, decide};

const CONTEXT: &str = "Hexflip · standard rules · mcts:nodes=1000 against itself";

fn about(coloring: Coloring) -> About<'static> {
    About {
        name: "game-length",
        title: "Game length",
        context: CONTEXT,
        quantity: "game length (turns)",
        thing: "game",
        things: "games",
        caption: "How long games last.",
        coloring,
    }
}

fn of(values: &[i32]) -> Histogram {
    let mut histogram = Histogram::default();
    values.iter().for_each(|v| histogram.add(*v));
    histogram
}

fn group(label: &str, first_wins: u64, second_wins: u64) -> GroupRow {
    let advantage = Advantage::independent(&Tally {
        first_wins,
        second_wins,
        ..Tally::default()
    });
    let finished = Sums::of_games(first_wins, second_wins, 0);
    let sums = UnitSums {
        finished,
        if_first: finished,
        if_second: finished,
    };
    let verdict = decide(&sums, 0.02).map(|decision| decision.verdict);
    let undecided = Verdict::Undecided { more_games: None };
    let value = GroupValue::Estimate(advantage, verdict.unwrap_or(undecided));
    GroupRow {
        label: label.to_owned(),
        detail: CONTEXT.to_owned(),
        value,
    }
}

#[test]
fn histograms() {
    wide_and_narrow(histograms_fit);
}

fn histograms_fit() {
    let extremes: &[&[i32]] = &[
        &[],
        &[7],
        &[0, 1],
        &[1, 1, 1, 1, 40],
        &[1, 40, 40, 40, 40],
        &[-3, 0, 3],
        &[-30_000, 5, 100_000],
        &[i32::MIN, i32::MAX],
    ];
    for values in extremes {
        for coloring in [Coloring::Plain, Coloring::Winner] {
            check(&histogram::chart(&about(coloring), &of(values)));
        }
    }
    let mut many = Histogram::default();
    many.add_many(20, 123_456_789);
    many.add_many(21, 987_654_321);
    check(&histogram::chart(&about(Coloring::Plain), &many));
}

#[test]
fn lengths_by_winner() {
    wide_and_narrow(lengths_by_winner_fit);
}

fn lengths_by_winner_fit() {
    let empty = Histogram::default();
    let (one, two) = (of(&[9, 11, 11, 13]), of(&[10, 400]));
    for (first, second, drawn) in [
        (&empty, &empty, &empty),
        (&one, &empty, &empty),
        (&one, &two, &one),
    ] {
        check(&length_by_winner::chart(
            CONTEXT,
            "turns",
            Lengths {
                first,
                second,
                drawn,
            },
        ));
    }
}

#[test]
fn advantage_by_group_and_opening() {
    wide_and_narrow(advantage_by_group_and_opening_fit);
}

fn advantage_by_group_and_opening_fit() {
    check(&by_group(&[], 0.02));
    let long = "A very long name of a game with a variant of its rules, and then some more words";
    let groups = [
        group("Hexflip", 1086, 914),
        group(long, 0, 0),
        group("Everything won", 12, 0),
        group("Everything lost", 0, 500),
        GroupRow {
            label: "Solved".to_owned(),
            detail: String::new(),
            value: GroupValue::Proven {
                winner: Some(Seat::Second),
            },
        },
    ];
    check(&by_group(&groups, 0.02));
    check(&by_group(&groups, 0.0));
    check(&by_group(&groups[..1], 0.02));

    let opening = |label: &str, first_wins, second_wins| OpeningRow {
        label: label.to_owned(),
        advantage: Advantage::independent(&Tally {
            first_wins,
            second_wins,
            ..Tally::default()
        }),
        proven: None,
    };
    let all = opening("all", 800, 700);
    let openings = [
        opening("a1 b2", 500, 400),
        opening("c3 d1", 10, 90),
        opening("e1", 0, 0),
    ];
    check(&by_opening(
        "opening",
        CONTEXT,
        &openings,
        Some(&all),
        all.advantage.as_ref(),
        0.02,
    ));
    // With what a table says of each.
    let judged = openings.map(|opening| OpeningRow {
        proven: Some(Proven {
            winner: None,
            turns: None,
        }),
        ..opening
    });
    let chart = by_opening("opening", CONTEXT, &judged, None, None, 0.02);
    check(&chart);
    assert!(chart.caption.contains("by the table"));
    check(&by_opening("opening", CONTEXT, &[], None, None, 0.02));
}

#[test]
fn cumulative_advantage() {
    wide_and_narrow(cumulative_advantage_fit);
}

fn cumulative_advantage_fit() {
    check(&cumulative::chart(CONTEXT, &[], 0.02));
    for count in [1, 2, 30, 5000] {
        let games = sample::totals(sample::Like {
            games: count,
            ..sample::HEXFLIP
        });
        check(&cumulative::chart(
            CONTEXT,
            &games.cumulative.points(0.8),
            0.02,
        ));
        check(&cumulative::chart(
            CONTEXT,
            &games.cumulative.points(0.8),
            0.0,
        ));
    }
}

#[test]
fn ratings_of_agents() {
    wide_and_narrow(ratings_of_agents_fit);
}

fn ratings_of_agents_fit() {
    let rated = |agent: &str, elo: f64, margin: f64, is_zero| Rated {
        agent: agent.to_owned(),
        rating: Some(Rating { elo, margin }),
        games: "12,345 games".to_owned(),
        score: Some(0.5),
        is_zero,
    };
    let without = Rated {
        rating: None,
        score: None,
        ..rated("never played", 0.0, 0.0, false)
    };
    let long = "engine:cmd=\"a very long command --with many --options and more\"";
    check(&ratings::chart(CONTEXT, "greedy", &[]));
    check(&ratings::chart(
        CONTEXT,
        "greedy",
        std::slice::from_ref(&without),
    ));
    let all = [
        rated(long, 2345.6, 1234.5, false),
        rated("greedy", 0.0, 0.0, true),
        rated("random", -12.0, 0.3, false),
        without,
    ];
    check(&ratings::chart(CONTEXT, long, &all));
}

#[test]
fn value_lost() {
    wide_and_narrow(value_lost_fit);
}

fn value_lost_fit() {
    let turns = |agent: &str, phase, clusters: &[(u64, u64)]| value_lost::Turns {
        agent: agent.to_owned(),
        phase,
        lost: Ratio::share(clusters.iter().copied()),
    };
    let long = "engine:cmd=\"a very long command --with many --options and more\"";
    let phase = Some("at least half of the pieces placed");
    check(&value_lost::chart(CONTEXT, &[]));
    check(&value_lost::chart(CONTEXT, &[turns("random", None, &[])]));
    check(&value_lost::chart(
        CONTEXT,
        &[
            turns(long, None, &[(1_000_000, 10), (3, 3), (500, 400)]),
            turns(long, phase, &[(10, 10)]),
            turns("perfect", None, &[(50, 0), (40, 0), (60, 0)]),
            turns("random", phase, &[(10, 10), (9, 9), (8, 8)]),
        ],
    ));
}

#[test]
fn sequential_tests() {
    wide_and_narrow(sequential_tests_fit);
}

fn sequential_tests_fit() {
    let point = |pairs, llr| LlrPoint { pairs, llr };
    let stop = |pairs, llr| SprtStop {
        pairs,
        llr,
        decision: SprtDecision::AcceptH1,
    };
    let long = "A is −1,000 normalised Elo stronger than whoever it has to play against, or more";
    let start = [point(0, 0.0)];
    let settled = [point(0, 0.0), point(1, 0.4), point(77, 2.9)];
    let beyond = [point(0, 0.0), point(1_000_000, 5_000.0)];
    for (points, stopped, bounds) in [
        (&[][..], None, (-2.94, 2.94)),
        (&start, None, (-2.94, 2.94)),
        (&settled, None, (-2.94, 2.94)),
        (&settled, Some(stop(77, 2.9)), (-0.7, 2.89)),
        (&beyond, Some(stop(3, 2.95)), (-2.94, 2.94)),
    ] {
        check(&llr::chart(
            &llr::About {
                name: "sequential-test",
                context: CONTEXT,
                viewpoint: "A = greedy, B = random",
                null: long,
                alternative: long,
                bounds,
                stopped,
            },
            points,
        ));
    }
}

#[test]
fn endings_by_reason() {
    wide_and_narrow(endings_by_reason_fit);
}

fn endings_by_reason_fit() {
    check(&endings::chart(CONTEXT, &[]));
    let ending = |reason: &str, first_wins, unfinished| Ending {
        reason: reason.to_owned(),
        tally: Tally {
            first_wins,
            unfinished,
            ..Tally::default()
        },
    };
    check(&endings::chart(CONTEXT, &[ending("no games at all", 0, 0)]));
    let reasons = [
        ending("four in a row", 123_456_789, 0),
        ending("limit", 0, 1),
    ];
    check(&endings::chart(CONTEXT, &reasons));
}

#[test]
fn branching_factor() {
    wide_and_narrow(branching_factor_fit);
}

fn branching_factor_fit() {
    let point = |turn, min, max| BranchingPoint {
        turn,
        games: 100,
        mean: f64::from(min + max) / 2.0,
        p10: min,
        p90: max,
        min,
        max,
    };
    check(&branching::chart(CONTEXT, &[]));
    check(&branching::chart(CONTEXT, &[point(1, 19, 19)]));
    check(&branching::chart(
        CONTEXT,
        &[point(1, 0, 19), point(2, 3, 30)],
    ));
    check(&branching::chart(
        CONTEXT,
        &[point(1, 0, 19), point(2, 3, 250_000)],
    ));
}

#[test]
fn both_formats_are_drawn() {
    let games = sample::totals(sample::HEXFLIP);
    let draw = || {
        histogram::chart(&about(Coloring::Plain), &games.lengths_first)
            .draw()
            .unwrap()
    };
    let figure = draw();
    assert_eq!(&figure.png[1..4], b"PNG");
    let width = u32::from_be_bytes(figure.png[16..20].try_into().unwrap());
    assert_eq!(width, 2 * 760);
    let file = figure.svg_file();
    assert!(file.starts_with("<svg ") && file.ends_with("</svg>\n"));
    assert!(file.contains("role=\"img\"") && file.contains("<title>Histogram of the game length"));
    assert!(file.contains("font/woff2;base64,") && !figure.svg_inline().contains("base64"));
    assert!(!file.contains("NaN") && !file.contains("href"));
    let again = draw();
    assert_eq!(
        (again.svg_file(), again.png),
        (file, figure.png),
        "same data, same bytes"
    );
}
