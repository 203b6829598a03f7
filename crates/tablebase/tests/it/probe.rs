//! Probing: values, symmetric images, seats, and turns.

use flipside_rules::hash::mix;
use flipside_rules::hexflip::{Hexflip, Position};
use flipside_rules::{Game as _, Seat, Symmetric as _};
use flipside_tablebase::{
    LoadedTable, Probe, Table, TableError, Value, best_line, first_turns, longest_line, only_turns,
};

use crate::common::table;

/// Positions of random games.
fn positions(table: &Table, games: u64) -> Vec<Position> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut game = Hexflip::new(*table.variant().rules());
        for ply in 0..60 {
            positions.push(*game.position());
            let random = mix(mix(seed) ^ ply);
            match game.pick_turn(|below| (random % u64::from(below)) as u32) {
                Some(turn) => game.play_unchecked(turn),
                None => break,
            }
        }
    }
    positions
}

#[test]
fn a_probe_agrees_with_the_turns_of_the_rules() {
    for rules in [
        "hand=2",
        "hand=4",
        "hand=3,second_place=1",
        "hand=3,first_place=3,place=1",
    ] {
        let table = table(rules);
        for position in positions(&table, 40) {
            let value = table.probe(&position).unwrap();
            let turns = table.turns(&position).unwrap();
            let game = Hexflip::from_position(*table.variant().rules(), position);
            match game.outcome().map(|outcome| outcome.winner) {
                None => assert_eq!(turns.iter().map(|t| t.1).max(), Some(value), "{position}"),
                Some(winner) if winner == Some(position.mover()) => {
                    assert_eq!(value, Value::Win(0), "{position}");
                }
                Some(_) => assert_eq!(value, Value::Loss(0), "{position}"),
            }
            for symmetry in Hexflip::symmetries(table.variant().rules()) {
                let image = Hexflip::transform_position(symmetry, &position);
                assert_eq!(table.probe(&image).unwrap(), value, "{image}");
            }
        }
    }
}

#[test]
fn seats_matter_if_first_turns_differ() {
    let standard = table("hand=3");
    let rules = standard.variant().rules();
    // Second on the empty board may place two pieces, First one.
    let empty = Position::new(rules, [0; 2], [3; 2], Seat::Second).unwrap();
    let turns = standard.turns(&empty).unwrap();
    assert_eq!(turns.len(), 19 + 171);
    assert_eq!(
        standard.probe(&empty).unwrap(),
        turns.iter().map(|t| t.1).max().unwrap()
    );
    // If Second's first turn has its own limit, First cannot still have a full hand later.
    let limited = table("hand=3,second_place=1");
    let rules = limited.variant().rules();
    let late = Position::parse(rules, "3/4/2o2/4/3 x 3 2").unwrap();
    assert!(matches!(
        limited.probe(&late),
        Err(TableError::ImpossibleHands)
    ));
    let usual = Position::parse(rules, "3/4/2x2/4/3 o 2 3").unwrap();
    assert_eq!(limited.turns(&usual).unwrap().len(), 18);
    let other = flipside_rules::hexflip::Rules::default();
    let foreign = Position::start(&other);
    assert!(matches!(
        limited.probe(&foreign),
        Err(TableError::Pieces { .. })
    ));
}

#[test]
fn a_loaded_table_agrees_with_the_file() {
    for rules in ["hand=3", "hand=3,second_place=1"] {
        let table = table(rules);
        let loaded = LoadedTable::new(&table).unwrap();
        let rules = table.variant().rules();
        let empty = Position::new(rules, [0; 2], [3; 2], Seat::Second).unwrap();
        for position in positions(&table, 40).into_iter().chain([empty]) {
            let value = table.probe(&position).unwrap();
            assert_eq!(
                Probe::probe(&loaded, &position).unwrap(),
                value,
                "{position}"
            );
        }
        let foreign = Position::start(&flipside_rules::hexflip::Rules::default());
        let error = Probe::probe(&loaded, &foreign);
        assert!(matches!(error, Err(TableError::Pieces { .. })));
    }
}

#[test]
fn facts_of_a_small_game() {
    let table = table("hand=4");
    let turns = first_turns(&table).unwrap();
    let symmetric: Vec<usize> = turns.iter().map(|turn| turn.symmetric).collect();
    assert_eq!(symmetric.iter().sum::<usize>(), 19);
    assert_eq!(turns.len(), 4);
    let start = Position::start(table.variant().rules());
    assert_eq!(table.probe(&start).unwrap(), turns[0].value);

    let longest = longest_line(&table).unwrap();
    assert_eq!(longest.value.turns(), Some(74));
    assert_eq!(longest.turns.len(), 74);
    let mut game = Hexflip::from_position(*table.variant().rules(), longest.position);
    for &turn in &longest.turns {
        assert_eq!(game.outcome(), None);
        game.play(turn).unwrap();
    }
    assert!(game.outcome().is_some());
    assert_eq!(best_line(&table, &start).unwrap().turns, []);

    for only in only_turns(&table, 3, 1).unwrap() {
        let best = table.turns(&only.position).unwrap();
        assert_eq!(best.len(), only.legal);
        assert!(best.contains(&(only.turn, only.value)));
        assert_eq!(table.probe(&only.position).unwrap(), only.value);
    }
}

#[test]
fn threads_may_probe_concurrently() {
    let table = table("hand=3");
    let positions = positions(&table, 20);
    let values: Vec<Value> = positions.iter().map(|p| table.probe(p).unwrap()).collect();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for (position, value) in positions.iter().zip(&values) {
                    assert_eq!(table.probe(position).unwrap(), *value);
                }
            });
        }
    });
}
