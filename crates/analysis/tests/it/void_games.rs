//! Void games and their partners are in no statistic, wherever the two games of a pair stand.

use crate::written::{DRAW, FIRST, Run, SECOND, UNFINISHED, VOID, numbers, read, report_of};
use flipside_analysis::report::model::{GroupReport, Report};
use flipside_records::{End, GameRecord};
use flipside_testkit::random::Lcg;
use serde_json::Value;

const MATCH: Run<'_> = Run {
    agents: &["uct:nodes=200", "greedy"],
    schedule: "pairs opening=random:2 max-turns=1000",
    seed: 5,
    games_per_block: 16,
};

const ROUND_ROBIN: Run<'_> = Run {
    agents: &["uct:nodes=200", "greedy", "random"],
    schedule: "round-robin opening=random:2 max-turns=1000",
    ..MATCH
};

/// Ends of all kinds, with some of them more frequent.
fn ends(count: u64, seed: u64) -> Vec<End> {
    let kinds = [FIRST, FIRST, SECOND, SECOND, SECOND, DRAW, UNFINISHED, VOID];
    let mut random = Lcg::new(seed);
    (0..count)
        .map(|_| kinds[random.below(kinds.len())])
        .collect()
}

fn only(report: &Report) -> &GroupReport {
    let [group] = report.groups.as_slice() else {
        panic!("{} groups", report.groups.len());
    };
    group
}

/// What must be the same with the pairs of void games as without them.
fn statistics(group: &GroupReport) -> Value {
    let mut json = serde_json::to_value(group).unwrap();
    for key in ["provenance", "endings", "failures"] {
        json[key] = Value::Null;
    }
    for (part, key) in [("tally", "void"), ("strength", "incomplete_pairs")] {
        json[part][key] = Value::Null;
    }
    json
}

#[test]
fn a_report_with_void_games_is_one_without_their_pairs() {
    let ends = ends(600, 1);
    let with = report_of(&MATCH, &ends);
    let dir = tempfile::tempdir().unwrap();
    let is_void = |id: u64| ends[id as usize].result == VOID.result;
    let kept: Vec<GameRecord> = MATCH
        .games(&ends)
        .into_iter()
        .filter(|game| !is_void(game.id) && !is_void(game.id ^ 1))
        .collect();
    let left_out = ends.len() - kept.len();
    let file = MATCH.write(&dir.path().join("kept.flip"), kept);
    let without = read(&[file]).unwrap();
    assert_eq!(statistics(only(&with)), statistics(only(&without)));

    let tally = only(&with).tally;
    assert_eq!(tally.void, left_out as u64);
    assert_eq!(tally.games(), 600);
    let partners: u64 = (only(&with).endings.iter())
        .filter(|ending| ending.reason == "void-partner")
        .map(|ending| ending.tally.void)
        .sum();
    let void = ends.iter().filter(|end| end.result == VOID.result).count();
    assert_eq!(partners, (left_out - void) as u64);
    assert!(partners > 20 && void > 40, "the test has something to find");
}

#[test]
fn results_are_those_of_a_naive_count() {
    let ends = ends(400, 2);
    let report = report_of(&MATCH, &ends);
    let mut expected = [0; 3];
    for pair in ends.chunks(2).filter(|pair| !pair.contains(&VOID)) {
        for end in pair {
            for (count, kind) in expected.iter_mut().zip([FIRST, SECOND, DRAW]) {
                *count += u64::from(*end == kind);
            }
        }
    }
    let group = only(&report);
    let tally = &group.tally;
    assert_eq!([tally.first_wins, tally.second_wins, tally.draws], expected);
    let finished: u64 = expected.iter().sum();
    assert_eq!(group.advantage.unwrap().games, finished);
    assert_eq!(group.lengths.all.summary.as_ref().unwrap().count, finished);
    assert_eq!(group.cumulative.last().unwrap().games, finished);
    let strength = group.strength.as_ref().unwrap();
    assert_eq!(strength.games.outcomes().iter().sum::<u64>(), finished);
    let complete = (ends.chunks(2))
        .filter(|pair| !pair.contains(&VOID) && !pair.contains(&UNFINISHED))
        .count() as u64;
    assert_eq!(strength.pairs.pairs(), complete);
    assert_eq!(strength.incomplete_pairs, 200 - complete);
}

#[test]
fn where_games_are_not_paired_nobody_goes_with_a_void_one() {
    let run = Run {
        agents: &["random"],
        schedule: "selfplay opening=random:2 max-turns=1000",
        ..MATCH
    };
    let report = report_of(&run, &[FIRST, VOID, SECOND, FIRST, VOID]);
    let tally = &only(&report).tally;
    assert_eq!((tally.void, tally.finished()), (2, 3));
}

#[test]
fn a_last_game_without_its_partner_counts_but_its_pair_does_not() {
    let report = report_of(&MATCH, &[FIRST, SECOND, FIRST]);
    let group = only(&report);
    assert_eq!(group.tally.finished(), 3);
    let strength = group.strength.as_ref().unwrap();
    assert_eq!((strength.pairs.pairs(), strength.incomplete_pairs), (1, 1));
}

#[test]
fn odd_pairs_of_two_seeds_are_not_taken_for_one() {
    let dir = tempfile::tempdir().unwrap();
    let other = Run { seed: 6, ..MATCH };
    let files = [
        MATCH.write(&dir.path().join("a"), MATCH.games(&[FIRST, FIRST, FIRST])),
        other.write(&dir.path().join("b"), other.games(&[FIRST, FIRST, VOID])),
    ];
    let report = read(&files).unwrap();
    let strength = only(&report).strength.clone().unwrap();
    assert_eq!((strength.pairs.pairs(), strength.incomplete_pairs), (2, 2));
    assert_eq!(only(&report).tally.void, 1);
}

/// Cuts games into files, by the file of each game.
fn cut(
    run: &Run<'_>,
    games: &[GameRecord],
    files: usize,
    file_of: impl Fn(u64) -> usize,
    order: &[usize],
) -> Report {
    let dir = tempfile::tempdir().unwrap();
    let mut paths: Vec<_> = (0..files)
        .map(|file| {
            let part = games.iter().filter(|game| file_of(game.id) == file);
            run.write(&dir.path().join(file.to_string()), part.cloned())
        })
        .collect();
    paths = order.iter().map(|&file| paths[file].clone()).collect();
    read(&paths).unwrap()
}

#[test]
fn neither_files_nor_their_order_change_a_number() {
    for run in [MATCH, ROUND_ROBIN] {
        for ends in [ends(301, 3), ends(300, 4)] {
            let games = run.games(&ends);
            let whole = cut(&run, &games, 1, |_| 0, &[0]);
            let thirds = |id: u64| (id / 101) as usize;
            let alternating = |id: u64| (id % 2) as usize;
            let scattered = |id: u64| (id.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 62) as usize;
            let nested = |id: u64| usize::from((90..111).contains(&id));
            for other in [
                cut(&run, &games, 3, thirds, &[0, 1, 2]),
                cut(&run, &games, 3, thirds, &[2, 0, 1]),
                cut(&run, &games, 2, alternating, &[0, 1]),
                cut(&run, &games, 2, alternating, &[1, 0]),
                cut(&run, &games, 4, scattered, &[3, 1, 0, 2]),
                cut(&run, &games, 2, nested, &[1, 0]),
            ] {
                assert_eq!(numbers(&other), numbers(&whole));
            }
        }
    }
}

#[test]
fn blocks_may_end_within_a_pair() {
    let ends = ends(100, 5);
    let even = report_of(&MATCH, &ends);
    let odd = report_of(
        &Run {
            games_per_block: 7,
            ..MATCH
        },
        &ends,
    );
    assert_eq!(
        serde_json::to_value(only(&odd).strength.clone()).unwrap(),
        serde_json::to_value(only(&even).strength.clone()).unwrap()
    );
    assert_eq!(statistics(only(&odd)), statistics(only(&even)));
}

#[test]
fn games_that_contradict_the_rules_are_errors_also_without_their_partner() {
    let mut games = MATCH.games(&[FIRST, FIRST, FIRST]);
    // Nobody has won by the rules.
    games[2].end = End {
        reason: flipside_records::EndReason::Rule(0),
        ..FIRST
    };
    let dir = tempfile::tempdir().unwrap();
    let file = MATCH.write(&dir.path().join("wrong.flip"), games);
    let error = read(&[file]).unwrap_err().to_string();
    assert!(
        error.contains("wrong.flip") && error.contains("game 2"),
        "{error}"
    );
}
