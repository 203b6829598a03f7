//! Runs: the same bytes on any number of threads, interrupted or not.

use std::fs;

use std::sync::atomic::{AtomicU64, Ordering};

use crate::common::{Scripted, Trick, play, tournament};
use flipside_ai::{Playable, Stop};
use flipside_arena::{Openings, Progress, RunOptions, Standing, Status, Tournament, run};
use flipside_records::{Format, recover};
use flipside_rules::{Hexflip, RuleSet as _, Sayu, hexflip, no_attachments};

fn same_bytes_however_it_is_run<G: Playable>(tournament: &Tournament<G>) {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name);
    let whole = play(tournament, &file("one"), 1, false, u64::MAX).unwrap();
    assert_eq!(
        (whole.games(), whole.resumed, whole.in_journal),
        (tournament.games, 0, 0)
    );
    assert!(whole.finished);
    let expected = fs::read(file("one")).unwrap();

    play(tournament, &file("three"), 3, false, u64::MAX).unwrap();
    assert!(
        fs::read(file("three")).unwrap() == expected,
        "threads change the bytes"
    );

    // Stopped again and again, on one thread and on several.
    for (name, threads) in [("stopped1", 1), ("stopped3", 3)] {
        let mut runs = 0;
        loop {
            let done = fs::exists(file(name)).unwrap();
            let before = if done {
                recover(file(name)).unwrap().unwrap().ids.len()
            } else {
                0
            };
            let step = tournament.games / 5 + 1;
            let summary = play(tournament, &file(name), threads, true, before + step).unwrap();
            runs += 1;
            if summary.finished {
                break;
            }
            assert!(recover(file(name)).unwrap().unwrap().ids.len() >= summary.games());
            assert!(runs < 100, "no progress");
        }
        assert!(runs > 1, "never stopped");
        assert!(
            fs::read(file(name)).unwrap() == expected,
            "interruptions change the bytes"
        );
    }

    // Killed: the file ends anywhere.
    for cut in (0..expected.len()).step_by(expected.len() / 9 + 1) {
        fs::write(file("cut"), &expected[..cut]).unwrap();
        play(tournament, &file("cut"), 2, true, u64::MAX).unwrap();
        assert!(
            fs::read(file("cut")).unwrap() == expected,
            "a cut at byte {cut} shows"
        );
    }

    // Made longer.
    let longer = Tournament {
        games: tournament.games + 34,
        ..tournament.clone()
    };
    play(&longer, &file("one"), 2, true, u64::MAX).unwrap();
    play(&longer, &file("longer"), 2, false, u64::MAX).unwrap();
    assert!(fs::read(file("one")).unwrap() == fs::read(file("longer")).unwrap());
}

#[test]
fn fast_games() {
    // So many blocks that a run which is asked to stop after a fifth of them cannot have the rest
    // under way already.
    let tournament = tournament::<Hexflip>(&["random", "greedy"], Format::Pairs, 20_000);
    same_bytes_however_it_is_run(&tournament);
}

#[test]
fn searched_games() {
    let tournament = tournament::<Hexflip>(&["uct:nodes=20", "uct:nodes=5"], Format::Pairs, 70);
    same_bytes_however_it_is_run(&tournament);
}

#[test]
fn self_play_of_sayu() {
    let tournament = tournament::<Sayu>(&["uct:nodes=4"], Format::SelfPlay, 40);
    same_bytes_however_it_is_run(&tournament);
}

/// Hears in which order games are finished: how far those done are ahead of those in order.
#[derive(Default)]
struct Ahead(AtomicU64);

impl Progress for Ahead {
    fn advance(&self, status: &Status<'_>) {
        let ahead = status.done - status.standing.games();
        self.0.fetch_max(ahead, Ordering::Relaxed);
    }
}

#[test]
fn a_shuffled_order_of_finishing_changes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let tournament: Tournament<Hexflip> = tournament(&["uct:nodes=1", "greedy"], Format::Pairs, 96);
    let run_with = |name: &str, threads, jitter, ahead: &Ahead| {
        let factory = Scripted {
            jitter,
            ..Scripted::new(Trick::Panic, u64::MAX)
        };
        let stop = Stop::new();
        let options = RunOptions {
            threads: Some(threads),
            progress: ahead,
            ..RunOptions::new(&factory, &stop)
        };
        let path = dir.path().join(name);
        run(&tournament, &path, &options).unwrap();
        let standing = Standing::read::<Hexflip>(&path).unwrap();
        (fs::read(&path).unwrap(), format!("{standing:?}"))
    };
    let in_order = Ahead::default();
    let plain = run_with("plain", 1, 1, &in_order);
    assert!(in_order.0.into_inner() <= 1);
    // Some games take many times as long as others, so that many finish before earlier ones.
    let shuffled = Ahead::default();
    assert!(run_with("shuffled", 4, 9, &shuffled) == plain);
    assert!(shuffled.0.into_inner() > 4);
}

#[test]
fn the_score_is_that_of_the_first_agent() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("match");
    let tournament = tournament::<Sayu>(&["greedy", "random"], Format::Pairs, 40);
    play(&tournament, &path, 2, false, u64::MAX).unwrap();
    let score = Standing::read::<Sayu>(&path).unwrap().pairings()[0].games();
    assert_eq!(score.wins + score.losses + score.draws, 40);
    assert!(score.wins >= 36, "{score:?}");
}

#[test]
fn games_at_the_limit_are_unfinished() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("match");
    let mut limited = tournament::<Sayu>(&["random"], Format::SelfPlay, 300);
    limited.schedule.max_turns = 10;
    play(&limited, &path, 2, false, u64::MAX).unwrap();
    let standing = Standing::read::<Sayu>(&path).unwrap();
    assert_eq!(standing.pairings()[0].unfinished(), 300);
}

#[test]
fn what_is_there_is_never_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("match");
    let first = tournament::<Hexflip>(&["random", "greedy"], Format::Pairs, 300);
    play(&first, &path, 2, false, u64::MAX).unwrap();
    let before = fs::read(&path).unwrap();

    let fails = |tournament: &Tournament<Hexflip>, resume, part: &str| {
        let error = play(tournament, &path, 1, resume, u64::MAX)
            .unwrap_err()
            .to_string();
        assert!(error.contains(part), "{error}");
        assert!(fs::read(&path).unwrap() == before, "{error}");
    };
    fails(&first, false, "--resume");
    fails(
        &Tournament {
            seed: 12,
            ..first.clone()
        },
        true,
        "another seed (11, now 12)",
    );
    fails(
        &Tournament {
            games: 200,
            ..first.clone()
        },
        true,
        "more than the 200",
    );
    let rules = hexflip::Rules::parse("hand=7", &no_attachments).unwrap();
    fails(
        &Tournament {
            rules,
            ..first.clone()
        },
        true,
        "another rule set",
    );
    let mut other_opening = first.clone();
    other_opening.schedule.opening = Openings::Random { turns: 3 };
    fails(
        &other_opening,
        true,
        "another kind of opening (random:2, now random:3)",
    );
    let agents = vec!["greedy".parse().unwrap(), "random".parse().unwrap()];
    fails(
        &Tournament {
            agents,
            ..first.clone()
        },
        true,
        "pair of agents",
    );

    fs::write(&path, "something else").unwrap();
    let error = play(&first, &path, 1, true, u64::MAX)
        .unwrap_err()
        .to_string();
    assert!(error.contains("not a record file"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), b"something else");
}

#[test]
fn a_single_game_at_the_end_counts_for_its_seat() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("match");
    let odd = tournament::<Hexflip>(&["random", "greedy"], Format::Pairs, 5);
    play(&odd, &path, 2, false, u64::MAX).unwrap();
    let standing = Standing::read::<Hexflip>(&path).unwrap();
    assert_eq!(standing.by_seat().games(), 5);
    assert_eq!(standing.pairings()[0].pairs().pairs(), 2);
}

#[test]
fn openings_that_no_game_lasts_are_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let mut impossible = tournament::<Sayu>(&["random"], Format::SelfPlay, 10);
    impossible.schedule.opening = Openings::Random { turns: 60 };
    let error = play(&impossible, &dir.path().join("match"), 2, false, u64::MAX).unwrap_err();
    assert!(error.to_string().contains("fewer opening turns"), "{error}");
}
