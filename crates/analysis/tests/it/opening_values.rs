//! What the table says of openings, against the table asked about each by itself.

use std::collections::BTreeSet;

use crate::small_games::{Sample, changed_sample, game, header, read, rules, sample, table, write};
use flipside_analysis::report::model::{OpeningValues, OpeningsOfValue};
use flipside_analysis::report::render::render;
use flipside_analysis::report::summary::opening_values_sentence;
use flipside_records::{GameRecord, Header};
use flipside_rules::hexflip::{Hexflip, Rules, Turn};
use flipside_rules::{Game as _, GameResult, Notation as _, Seat, Symmetric as _};
use flipside_tablebase::Table;

/// The winner and the turns until then after some turns of a game.
fn worth(table: &Table, rules: Rules, turns: &[Turn]) -> (Option<Seat>, Option<u16>) {
    use flipside_tablebase::Value::{Draw, Loss, Win};
    let mut game = Hexflip::new(rules);
    for &turn in turns {
        game.play(turn).unwrap();
    }
    let mover = game.to_move();
    if let Some(outcome) = game.outcome() {
        return (outcome.winner, Some(0));
    }
    match table.probe(game.position()).unwrap() {
        Win(turns) => (Some(mover), Some(turns)),
        Loss(turns) => (Some(mover.other()), Some(turns)),
        Draw => (None, None),
    }
}

fn turns(record: &GameRecord) -> Vec<Turn> {
    let all = record.turns.iter::<Hexflip>();
    all.take(record.opening as usize)
        .map(Option::unwrap)
        .collect()
}

/// The least of all images of an opening: one for each opening up to symmetry.
fn representative(rules: Rules, turns: &[Turn]) -> Vec<String> {
    Hexflip::symmetries(&rules)
        .into_iter()
        .map(|symmetry| {
            let image = |&turn: &Turn| Hexflip::transform_turn(symmetry, turn).to_string();
            turns.iter().map(image).collect::<Vec<_>>()
        })
        .min()
        .unwrap()
}

fn each(values: &OpeningValues) -> [&OpeningsOfValue; 3] {
    [&values.first, &values.second, &values.neither]
}

fn place(winner: Option<Seat>) -> usize {
    match winner {
        Some(Seat::First) => 0,
        Some(Seat::Second) => 1,
        None => 2,
    }
}

/// Games that count, with who wins from where their openings lead to.
fn counted<'a>(
    table: &Table,
    rules: Rules,
    games: &'a [GameRecord],
) -> Vec<(&'a GameRecord, usize)> {
    use GameResult::{Unfinished, Void};
    let is_void = |id: u64| games[id as usize].end.result == Void;
    games
        .iter()
        .filter(|record| !matches!(record.end.result, Unfinished | Void) && !is_void(record.id ^ 1))
        .map(|record| (record, place(worth(table, rules, &turns(record)).0)))
        .collect()
}

/// Finished games, won by First, won by Second, drawn; for each value.
fn plain(table: &Table, rules: Rules, games: &[GameRecord]) -> [[u64; 4]; 3] {
    let mut counts = [[0; 4]; 3];
    for (record, place) in counted(table, rules, games) {
        counts[place][0] += 1;
        counts[place][match record.end.result {
            GameResult::Win(Seat::First) => 1,
            GameResult::Win(Seat::Second) => 2,
            _ => 3,
        }] += 1;
    }
    counts
}

/// Openings of each value, up to symmetry.
fn distinct(table: &Table, rules: Rules, games: &[GameRecord]) -> [u64; 3] {
    let counted = counted(table, rules, games);
    let openings: BTreeSet<_> = counted
        .into_iter()
        .map(|(record, place)| (place, representative(rules, &turns(record))))
        .collect();
    [0, 1, 2].map(|place| openings.iter().filter(|one| one.0 == place).count() as u64)
}

fn of(values: &OpeningValues) -> [[u64; 4]; 3] {
    each(values).map(|value| {
        let tally = &value.tally;
        [
            tally.finished(),
            tally.first_wins,
            tally.second_wins,
            tally.draws,
        ]
    })
}

#[test]
fn openings_have_the_values_of_the_positions_they_lead_to() {
    let mut over_in_all = 0;
    for (name, longest) in [("hand=3", 4), ("hand=2,overline=mover", 6)] {
        let rules = rules(name);
        // Openings of other lengths too, some as long as the game.
        let Sample {
            table,
            table_path,
            games,
            file,
            folder: _folder,
        } = changed_sample(rules, 900, 0, |record| {
            let length = (2 + record.id / 2 % (longest - 1)) as u32;
            record.opening = length.min(record.turns.iter::<Hexflip>().count() as u32);
        });
        let report = read(&[file], &table_path).unwrap();
        let group = &report.groups[0];
        let plain = plain(&table, rules, &games);
        let values = group.opening_values.as_ref().unwrap();
        assert_eq!(of(values), plain, "{name}");
        let openings = each(values).map(|value| value.openings.unwrap());
        assert_eq!(openings, distinct(&table, rules, &games), "{name}");
        assert!(plain.iter().filter(|of_value| of_value[0] > 30).count() >= 2);

        let all: u64 = plain.iter().map(|of_value| of_value[0]).sum();
        let share = (2 * plain[0][0] + plain[2][0]) as f64 / (2 * all) as f64;
        assert!((values.share_by_value - share).abs() < 1e-12);
        for value in each(values) {
            let Some(advantage) = &value.advantage else {
                assert_eq!(value.tally.finished(), 0);
                continue;
            };
            assert_eq!(Some(advantage.share), value.tally.first_share());
        }

        // Those that are listed, one by one: as text, so that it can be asked again.
        let mut over = 0;
        for (openings, is_first_turn) in [(&group.openings, false), (&group.first_turns, true)] {
            for listed in &openings.as_ref().unwrap().most_frequent {
                let mut game = Hexflip::new(rules);
                let mut turns = Vec::new();
                for text in listed.opening.split(' ') {
                    let turn = game.parse_turn(text).unwrap();
                    game.play(turn).unwrap();
                    turns.push(turn);
                }
                assert!(!is_first_turn || turns.len() == 1);
                let proven = listed.proven.unwrap();
                let said = (proven.winner, proven.turns);
                assert_eq!(said, worth(&table, rules, &turns), "{}", listed.opening);
                over += usize::from(proven.turns == Some(0));
            }
            assert_eq!(
                openings
                    .as_ref()
                    .unwrap()
                    .others
                    .as_ref()
                    .and_then(|o| o.proven),
                None
            );
        }
        over_in_all += over;
    }
    assert!(over_in_all > 0, "no opening that ends the game");
}

#[test]
fn the_order_of_games_and_files_and_threads_change_nothing() {
    let rules = rules("hand=2");
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = table(folder.path(), rules);
    let games: Vec<GameRecord> = (0..600).map(|id| game(rules, id)).collect();
    let header = Header {
        games_per_block: 16,
        ..header::<Hexflip>(&rules, 0)
    };
    let file = |name: &str, games: &[GameRecord]| write(folder.path().join(name), &header, games);
    let whole = file("a.flip", &games);
    let (front, back) = (file("b.flip", &games[..301]), file("c.flip", &games[301..]));
    let on = |threads, files: &[std::path::PathBuf]| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let report = pool.build().unwrap().install(|| read(files, &path));
        let group = &report.unwrap().groups[0];
        let json = |part: serde_json::Value| part.to_string();
        (
            json(serde_json::to_value(&group.opening_values).unwrap()),
            json(serde_json::to_value(&group.openings).unwrap()),
        )
    };
    let once = on(1, std::slice::from_ref(&whole));
    assert_eq!(on(3, std::slice::from_ref(&whole)), once);
    assert_eq!(on(2, &[front.clone(), back.clone()]), once);
    assert_eq!(on(2, &[back, front]), once);
}

#[test]
fn the_page_says_who_wins_after_the_openings() {
    let rules = rules("hand=3");
    let Sample {
        table,
        table_path,
        games,
        file,
        folder: _folder,
    } = sample(rules, 600, 0);
    let report = read(&[file], &table_path).unwrap();
    let values = report.groups[0].opening_values.as_ref().unwrap();
    let plain = plain(&table, rules, &games);
    let [first, second, neither] = distinct(&table, rules, &games);
    let sentence = opening_values_sentence(values);
    let counted = format!(
        "Of {} openings up to symmetry, {first} are won for First by the table, {second} are won \
         for Second, and in {neither} neither side can force the end ({}, {} and {} of {} finished \
         games).",
        first + second + neither,
        plain[0][0],
        plain[1][0],
        plain[2][0],
        plain[0][0] + plain[1][0] + plain[2][0],
    );
    let spaced = sentence.replace('\u{a0}', " ");
    assert!(spaced.starts_with(&counted), "{sentence}");
    let files = render(&report).unwrap();
    let page = files
        .iter()
        .find(|f| f.path.ends_with("report.html"))
        .unwrap();
    let page = std::str::from_utf8(&page.bytes).unwrap();
    assert!(page.contains(&sentence));
    let listed = &report.groups[0].first_turns.as_ref().unwrap().most_frequent[0];
    let (winner, turns) = (listed.proven.unwrap().winner, listed.proven.unwrap().turns);
    let said = match (winner, turns) {
        (Some(winner), Some(turns)) => {
            format!("<td class=\"phrase\">{winner} wins in {turns}\u{a0}turn")
        }
        _ => "<td class=\"phrase\">Neither side can force the end".to_owned(),
    };
    assert!(page.contains(&said), "{said}");
}

#[test]
fn too_many_openings_still_add_up_by_value() {
    let rules = rules("hand=3");
    // Openings of eight turns differ nearly always.
    let Sample {
        table,
        table_path,
        games,
        file,
        folder: _folder,
    } = changed_sample(rules, 24_000, 0, |record| {
        record.opening = (record.turns.iter::<Hexflip>().count() as u32).min(8);
    });
    let report = read(&[file], &table_path).unwrap();
    let group = &report.groups[0];
    assert_eq!(group.openings.as_ref().unwrap().count, None);
    let values = group.opening_values.as_ref().unwrap();
    let plain = plain(&table, rules, &games);
    assert_eq!(of(values), plain);
    assert!(each(values).iter().all(|value| value.openings.is_none()));
    let sentence = opening_values_sentence(values);
    assert!(
        sentence.contains("began with an opening that is won for First"),
        "{sentence}"
    );
}
