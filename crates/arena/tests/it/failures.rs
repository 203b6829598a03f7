//! Agents that fail: what becomes of their games, and of the run.

use std::fs;
use std::path::Path;
use std::sync::Mutex;

use crate::common::{Scripted, Trick, tournament};
use flipside_ai::{AgentFailure, AgentFailureKind, Stop};
use flipside_arena::{Progress, RunError, RunOptions, RunSummary, Standing, Tournament, run};
use flipside_records::{EndReason, Format, GameRecord, Reader};
use flipside_rules::{GameResult, Hexflip, Seat};

#[derive(Default)]
struct Heard(Mutex<Vec<(u64, String, AgentFailureKind)>>);

impl Progress for Heard {
    fn failure(&self, game: u64, agent: &str, cause: &AgentFailure) {
        let heard = (game, agent.to_string(), cause.kind);
        self.0.lock().unwrap().push(heard);
    }
}

fn play(
    tournament: &Tournament<Hexflip>,
    path: &Path,
    factory: &Scripted,
    threads: usize,
    max_failures: u64,
    heard: &Heard,
) -> Result<RunSummary, RunError> {
    let stop = Stop::new();
    let options = RunOptions {
        threads: Some(threads),
        resume: true,
        progress: heard,
        max_failures,
        ..RunOptions::new(factory, &stop)
    };
    run(tournament, path, &options)
}

fn games(path: &Path) -> Vec<GameRecord> {
    let mut reader = Reader::open(path).unwrap();
    let header = reader.header().clone();
    let mut games = Vec::new();
    while let Some(block) = reader.next_block().unwrap() {
        games.extend(block.decode(&header).unwrap());
    }
    games
}

fn against_greedy(games: u64) -> Tournament<Hexflip> {
    let mut tournament = tournament(&["greedy", "uct:nodes=1"], Format::Pairs, games);
    tournament.schedule.turn_ms = Some(30);
    tournament
}

#[test]
fn every_failure_has_its_reason_and_never_counts_as_a_draw() {
    let dir = tempfile::tempdir().unwrap();
    for (trick, reason, kind) in [
        (Trick::Panic, EndReason::Crash, AgentFailureKind::Crash),
        (
            Trick::Illegal,
            EndReason::Illegal,
            AgentFailureKind::Illegal,
        ),
        (
            Trick::GivesUp,
            EndReason::Illegal,
            AgentFailureKind::Illegal,
        ),
        (Trick::Slow, EndReason::Timeout, AgentFailureKind::Timeout),
        (Trick::Absent, EndReason::Crash, AgentFailureKind::Start),
    ] {
        let path = dir.path().join(format!("{trick:?}"));
        let tournament = against_greedy(60);
        let heard = Heard::default();
        let factory = Scripted::new(trick, 4);
        let summary = play(&tournament, &path, &factory, 2, 60, &heard).unwrap();
        assert!(summary.finished);
        let games = games(&path);
        assert_eq!(games.len(), 60);
        let mut failed = 0;
        for game in &games {
            let entry = tournament.entry(game.id);
            let seat = Seat::BOTH[usize::from(entry.slot.players[0] == 0)];
            let acts = entry.agent_seeds[seat.index()].is_multiple_of(4);
            let ruled = game.end.reason != reason;
            // It acts at its second turn, if the game lasts so long, or before the first.
            assert!(acts || ruled, "{trick:?}, game {}", game.id);
            if !ruled {
                failed += 1;
                let wanted = match trick {
                    Trick::Absent => GameResult::Void,
                    _ => GameResult::Win(seat.other()),
                };
                assert_eq!(game.end.result, wanted, "{trick:?}, game {}", game.id);
                let void_by = (trick == Trick::Absent).then_some(seat);
                assert_eq!(game.void_by, void_by, "{trick:?}, game {}", game.id);
                let began = game.turns.len() > game.opening as usize;
                assert_eq!(began, trick != Trick::Absent, "game {}", game.id);
            }
        }
        assert!((5..30).contains(&failed), "{trick:?}: {failed}");
        let heard = heard.0.into_inner().unwrap();
        assert_eq!(heard.len(), failed);
        assert!(heard.is_sorted_by_key(|(game, ..)| *game));
        assert!(
            heard
                .iter()
                .all(|(_, agent, of)| agent == "uct:nodes=1" && *of == kind),
            "{heard:?}"
        );

        // Void games and their partners are in no count; other failures are losses.
        let standing = Standing::read::<Hexflip>(&path).unwrap();
        assert_eq!(standing.failures(), failed as u64);
        let pairing = &standing.pairings()[0];
        let counted = pairing.games();
        assert_eq!(counted.draws, 0);
        let void: Vec<bool> = games
            .iter()
            .map(|game| game.end.result == GameResult::Void)
            .collect();
        let spoiled = void.chunks(2).filter(|pair| pair.contains(&true)).count() as u64;
        assert_eq!(pairing.void(), 2 * spoiled);
        assert_eq!(counted.wins + counted.losses, 60 - 2 * spoiled);
        assert_eq!(pairing.pairs().pairs(), 30 - spoiled);
        assert_eq!(standing.by_seat().games(), 60 - 2 * spoiled);
    }
}

#[test]
fn after_a_failure_the_next_games_are_as_if_nothing_had_happened() {
    let dir = tempfile::tempdir().unwrap();
    let tournament = against_greedy(40);
    let failing = dir.path().join("failing");
    let factory = Scripted::new(Trick::Panic, 4);
    play(&tournament, &failing, &factory, 1, 60, &Heard::default()).unwrap();
    let sound = dir.path().join("sound");
    let factory = Scripted::new(Trick::Panic, u64::MAX);
    play(&tournament, &sound, &factory, 2, 0, &Heard::default()).unwrap();
    let (failing, sound) = (games(&failing), games(&sound));
    let mut equal = 0;
    for (a, b) in failing.iter().zip(&sound) {
        if a.end.reason != EndReason::Crash {
            assert_eq!(a, b);
            equal += 1;
        }
    }
    assert!(equal > 20 && equal < 40, "{equal}");
}

#[test]
fn too_many_failures_end_the_run_at_the_same_game_on_any_number_of_threads() {
    let dir = tempfile::tempdir().unwrap();
    let tournament = against_greedy(200);
    let mut files = Vec::new();
    for threads in [1, 2, 3] {
        let path = dir.path().join(format!("{threads}"));
        let factory = Scripted::new(Trick::Panic, 4);
        let error = play(&tournament, &path, &factory, threads, 5, &Heard::default()).unwrap_err();
        assert!(matches!(error, RunError::Failures { failures: 6, .. }));
        let text = error.to_string();
        for part in [
            "6 games",
            "5 allowed",
            "uct:nodes=1",
            "as told",
            "--max-failures",
        ] {
            assert!(text.contains(part), "{text}");
        }
        files.push(fs::read(&path).unwrap());

        // Nothing more is played until more failures are allowed.
        let again = play(&tournament, &path, &factory, threads, 5, &Heard::default());
        assert!(matches!(again, Err(RunError::Failures { failures: 6, .. })));
        assert_eq!(fs::read(&path).unwrap(), files[0]);
        let rest = play(
            &tournament,
            &path,
            &factory,
            threads,
            200,
            &Heard::default(),
        )
        .unwrap();
        assert!(rest.finished);
        files.push(fs::read(&path).unwrap());
    }
    assert!(files[0] == files[2] && files[0] == files[4]);
    assert!(files[1] == files[3] && files[1] == files[5]);
}
