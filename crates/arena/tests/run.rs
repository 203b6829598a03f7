//! Runs: the same bytes on any number of threads, interrupted or not.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use flipside_ai::{Playable, Stop};
use flipside_arena::{
    Experiment, Opening, Progress, RunError, RunOptions, Summary, Tournament, match_score, run,
};
use flipside_records::{Format, recover};
use flipside_rules::{RuleSet as _, hexflip, no_files, sayu};

/// Asks to stop once so many games are done.
struct StopAfter<'a> {
    games: u64,
    stop: &'a Stop,
    seen: AtomicU64,
}

impl Progress for StopAfter<'_> {
    fn begin(&self, _: u64, _: u64) {}

    fn advance(&self, done: u64) {
        self.seen.store(done, Ordering::Relaxed);
        if done >= self.games {
            self.stop.request();
        }
    }
}

fn play<G: Playable>(
    tournament: &Tournament<G>,
    path: &Path,
    threads: usize,
    resume: bool,
    stop_after: u64,
) -> Result<Summary, RunError> {
    let stop = Stop::new();
    let progress = StopAfter {
        games: stop_after,
        stop: &stop,
        seen: AtomicU64::new(0),
    };
    let options = RunOptions {
        threads: Some(threads),
        resume,
        stop: &stop,
        progress: &progress,
    };
    run(tournament, path, &options)
}

fn tournament<G: Playable>(agents: &[&str], format: Format, games: u64) -> Tournament<G> {
    Tournament {
        rules: G::Rules::default(),
        agents: agents.iter().map(|spec| spec.parse().unwrap()).collect(),
        format,
        opening: Opening::Random { turns: 2 },
        seed: 11,
        games,
        max_turns: 1_000,
        annotate: true,
    }
}

fn same_bytes_however_it_is_run<G: Playable>(tournament: &Tournament<G>) {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name);
    let whole = play(tournament, &file("one"), 1, false, u64::MAX).unwrap();
    assert_eq!(
        whole,
        Summary {
            games: tournament.games,
            resumed: 0,
            finished: true
        }
    );
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
            assert!(recover(file(name)).unwrap().unwrap().ids.len() >= summary.games);
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
    let tournament = tournament::<hexflip::Game>(&["random", "greedy"], Format::Pairs, 20_000);
    same_bytes_however_it_is_run(&tournament);
}

#[test]
fn searched_games() {
    let tournament =
        tournament::<hexflip::Game>(&["uct:nodes=20", "uct:nodes=5"], Format::Pairs, 70);
    same_bytes_however_it_is_run(&tournament);
}

#[test]
fn self_play_of_sayu() {
    let tournament = tournament::<sayu::Game>(&["uct:nodes=4"], Format::SelfPlay, 40);
    same_bytes_however_it_is_run(&tournament);
}

#[test]
fn the_score_is_that_of_the_first_agent() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("match");
    let tournament = tournament::<sayu::Game>(&["greedy", "random"], Format::Pairs, 40);
    play(&tournament, &path, 2, false, u64::MAX).unwrap();
    let score = match_score(&path).unwrap();
    assert_eq!(score.wins + score.losses + score.draws, 40);
    assert!(score.wins >= 36, "{score:?}");
}

#[test]
fn games_at_the_limit_are_unfinished() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("match");
    let limited = Tournament {
        max_turns: 10,
        ..tournament::<sayu::Game>(&["random"], Format::SelfPlay, 300)
    };
    play(&limited, &path, 2, false, u64::MAX).unwrap();
    assert_eq!(match_score(&path).unwrap().unfinished, 300);
}

#[test]
fn what_is_there_is_never_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("match");
    let first = tournament::<hexflip::Game>(&["random", "greedy"], Format::Pairs, 300);
    play(&first, &path, 2, false, u64::MAX).unwrap();
    let before = fs::read(&path).unwrap();

    let fails = |tournament: &Tournament<hexflip::Game>, resume, part: &str| {
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
    let rules = hexflip::Rules::parse("hand=7", &no_files).unwrap();
    fails(
        &Tournament {
            rules,
            ..first.clone()
        },
        true,
        "another rule set",
    );
    fails(
        &Tournament {
            opening: Opening::Random { turns: 3 },
            ..first.clone()
        },
        true,
        "schedule",
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
fn openings_that_no_game_lasts_are_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let mut impossible = tournament::<sayu::Game>(&["random"], Format::SelfPlay, 10);
    impossible.opening = Opening::Random { turns: 60 };
    let error = play(&impossible, &dir.path().join("match"), 2, false, u64::MAX).unwrap_err();
    assert!(error.to_string().contains("fewer opening turns"), "{error}");
}

#[test]
fn experiments_say_line_and_key() {
    let good = r#"name = "test"
seed = 1

[[tournament]]
name = "one"
game = "hexflip"
format = "match"
agents = ["greedy", "random"]
games = 40
"#;
    let check = |text: &str| -> Result<usize, String> {
        let experiment = Experiment::parse(text).map_err(|error| error.to_string())?;
        let entry = &experiment.entries[0];
        experiment
            .tournaments::<hexflip::Game>(entry, &no_files)
            .map(|tournaments| tournaments.len())
            .map_err(|error| error.to_string())
    };
    assert_eq!(check(good), Ok(1));
    assert_eq!(check(&format!("{good}control = true\n")), Ok(2));
    for (from, to, parts) in [
        ("hexflip", "chess", ["line 6", "unknown game"]),
        ("\"greedy\"", "\"gready\"", ["line 8", "unknown agent"]),
        ("games = 40", "games = 0", ["line 4", "at least 1"]),
        ("games = 40", "games = \"x\"", ["line 9", "games"]),
        ("games = 40", "game_count = 40", ["line 9", "unknown field"]),
        ("match", "knockout", ["line 7", "unknown format"]),
        ("\"random\"]", "\"greedy\"]", ["line 4", "copies"]),
        (
            "\"random\"]",
            "\"random\", \"mcts\"]",
            ["line 4", "two agents"],
        ),
        ("name = \"one\"", "name = \"../one\"", ["line 5", "letters"]),
        (
            "games = 40",
            "games = 40\nrules = \"hand=0\"",
            ["line 4", "1 to 9"],
        ),
        (
            "games = 40",
            "games = 40\nmax_turns = 2",
            ["line 4", "limit"],
        ),
        (
            "games = 40",
            "games = 41\ncontrol = true",
            ["line 4", "even"],
        ),
        ("seed = 1", "", ["missing field", "seed"]),
    ] {
        let text = good.replace(from, to);
        assert_ne!(text, good);
        let error = check(&text).unwrap_err();
        assert!(
            parts.iter().all(|part| error.contains(part)),
            "{from} → {to}: {error}"
        );
    }
}
