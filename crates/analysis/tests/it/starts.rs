//! Games that start from positions of their own.

use crate::small_games;
use crate::written;
use flipside_analysis::report::model::OpeningResult;
use flipside_records::GameRecord;
use flipside_rules::hexflip::{Hexflip, Position, Rules, Turn};
use flipside_rules::{Game as _, Notation as _};

/// Two turns from a position, both of them the opening.
fn game(id: u64, start: Option<&str>, turns: [&str; 2]) -> GameRecord {
    let mut record = GameRecord::new(id, [0, 1], id);
    record.start = start.map(str::to_owned);
    for turn in turns {
        record.turns.push::<Hexflip>(Turn::parse(turn).unwrap());
    }
    record.opening = 2;
    record.end = written::FIRST;
    record
}

#[test]
fn equal_turns_from_different_starts_are_different_games() {
    // The second and the third are images of one another, the last two the same game.
    let games = [
        game(0, None, ["c1", "c5"]),
        game(1, Some("x2/4/5/4/3 x 7 8"), ["c1", "c5"]),
        game(2, Some("2x/4/5/4/3 x 7 8"), ["c5", "c1"]),
        game(3, Some("3/4/2x2/4/3 x 7 8"), ["c1", "c5"]),
        game(4, Some("3/4/2x2/4/3 x 7 8"), ["c1", "c5"]),
    ];
    let rules = Rules::default();
    let folder = tempfile::tempdir().unwrap();
    let header = small_games::header::<Hexflip>(&rules, 0);
    let file = small_games::write(folder.path().join("a.flip"), &header, &games);
    let report = written::read(&[file]).unwrap();
    let group = &report.groups[0];
    assert_eq!(group.distinct.games.count, 4);
    assert_eq!(group.distinct.up_to_symmetry.count, 3);
    let openings = &group.openings.as_ref().unwrap().most_frequent;
    let mut listed: Vec<(&str, u64)> = openings
        .iter()
        .map(|opening| (opening.opening.as_str(), opening.tally.games()))
        .collect();
    listed.sort_unstable();
    let counts: Vec<u64> = listed.iter().map(|(_, games)| *games).collect();
    assert_eq!(counts.iter().sum::<u64>(), 5);
    assert_eq!(listed.len(), 3, "{listed:?}");
    for (text, _) in listed {
        // What is shown leads somewhere: turns and start are of the same image.
        let (turns, start) = text
            .split_once(" from ")
            .unwrap_or((text, "3/4/5/4/3 x 8 8"));
        let start = Position::parse(&rules, start).unwrap();
        let mut game = Hexflip::from_position(rules, start);
        game.play_texts(turns.split(' ')).unwrap();
    }
    let from = |one: &&OpeningResult| one.opening.contains(" from ");
    assert_eq!(openings.iter().filter(from).count(), 2);
}
