//! Evaluations against plain definitions, and under symmetries.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{evaluator, positions, rules};
use flipside_ai::{
    EVALUATION_LIMIT, Evaluate, Evaluator as _, Linear, Playable, STANDARD_WEIGHTS, Weights,
    load_weights,
};
use flipside_rules::Sayu;
use flipside_rules::hexflip::Point;
use flipside_rules::sayu::{Cell, Direction, HOME};
use flipside_rules::{ForMover, Game, Hexflip, Notation as _, Seat, hexflip};

#[test]
fn an_evaluation_is_the_weighted_sum_of_features() {
    fn check<G: Playable>(rules: &str) {
        let weights = load_weights::<G>(STANDARD_WEIGHTS).unwrap();
        let evaluator = evaluator::<G>();
        let linear = Linear::<G>::new(&weights);
        positions::<G>(rules, 10, |game| {
            let features = game.features();
            assert_eq!(features.len() + 1, G::PARAMETERS.len());
            let sum: i32 = features
                .iter()
                .zip(weights.values())
                .map(|(f, w)| f.0 * w)
                .sum();
            let even = game.compensation().0;
            assert_eq!(evaluator.evaluate(game).0, sum / G::FEATURE_UNIT - even);
            assert_eq!(linear.evaluate(game), evaluator.evaluate(game));
        });
    }
    check::<Hexflip>("standard");
    check::<Sayu>("standard");
    check::<Sayu>("komi=-20.5,swap=on");
}

#[test]
fn komi_of_sayu_is_a_lead_beforehand() {
    let evaluator = evaluator::<Sayu>();
    let mut swapped = 0;
    for (komi, even) in [("3.5", 350), ("-20.5", -2_050)] {
        let plain = rules::<Sayu>("standard");
        positions::<Sayu>(&format!("komi={komi},swap=on"), 10, |game| {
            let plain = Sayu::from_position(plain.clone(), *game.position());
            // After a swap First moves second, and has the komi.
            let is_swapped = game.komi() != game.rules().komi();
            swapped += i32::from(is_swapped);
            let even = if is_swapped { -even } else { even };
            assert_eq!(game.compensation().0, even, "{}", game.position_text());
            assert_eq!(
                evaluator.evaluate(game).0,
                evaluator.evaluate(&plain).0 - even
            );
        });
    }
    assert!(swapped > 40, "{swapped}");
}

#[test]
fn symmetric_positions_look_alike() {
    fn check<G: Playable>(text: &str) {
        let evaluator = evaluator::<G>();
        positions::<G>(text, 8, |game| {
            for symmetry in G::symmetries(game.rules()) {
                let image = G::transform_position(symmetry, game.position());
                let image = G::from_position(game.rules().clone(), image);
                assert_eq!(evaluator.evaluate(&image), evaluator.evaluate(game));
                assert_eq!(image.features(), game.features());
            }
        });
    }
    check::<Hexflip>("standard");
    for text in ["standard", "radius=2", "back=mirrored"] {
        check::<Sayu>(text);
    }
}

/// The position with the players' parts exchanged.
fn exchanged<G: Playable>(game: &G) -> G {
    let text = game.position_text();
    let mut parts: Vec<String> = text
        .split(' ')
        .map(|part| {
            let other = |c| match c {
                'x' => 'o',
                'o' => 'x',
                c => c,
            };
            part.chars().map(other).collect()
        })
        .collect();
    if let [_, _, x, o] = &mut parts[..] {
        std::mem::swap(x, o);
    }
    let position = G::parse_position(game.rules(), &parts.join(" ")).unwrap();
    G::from_position(game.rules().clone(), position)
}

#[test]
fn exchanged_players_have_the_opposite_value() {
    fn check<G: Playable>(text: &str) {
        let evaluator = evaluator::<G>();
        let mut different = 0;
        positions::<G>(text, 20, |game| {
            let value = evaluator.evaluate(game).0;
            assert_eq!(
                evaluator.evaluate(&exchanged(game)).0,
                -value,
                "{}",
                game.position_text()
            );
            different += i32::from(value != 0);
        });
        assert!(different > 20);
    }
    check::<Hexflip>("standard");
    for text in ["standard", "radius=2", "convert=optional"] {
        check::<Sayu>(text);
    }
}

/// The features of Sayū for one player, as docs/agents.md defines them.
fn sayu_features(game: &Sayu, seat: Seat) -> [i32; 7] {
    let position = game.position();
    let longest = |game: &Sayu| {
        let turns = game.turns();
        let conversions = turns.into_iter().filter_map(Sayu::conversions);
        conversions.max().unwrap_or(0) as i32
    };
    let mut features = [0; 7];
    if game.to_move() == seat {
        features[0] = 1;
        features[5] = longest(game);
    } else {
        let text = position_with_mover(game, seat);
        let position = Sayu::parse_position(game.rules(), &text).unwrap();
        features[6] = longest(&Sayu::from_position(game.rules().clone(), position));
    }
    for cell in Cell::all() {
        let Some((owner, tile, orientation)) = position.tile(cell) else {
            continue;
        };
        if owner != seat {
            continue;
        }
        features[1] += 1;
        let pattern = game.rules().side(tile.pattern(), owner);
        let mut open = 0;
        for direction in Direction::ALL {
            let eighth = (direction.index() + 8 - orientation.index()) % 8;
            let arrow = pattern >> eighth & 1 == 1;
            let Some(neighbour) = cell.step(direction) else {
                continue;
            };
            let radius = i16::from(game.rules().radius());
            let inside = |c: u8| (i16::from(c) - 3).abs() <= radius;
            let on_board = inside(neighbour.column()) && inside(neighbour.row());
            if neighbour == HOME || !on_board || position.tile(neighbour).is_some() {
                continue;
            }
            if arrow {
                features[4] += 1;
            } else {
                open += 1;
            }
        }
        features[2] += i32::from(open > 0);
        features[3] += open;
    }
    features
}

fn position_with_mover(game: &Sayu, seat: Seat) -> String {
    let text = game.position_text();
    let (board, _) = text.rsplit_once(' ').unwrap();
    format!("{board} {}", seat.letter())
}

#[test]
fn features_of_sayu_are_what_the_page_says() {
    for text in [
        "standard",
        "radius=2",
        "back=mirrored",
        "convert=optional",
        "radius=1,tiles=mini",
    ] {
        positions::<Sayu>(text, 6, |game| {
            // Nothing can be placed any more, but the features still ask what could be.
            if game.outcome().is_some() {
                return;
            }
            let placed = game.position().occupied().count_ones() as i32;
            let cells = (2 * i32::from(game.rules().radius()) + 1).pow(2) - 1;
            let all = cells.min(game.rules().tiles().mask().count_ones() as i32);
            let late = placed * 48 / all;
            let [first, second] = Seat::BOTH.map(|seat| sayu_features(game, seat));
            let expected: Vec<i32> = (0..7)
                .flat_map(|i| [48 - late, late].map(|share| share * (first[i] - second[i])))
                .collect();
            let found: Vec<i32> = game.features().into_iter().map(|f| f.0).collect();
            assert_eq!(found, expected, "{}", game.position_text());
        });
    }
}

/// The points from one in a direction, nearest first.
fn ray(from: Point, (row_step, number_step): (i8, i8)) -> Vec<Point> {
    let mut points = Vec::new();
    let (mut row, mut number) = from.coordinates();
    loop {
        row = row.wrapping_add_signed(row_step);
        number = number.wrapping_add_signed(number_step);
        match Point::at(row, number) {
            Some(point) => points.push(point),
            None => return points,
        }
    }
}

/// The 15 lines of the board, each from one of its ends.
fn lines() -> Vec<Vec<Point>> {
    let mut lines = Vec::new();
    for from in Point::all() {
        for (row, number) in [(0, 1), (1, 0), (1, 1)] {
            if ray(from, (-row, -number)).is_empty() {
                let mut line = vec![from];
                line.extend(ray(from, (row, number)));
                lines.push(line);
            }
        }
    }
    lines
}

/// What stands on a line: `x` for pieces of the player to move, `o` for others, `-` for nothing.
fn text_of(line: &[Point], position: &hexflip::Position) -> String {
    let piece = |point: &Point| {
        let holds = |seat| position.stones(seat) & point.mask() != 0;
        match (holds(position.mover()), holds(position.mover().other())) {
            (true, _) => 'x',
            (_, true) => 'o',
            _ => '-',
        }
    };
    line.iter().map(piece).collect()
}

#[test]
fn features_of_hexflip_are_what_the_page_says() {
    let lines = lines();
    assert_eq!(lines.len(), 15);
    let mut seen = BTreeSet::new();
    for text in ["standard", "hand=5,place=3", "overline=mover", "place=1"] {
        positions::<Hexflip>(text, 60, |game| {
            let position = game.position();
            let mover = game.to_move();
            let [own, other] = [mover, mover.other()].map(|seat| i32::from(position.hand(seat)));
            // How often each feature is there for the player to move.
            let mut counts =
                BTreeMap::from([("tempo".to_string(), 1), ("hand".to_string(), own - other)]);
            for line in &lines {
                let text = text_of(line, position);
                let back: String = text.chars().rev().collect();
                for text in BTreeSet::from([text, back]) {
                    counts
                        .entry(format!("line_{text}"))
                        .and_modify(|count| *count += 1)
                        .or_insert(1);
                }
            }
            let full = 2 * i32::from(game.rules().hand());
            let late = (full - own - other) * 48 / full;
            let sign = if mover == Seat::First { 1 } else { -1 };
            let features = game.features();
            for (parameter, found) in Hexflip::PARAMETERS.iter().zip(&features) {
                let (name, share) = match parameter.name.strip_suffix("_early") {
                    Some(name) => (name, 48 - late),
                    None => (parameter.name.strip_suffix("_late").unwrap(), late),
                };
                let count = counts.get(name).copied().unwrap_or(0);
                assert_eq!(
                    found.0,
                    sign * count * share,
                    "{} in {}",
                    parameter.name,
                    game.position_text()
                );
                if found.0 != 0 {
                    seen.insert(parameter.name);
                }
            }
            // Every line that is not empty counts once.
            let all: i32 = features[4..].iter().map(|feature| feature.0).sum();
            let occupied = lines
                .iter()
                .filter(|line| line.iter().any(|p| position.occupied() & p.mask() != 0));
            assert_eq!(all, sign * 48 * occupied.count() as i32);
        });
    }
    assert!(seen.len() > 300, "{}", seen.len());
}

#[test]
fn no_weights_make_an_evaluation_that_looks_like_a_win() {
    fn check<G: Playable>() {
        let standard = load_weights::<G>(STANDARD_WEIGHTS).unwrap();
        for extreme in [i32::MIN, i32::MAX] {
            let values = vec![extreme; G::PARAMETERS.len()];
            let weights: Weights<G> = standard.with_values(&values);
            let evaluator = G::Evaluator::new(&weights);
            positions::<G>("standard", 10, |game| {
                assert!(evaluator.evaluate(game).0.abs() < EVALUATION_LIMIT);
            });
        }
    }
    check::<Hexflip>();
    check::<Sayu>();
}

#[test]
fn expected_scores_rise_with_the_evaluation() {
    fn check<G: Playable>(text: &str) {
        let evaluator = evaluator::<G>();
        let game = G::new(rules::<G>(text));
        let expected = |value| evaluator.expected(&game, ForMover(value)).0.0;
        assert!((expected(0) - 0.5).abs() < 1e-12);
        let scale = evaluator.scale();
        assert!((expected(scale) - 0.731_058_578_630_004_9).abs() < 1e-12);
        for value in -200..200 {
            let value = value * 5_000;
            let [low, high] = [expected(value), expected(value + 5_000)];
            assert!((0.0..=1.0).contains(&low) && low <= high, "{value}");
        }
    }
    check::<Hexflip>("standard");
    check::<Sayu>("standard");
    check::<Sayu>("komi=2.5");
}

#[test]
fn a_lead_in_sayu_counts_more_with_fewer_turns_left() {
    let evaluator = evaluator::<Sayu>();
    let mut last = 0.0;
    let mut game = Sayu::new(rules::<Sayu>("standard"));
    while let Some(turn) = game.pick_turn(|_| 0) {
        let expected = evaluator.expected(&game, ForMover(300)).0.0;
        assert!(expected > last, "{expected} after {last}");
        last = expected;
        game.play_unchecked(turn);
    }
    assert!(last > 0.9);
}
