//! The plots of tuning runs stay readable whatever the data: nothing leaves the picture, no texts
//! overlap.

use crate::drawing::{check, wide_and_narrow};
use flipside_analysis::plot::charts::changes::{self, Change, changes, sensitivities};
use flipside_analysis::plot::charts::gains::{self, Gain};
use flipside_analysis::plot::charts::objective::{self, Line, Point};
use flipside_analysis::plot::charts::parameter_paths::{self, Track, TrackPoint};
use flipside_analysis::plot::palette;
use flipside_analysis::plot::scene::Shape;
use flipside_stats::interval::Interval;

const CONTEXT: &str = "Sayū · standard rules · SPSA · 1,200 steps";
const LONG: &str =
    "a_name_that_is_far_too_long_for_any_place_where_the_name_of_a_parameter_may_stand";

/// Sizes that tell whether numbers find room.
const SIZES: [f64; 6] = [1.0, 0.0, 1e-9, 123_456.789, -2e9, 3e200];

fn track(name: &str, points: &[(u64, f64, Option<f64>)]) -> Track {
    Track {
        name: name.to_owned(),
        detail: format!("{name} from here to there"),
        start: 0.0,
        step: 1.0,
        bounds: [Some(-1.0), None],
        points: points
            .iter()
            .map(|&(step, value, spread)| TrackPoint {
                step,
                value,
                spread,
            })
            .collect(),
    }
}

fn paths(tracks: &[Track]) -> flipside_analysis::plot::figure::Chart {
    let about = parameter_paths::About {
        context: CONTEXT,
        selection: LONG,
        spread: Some(LONG),
        steps: "steps",
    };
    let chart = parameter_paths::chart(&about, tracks);
    check(&chart);
    chart
}

#[test]
fn paths_of_parameters() {
    paths(&[]);
    paths(&[track("no points", &[])]);
    paths(&[track("one", &[(0, 0.0, None)])]);
    paths(&[track("same", &[(7, 0.0, Some(0.0)), (8, 0.0, Some(0.0))])]);
    for size in SIZES {
        let course = [
            (0, 0.0, None),
            (1, size, Some(size.abs())),
            (u64::MAX, -size, None),
        ];
        for count in [1, 2, 3, 5, 24] {
            paths(&vec![track(LONG, &course); count]);
        }
    }
    let many: Vec<_> = (0..10_000)
        .map(|i| (i, (i as f64).sqrt(), Some(1.0)))
        .collect();
    let chart = paths(&[track("many", &many)]);
    let most = chart.scene.shapes.iter().map(|shape| match shape {
        Shape::Path { points, .. } | Shape::Polygon { points, .. } => points.len(),
        _ => 0,
    });
    assert!(most.max().unwrap() < 600, "no more points than can be seen");
}

#[test]
fn a_band_is_drawn_where_the_spread_is_known() {
    let bands = |points: &[(u64, f64, Option<f64>)]| {
        let chart = paths(&[track("band", points)]);
        let band = |shape: &&Shape| matches!(shape, Shape::Polygon { .. });
        chart.scene.shapes.iter().filter(band).count()
    };
    assert_eq!(bands(&[(0, 0.0, None), (1, 1.0, None)]), 0);
    assert_eq!(
        bands(&[(0, 0.0, None), (1, 1.0, Some(1.0)), (2, 1.0, Some(1.0))]),
        1
    );
    let broken = [
        (0, 0.0, Some(1.0)),
        (1, 1.0, Some(1.0)),
        (2, 1.0, None),
        (3, 1.0, Some(1.0)),
        (4, 1.0, Some(1.0)),
    ];
    assert_eq!(bands(&broken), 2);
}

#[test]
fn bounds_are_drawn_where_they_are_in_sight() {
    let bounds = |least: f64| {
        let mut track = track("bounded", &[(0, 0.0, None), (1, least, None)]);
        track.bounds = [Some(-10.0), Some(1000.0)];
        let bound = |shape: &&Shape| matches!(shape, Shape::Path { color, width, .. } if *color == palette::SECOND && *width < 2.0);
        paths(&[track]).scene.shapes.iter().filter(bound).count()
    };
    assert_eq!(bounds(-5.0), 0);
    assert_eq!(bounds(-10.0), 1);
}

#[test]
fn objectives() {
    wide_and_narrow(objectives_fit);
}

fn objectives_fit() {
    let draw = |lines: &[Line], reference| {
        check(&objective::chart(
            &objective::About {
                name: "objective",
                title: "Score",
                context: CONTEXT,
                quantity: LONG,
                suffix: "\u{a0}%",
                interval: Some("95 % interval"),
                reference,
                steps: "steps",
            },
            lines,
        ));
    };
    let line = |label: &str, points: &[(u64, f64, Option<f64>)]| Line {
        label: label.to_owned(),
        points: points
            .iter()
            .map(|&(step, value, half)| Point {
                step,
                value,
                interval: half.map(|half: f64| (value - half, value + half)),
            })
            .collect(),
    };
    draw(&[], None);
    draw(&[line("", &[])], Some((50.0, LONG)));
    draw(&[line("one", &[(0, 3.0, Some(1.0))])], None);
    draw(
        &[line("one", &[(u64::MAX, 0.0, None)])],
        Some((0.0, "zero")),
    );
    for size in SIZES {
        let points = [
            (0, 0.0, None),
            (9, size, Some(size.abs())),
            (10, size, Some(0.0)),
        ];
        draw(&vec![line(LONG, &points); 7], Some((size, LONG)));
    }
    let many: Vec<_> = (0..3000).map(|i| (i, i as f64, Some(2.0))).collect();
    draw(&[line("many", &many), line("few", &many[..3])], None);
}

fn about() -> changes::About<'static> {
    changes::About {
        context: CONTEXT,
        selection: LONG,
        quantity: LONG,
        explanation: "How it was obtained.",
    }
}

#[test]
fn changes_and_sensitivities() {
    wide_and_narrow(changes_and_sensitivities_fit);
}

fn changes_and_sensitivities_fit() {
    let change = |name: &str, steps: f64, spread| Change {
        name: name.to_owned(),
        steps,
        spread,
    };
    check(&changes(&about(), &[]));
    check(&changes(&about(), &[change("still", 0.0, None)]));
    check(&changes(&about(), &[change("up", 3.0, Some(4.0))]));
    check(&changes(&about(), &[change("down", -3.0, None)]));
    check(&sensitivities(&about(), &[]));
    check(&sensitivities(&about(), &[("none".to_owned(), 0.0)]));
    for size in SIZES {
        let changed = [
            change(LONG, size, Some(size.abs())),
            change("", -size / 3.0, None),
        ];
        check(&changes(&about(), &changed));
        let known = vec![(LONG.to_owned(), size); 30];
        check(&sensitivities(&about(), &known));
    }
}

#[test]
fn gains_of_agents() {
    wide_and_narrow(gains_of_agents_fit);
}

fn gains_of_agents_fit() {
    let gain = |agent: &str, elo: Option<f64>, passed| Gain {
        agent: agent.to_owned(),
        detail: format!("{agent}, 123,456 games, not decided within 123,456 games"),
        elo: elo.map(|elo| {
            let interval = Interval {
                low: elo - 400.0,
                high: elo + 0.5,
            };
            (elo, interval)
        }),
        passed,
    };
    check(&gains::chart(CONTEXT, &[]));
    check(&gains::chart(CONTEXT, &[gain("greedy", None, false)]));
    let all = [
        gain(LONG, Some(1234.5), true),
        gain("mcts", Some(-3.0), false),
    ];
    check(&gains::chart(CONTEXT, &all));
}
