//! The naive rules reproduce the recorded games and counts.

use std::collections::BTreeMap;

use flipside_testkit::corpus::{PerftCount, RecordedGame, hexflip_endings, perft_counts};
use flipside_testkit::naive::{NaiveHexflip, NaiveSayu, standard_sayu_tiles};

/// The 12 windows, listed by points.
const WINDOWS: [[&str; 4]; 12] = [
    ["b1", "b2", "b3", "b4"],
    ["c1", "c2", "c3", "c4"],
    ["c2", "c3", "c4", "c5"],
    ["d2", "d3", "d4", "d5"],
    ["a2", "b2", "c2", "d2"],
    ["a3", "b3", "c3", "d3"],
    ["b3", "c3", "d3", "e3"],
    ["b4", "c4", "d4", "e4"],
    ["a1", "b2", "c3", "d4"],
    ["b2", "c3", "d4", "e5"],
    ["b1", "c2", "d3", "e4"],
    ["a2", "b3", "c4", "d5"],
];

fn recount(line: &PerftCount) {
    let counted = if line.game == "hexflip" {
        NaiveHexflip::from_position(line.rules, line.position)
            .unwrap()
            .perft(line.depth)
    } else {
        let tiles = standard_sayu_tiles();
        let tiles: Vec<&str> = tiles.iter().map(String::as_str).collect();
        NaiveSayu::from_position(line.rules, &tiles, line.position)
            .unwrap()
            .perft(line.depth)
    };
    assert_eq!(counted, line.count, "{line:?}");
}

/// The other counts are checked by `cargo xtask perft-corpus --check`, which generates the whole file
/// again.
#[test]
fn cheap_counts() {
    let counts = perft_counts();
    assert!(counts.len() >= 40);
    let cheap: Vec<&PerftCount> = counts.iter().filter(|line| line.count <= 100_000).collect();
    assert!(cheap.len() >= 10);
    cheap.into_iter().for_each(recount);
}

#[test]
fn recorded_games_end_as_recorded() {
    for record in hexflip_endings() {
        let mut game = NaiveHexflip::from_position(record.rules, record.start).unwrap();
        assert_eq!(game.rules_name(), record.rules);
        for turn in &record.turns {
            assert_eq!(game.outcome(), None, "{record:?}");
            game.play(turn).unwrap();
        }
        assert_eq!(game.position(), record.end, "{record:?}");
        let outcome = game.outcome();
        let outcome = outcome
            .as_ref()
            .map(|(winner, reason)| (winner.as_str(), reason.as_str()));
        assert_eq!(outcome, record.outcome, "{record:?}");
        assert_eq!(barred(&game, &record), record.barred, "{record:?}");
    }
}

/// Returns the turns that would be legal in the last position without history.
fn barred(game: &NaiveHexflip, record: &RecordedGame) -> Vec<String> {
    let others = record.rules.split(',').filter(|item| item.contains('='));
    let mut rules: Vec<&str> = others
        .filter(|item| !item.starts_with("repetition="))
        .collect();
    rules.push("repetition=off");
    let free = NaiveHexflip::from_position(&rules.join(","), record.end).unwrap();
    let mut barred: Vec<String> = free
        .turns()
        .into_iter()
        .filter(|turn| !game.is_legal(turn))
        .collect();
    // Repetition forbids nothing in a game that ended for another reason.
    if record
        .outcome
        .is_some_and(|(_, reason)| reason != "no-legal-turn")
    {
        barred.clear();
    }
    barred
}

/// F(p) in a position text.
fn full_windows(position: &str, player: char) -> usize {
    let mut points = BTreeMap::new();
    let rows = position.split(' ').next().unwrap();
    for (row, (letter, first)) in
        rows.split('/')
            .zip([("e", 3), ("d", 2), ("c", 1), ("b", 1), ("a", 1)])
    {
        let mut number = first;
        for symbol in row.chars() {
            if let Some(run) = symbol.to_digit(10) {
                number += run;
            } else {
                points.insert(format!("{letter}{number}"), symbol);
                number += 1;
            }
        }
    }
    let filled = |point: &&str| points.get(*point) == Some(&player);
    WINDOWS
        .iter()
        .filter(|window| window.iter().all(filled))
        .count()
}

/// Returns the games match their kinds.
#[test]
fn recorded_games_show_what_they_should() {
    for record in hexflip_endings() {
        let mut game = NaiveHexflip::from_position(record.rules, record.start).unwrap();
        let (last, others) = record.turns.split_last().unwrap();
        others.iter().for_each(|turn| game.play(turn).unwrap());
        let next = if record.end.contains(" x ") { 'x' } else { 'o' };
        let moved = if next == 'x' { 'o' } else { 'x' };
        let (own, other) = (
            full_windows(record.end, moved),
            full_windows(record.end, next),
        );
        let other_before = full_windows(&game.position(), next);
        let kind = record.kind.trim_end_matches(" after swap");
        let shown = match kind {
            "overline-own of both" => own >= 2 && other >= 2,
            "overline-own by a jump" => own >= 2 && last.contains('-'),
            "overline-own by placing" => own >= 2 && !last.contains('-'),
            "overline-other by flips" => own < 2 && other >= 2 && last.contains('-'),
            "no-legal-turn all barred" => !record.barred.is_empty(),
            "no-legal-turn despite a standing four" => other == 1 && record.barred.is_empty(),
            "no-legal-turn despite a standing overline" => other >= 2,
            "no-legal-turn against a four" => own == 1 && other == 0,
            "no-legal-turn plain" => own == 0 && other == 0 && record.barred.is_empty(),
            "four overline of the other" => other >= 2,
            "four completed by flips" => other == 1 && other_before == 0 && last.contains('-'),
            "four held" => other == 1 && other_before == 1 && own == 0,
            "four held against a four" => other == 1 && other_before == 1 && own == 1,
            "some turns barred" => !record.barred.is_empty() && record.outcome.is_none(),
            "repeated by second" => moved == 'o' && record.outcome.is_none(),
            "just" => *last == "swap",
            _ => false,
        };
        assert!(shown, "{record:?}");
        assert_eq!(record.kind != kind, record.turns.contains(&"swap"));
    }
}
