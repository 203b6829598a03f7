//! Evaluations against plain definitions, and under symmetries.

mod support;

use std::collections::{BTreeMap, BTreeSet};

use flipside_ai::{
    Candidates, EVALUATION_LIMIT, Evaluate, Evaluator as _, STANDARD, Weights, load,
};
use flipside_rules::hexflip::Point;
use flipside_rules::sayu::{self, Cell, Direction, HOME};
use flipside_rules::{ForMover, Game, Seat, hexflip};
use support::{evaluator, positions, rules};

#[test]
fn an_evaluation_is_the_weighted_sum_of_features() {
    fn check<G: Candidates>() {
        let weights = load::<G>(STANDARD).unwrap();
        let evaluator = evaluator::<G>();
        positions::<G>("standard", 20, |game| {
            let features = game.features();
            assert_eq!(features.len() + 1, G::PARAMETERS.len());
            let sum: i32 = features
                .iter()
                .zip(weights.values())
                .map(|(f, w)| f.0 * w)
                .sum();
            assert_eq!(evaluator.evaluate(game).0, sum / G::FEATURE_UNIT);
        });
    }
    check::<hexflip::Game>();
    check::<sayu::Game>();
}

#[test]
fn symmetric_positions_look_alike() {
    fn check<G: Candidates>(text: &str) {
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
    check::<hexflip::Game>("standard");
    for text in ["standard", "radius=2", "back=mirrored"] {
        check::<sayu::Game>(text);
    }
}

/// The position with the players' parts exchanged.
fn exchanged<G: Game>(game: &G) -> G {
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
    fn check<G: Candidates>(text: &str) {
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
    check::<hexflip::Game>("standard");
    for text in ["standard", "radius=2", "convert=optional"] {
        check::<sayu::Game>(text);
    }
}

/// The features of Sayū for one player, as docs/agents.md defines them.
fn sayu_features(game: &sayu::Game, seat: Seat) -> [i32; 7] {
    let position = game.position();
    let longest = |game: &sayu::Game| {
        let turns = game.turns();
        let conversions = turns.into_iter().filter_map(sayu::Game::conversions);
        conversions.max().unwrap_or(0) as i32
    };
    let mut features = [0; 7];
    if game.to_move() == seat {
        features[0] = 1;
        features[5] = longest(game);
    } else {
        let text = position_with_mover(game, seat);
        let position = sayu::Game::parse_position(game.rules(), &text).unwrap();
        features[6] = longest(&sayu::Game::from_position(game.rules().clone(), position));
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

fn position_with_mover(game: &sayu::Game, seat: Seat) -> String {
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
        positions::<sayu::Game>(text, 6, |game| {
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
        positions::<hexflip::Game>(text, 60, |game| {
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
            for (parameter, found) in hexflip::Game::PARAMETERS.iter().zip(&features) {
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
    fn check<G: Candidates>() {
        let standard = load::<G>(STANDARD).unwrap();
        for extreme in [i32::MIN, i32::MAX] {
            let values = vec![extreme; G::PARAMETERS.len()];
            let weights: Weights<G> = standard.with_values(&values);
            let evaluator = G::Evaluator::new(&weights);
            positions::<G>("standard", 10, |game| {
                assert!(evaluator.evaluate(game).0.abs() < EVALUATION_LIMIT);
            });
        }
    }
    check::<hexflip::Game>();
    check::<sayu::Game>();
}

#[test]
fn expected_scores_rise_with_the_evaluation() {
    fn check<G: Candidates>(text: &str, even: i32) {
        let evaluator = evaluator::<G>();
        let game = G::new(rules::<G>(text));
        let expected = |value| evaluator.expected(&game, ForMover(value)).0.0;
        assert!((expected(even) - 0.5).abs() < 1e-12);
        let scale = evaluator.scale();
        assert!((expected(even + scale) - 0.731_058_578_630_004_9).abs() < 1e-12);
        for value in -200..200 {
            let value = value * 5_000;
            let [low, high] = [expected(value), expected(value + 5_000)];
            assert!((0.0..=1.0).contains(&low) && low <= high, "{value}");
        }
    }
    check::<hexflip::Game>("standard", 0);
    check::<sayu::Game>("standard", 0);
    check::<sayu::Game>("komi=2.5", 250);
}

#[test]
fn a_lead_in_sayu_counts_more_with_fewer_turns_left() {
    let evaluator = evaluator::<sayu::Game>();
    let mut last = 0.0;
    let mut game = sayu::Game::new(rules::<sayu::Game>("standard"));
    while let Some(turn) = game.pick_turn(|_| 0) {
        let expected = evaluator.expected(&game, ForMover(300)).0.0;
        assert!(expected > last, "{expected} after {last}");
        last = expected;
        game.play_unchecked(turn);
    }
    assert!(last > 0.9);
}
