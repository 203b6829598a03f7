//! Samples from record files.

use std::path::{Path, PathBuf};

use flipside_ai::{Rng, STANDARD_WEIGHTS, Stop, Weights, load_weights};
use flipside_records::{Annotation, End, GameRecord, Header, RecordedScore, Writer};
use flipside_rules::Hexflip;
use flipside_rules::hexflip::{self, windows_filled};
use flipside_rules::{ForMover, FullGame, Game, RuleSet, Sayu, Seat, no_attachments, sayu};
use flipside_tuning::fit::{
    RecordCounts, RecordOptions, RecordsError, Samples, samples_of_records,
};

/// The recorded value of a turn for the player who makes it; different for different turns.
fn value(turn: usize) -> u16 {
    1_000 + 100 * turn as u16
}

/// Random games; every other turn has a value.
fn games<G: FullGame>(rules: &G::Rules, count: u64, most: usize) -> Vec<(GameRecord, Vec<G>)> {
    let play = |id: u64| {
        let mut rng = Rng::new(id);
        let mut game = G::new(rules.clone());
        let mut record = GameRecord::new(id, [0, 0], id);
        let mut before = Vec::new();
        while game.outcome().is_none() && before.len() < most {
            let turn = game.pick_turn(|n| rng.below(n)).unwrap();
            let score = RecordedScore::new(value(before.len()));
            record.annotations.push(Annotation {
                value: score.filter(|_| before.len() % 2 == 0).map(ForMover),
                ..Annotation::default()
            });
            record.turns.push::<G>(turn);
            before.push(game.clone());
            game.play_unchecked(turn);
        }
        let end = game.outcome().and_then(End::by_rules::<G>);
        record.end = end.unwrap_or(End::PLY_LIMIT);
        record.opening = 2;
        (record, before)
    };
    (0..count).map(play).collect()
}

fn write<G: FullGame>(path: &Path, rules: &G::Rules, games: &[(GameRecord, Vec<G>)]) {
    let mut header = Header::new::<G>(rules);
    header.agents = vec!["random".to_string()];
    header.games_per_block = 3;
    let mut writer = Writer::new(Vec::new(), &header).unwrap();
    for (record, _) in games {
        writer.push(record.clone()).unwrap();
    }
    std::fs::write(path, writer.finish().unwrap()).unwrap();
}

fn standard<G: flipside_ai::Evaluate>() -> Weights<G> {
    load_weights(STANDARD_WEIGHTS).unwrap()
}

/// Whether a position is not quiet, by trying all turns: the opponent has a four in a row, a turn wins
/// immediately, or all turns end the game.
fn is_decided(game: &Hexflip) -> bool {
    let mover = game.to_move();
    let ends = |turn: &hexflip::Turn| {
        let mut next = game.clone();
        next.play_unchecked(*turn);
        next.outcome()
    };
    let turns = game.turns();
    windows_filled(game.position().stones(mover.other())) > 0
        || turns
            .iter()
            .filter_map(ends)
            .any(|end| end.winner == Some(mover))
        || turns.iter().all(|turn| ends(turn).is_some())
}

fn read(
    files: &[PathBuf],
    options: &RecordOptions,
) -> Result<(Samples, RecordCounts), RecordsError> {
    let rules = hexflip::Rules::default();
    samples_of_records::<Hexflip>(files, &rules, &standard(), options, &Stop::new())
}

#[test]
fn quiet_positions_get_the_result_and_the_recorded_value() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.flip");
    let rules = hexflip::Rules::default();
    let mut games = games::<Hexflip>(&rules, 40, 200);
    games[5].0.end = End::PLY_LIMIT;
    games[5].0.turns = flipside_records::Turns::new();
    games[5].0.annotations.clear();
    games[5].0.opening = 0;
    games[5].1.clear();
    write(&path, &rules, &games);
    let mut unsettled = 0;
    for (value_share, skip) in [(0.0, 0), (1.0, 0), (0.25, 3)] {
        let options = RecordOptions {
            skip,
            every: 1,
            value_share,
        };
        let (samples, counts) = read(std::slice::from_ref(&path), &options).unwrap();
        let mut expected = Vec::new();
        unsettled = 0;
        for (record, positions) in &games {
            let result = match record.end.result {
                flipside_rules::GameResult::Win(Seat::First) => 1.0,
                flipside_rules::GameResult::Win(Seat::Second) => 0.0,
                _ => 0.5,
            };
            for (turn, game) in positions.iter().enumerate().skip(2 + skip as usize) {
                if value_share > 0.0 && turn % 2 == 1 {
                    continue;
                }
                if is_decided(game) {
                    unsettled += 1;
                    continue;
                }
                let mover = f64::from(value(turn)) / 10_000.0;
                let value = match game.to_move() {
                    Seat::First => mover,
                    Seat::Second => 1.0 - mover,
                };
                expected.push(value_share * value + (1.0 - value_share) * result);
            }
        }
        let found: Vec<f64> = (0..samples.len())
            .filter_map(|i| samples.target_and_weight(i))
            .map(|(target, _)| target)
            .collect();
        assert_eq!(found.len(), expected.len());
        let close = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-12;
        assert!(found.iter().zip(&expected).all(close));
        assert_eq!(counts.unsettled, unsettled);
        assert_eq!((counts.games, counts.without_result), (39, 1));
        assert_eq!(counts.without_value > 0, value_share > 0.0);
    }
    assert!(unsettled > 5, "{unsettled}");
}

#[test]
fn one_of_several_turns_is_sampled() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.flip");
    let rules = sayu::Rules::default();
    write(&path, &rules, &games::<Sayu>(&rules, 12, 200));
    let count = |every: u32| {
        let options = RecordOptions {
            every,
            ..RecordOptions::default()
        };
        let stop = Stop::new();
        let files = [path.clone()];
        let read = samples_of_records::<Sayu>(&files, &rules, &standard(), &options, &stop);
        let (samples, _) = read.unwrap();
        let mut games = samples.games().to_vec();
        games.dedup();
        assert_eq!(games.len(), 12);
        samples.len()
    };
    // 48 turns minus two of the opening and the last one.
    assert_eq!(count(1), 12 * 45);
    let tenth = count(10);
    assert!((48..=60).contains(&tenth), "{tenth}");
    // Games of different experiments differ; the same game in two files is the same.
    let again = directory.path().join("again.flip");
    std::fs::copy(&path, &again).unwrap();
    let files = [path.clone(), again];
    let options = RecordOptions::default();
    let stop = Stop::new();
    let read = samples_of_records::<Sayu>(&files, &rules, &standard(), &options, &stop);
    let mut games = read.unwrap().0.games().to_vec();
    games.sort_unstable();
    games.dedup();
    assert_eq!(games.len(), 12);
}

#[test]
fn unusable_records_are_reported() {
    let directory = tempfile::tempdir().unwrap();
    let place = |name: &str| directory.path().join(name);
    let rules = hexflip::Rules::default();
    let good = place("good.flip");
    write(&good, &rules, &games::<Hexflip>(&rules, 9, 200));
    let sayu = place("sayu.flip");
    let sayu_rules = sayu::Rules::default();
    write(&sayu, &sayu_rules, &games::<Sayu>(&sayu_rules, 2, 200));
    let small = place("small.flip");
    let small_rules = hexflip::Rules::parse("hand=6", &no_attachments).unwrap();
    write(
        &small,
        &small_rules,
        &games::<Hexflip>(&small_rules, 2, 200),
    );
    let torn = place("torn.flip");
    let bytes = std::fs::read(&good).unwrap();
    std::fs::write(&torn, &bytes[..bytes.len() - 20]).unwrap();
    let cut = place("cut.flip");
    write(&cut, &rules, &games::<Hexflip>(&rules, 3, 3));
    let standard = RecordOptions::default();
    for (file, words) in [
        (
            &sayu,
            &["sayu.flip contains games of sayu", "expected hexflip"][..],
        ),
        (&small, &["small.flip", "`hand=6`", "`standard`"]),
        (&torn, &["torn.flip", "torn"]),
        (&place("none.flip"), &["none.flip"]),
        (
            &cut,
            &["no usable positions", "3 games, 3 did not end by the rules"],
        ),
    ] {
        // Every file in the list is checked.
        let files = match file == &cut {
            true => vec![file.to_path_buf()],
            false => vec![good.clone(), file.to_path_buf()],
        };
        let message = read(&files, &standard).unwrap_err().to_string();
        for word in words {
            assert!(message.contains(word), "{message}");
        }
    }
    assert!(matches!(read(&[], &standard), Err(RecordsError::NoFiles)));
    let every = RecordOptions {
        every: 0,
        ..standard
    };
    let files = [good];
    assert!(matches!(read(&files, &every), Err(RecordsError::Every)));
    for value_share in [-0.1, 1.1, f64::NAN] {
        let options = RecordOptions {
            value_share,
            ..standard
        };
        let refused = read(&files, &options);
        assert!(matches!(refused, Err(RecordsError::ValueShare(_))));
    }
    let stop = Stop::new();
    stop.request();
    let stopped = samples_of_records::<Hexflip>(
        &files,
        &rules,
        &load_weights(STANDARD_WEIGHTS).unwrap(),
        &standard,
        &stop,
    );
    assert!(matches!(stopped, Err(RecordsError::Stopped)));
}
