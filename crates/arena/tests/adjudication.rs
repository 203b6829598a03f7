//! Games that are decided before they are over: when, by whom, and what a run makes of it.

mod common;

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::{play_with, tournament};
use flipside_ai::{Adjudicator, Agent, BuildError, BuiltIn, PinnedTable, Roster, Spec};
use flipside_arena::{RunError, Standing, Summary, Tournament};
use flipside_records::{End, EndReason, Format, GameResult, Reader, Replay};
use flipside_rules::hexflip::Game;
use flipside_rules::{Game as _, Seat};

/// Decides by the hash of the position.
#[derive(Clone, Default)]
struct ByHash {
    /// How often it was asked.
    asked: Arc<AtomicUsize>,
    /// Whether its table breaks after so many questions.
    breaks_after: Option<usize>,
}

fn decided(game: &Game) -> Option<Seat> {
    let hash = Game::position_hash(game.position());
    let winner = Seat::BOTH[hash as usize % 2];
    (game.outcome().is_none() && hash % 8 < 2).then_some(winner)
}

impl Adjudicator<Game> for ByHash {
    fn winner(&mut self, game: &Game) -> Result<Option<Seat>, String> {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        match self.breaks_after {
            Some(most) if asked >= most => Err("it broke".to_string()),
            _ => Ok(decided(game)),
        }
    }
}

impl Roster<Game> for ByHash {
    fn agent(&self, spec: &Spec) -> Result<Box<dyn Agent<Game>>, BuildError> {
        BuiltIn.agent(spec)
    }

    fn adjudicator(
        &self,
        _: &PinnedTable,
        _: &<Game as flipside_rules::Game>::Rules,
    ) -> Result<Box<dyn Adjudicator<Game>>, BuildError> {
        Ok(Box::new(self.clone()))
    }
}

fn adjudicated(agents: &[&str], games: u64) -> Tournament<Game> {
    Tournament {
        adjudication: Some("no.table#0badcafe".parse().unwrap()),
        ..tournament(agents, Format::Pairs, games)
    }
}

fn play(
    tournament: &Tournament<Game>,
    path: &Path,
    roster: &dyn Roster<Game>,
    threads: usize,
    stop_after: u64,
) -> Result<Summary, RunError> {
    play_with(roster, tournament, path, threads, true, stop_after)
}

#[test]
fn a_game_ends_at_the_first_decided_position_after_its_opening() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.flip");
    let tournament = adjudicated(&["greedy", "random"], 200);
    let roster = ByHash::default();
    play(&tournament, &path, &roster, 1, u64::MAX).unwrap();

    let mut reader = Reader::open(&path).unwrap();
    let header = reader.header().clone();
    assert!(
        header
            .schedule
            .contains(" adjudicate=table:0badcafe annotated")
    );
    let replay = Replay::<Game>::new(&header).unwrap();
    let (mut by_word, mut by_rules, mut in_opening) = (0, 0, 0);
    while let Some(block) = reader.next_block().unwrap() {
        for record in block.decode(&header).unwrap() {
            let mut course = Vec::new();
            let end = replay
                .game(&record, |game, _| course.push(game.clone()))
                .unwrap();
            course.push(end.clone());
            let opening = record.opening as usize;
            in_opening += usize::from(course[..opening].iter().any(|game| decided(game).is_some()));
            let first = course[opening..].iter().find_map(decided);
            match first {
                Some(winner) => {
                    let end = End {
                        result: GameResult::Win(winner),
                        reason: EndReason::Adjudicated,
                    };
                    assert_eq!(record.end, end);
                    by_word += 1;
                }
                None => {
                    assert!(matches!(record.end.reason, EndReason::Rule(_)));
                    by_rules += 1;
                }
            }
            // It was decided at its last position, not before.
            let undecided = &course[opening..course.len() - 1];
            assert!(undecided.iter().all(|game| decided(game).is_none()));
        }
    }
    assert!(
        by_word > 100 && in_opening > 10,
        "{by_word} {by_rules} {in_opening}"
    );
    let standing = Standing::read::<Game>(&path).unwrap();
    assert_eq!(standing.encounters()[0].unfinished(), 0);
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    // A searching agent plays game by game, instant ones block by block.
    for agents in [["greedy", "random"], ["uct:nodes=20", "random"]] {
        let tournament = adjudicated(&agents, 700);
        let bytes: Vec<Vec<u8>> = [(1, u64::MAX), (3, u64::MAX), (2, 100)]
            .iter()
            .enumerate()
            .map(|(number, &(threads, stop_after))| {
                let path = folder
                    .path()
                    .join(format!("{}-{number}.flip", agents[0].len()));
                let roster = ByHash::default();
                let summary = play(&tournament, &path, &roster, threads, stop_after).unwrap();
                if !summary.finished {
                    play(&tournament, &path, &roster, threads, u64::MAX).unwrap();
                }
                fs::read(&path).unwrap()
            })
            .collect();
        assert!(bytes.iter().all(|other| *other == bytes[0]));
    }
}

#[test]
fn a_file_goes_on_with_its_own_table_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.flip");
    let with = adjudicated(&["greedy", "random"], 8);
    let roster = ByHash::default();
    play(&with, &path, &roster, 1, u64::MAX).unwrap();
    let before = fs::read(&path).unwrap();
    let other = Some("no.table#00000001".parse().unwrap());
    for (adjudication, now) in [(None, "now none"), (other, "now table:00000001")] {
        let tournament = Tournament {
            adjudication,
            ..with.clone()
        };
        let error = play(&tournament, &path, &roster, 1, u64::MAX)
            .unwrap_err()
            .to_string();
        for part in ["another table for adjudication", "table:0badcafe", now] {
            assert!(error.contains(part), "{error}");
        }
    }
    // Where the file is does not matter.
    let moved = Tournament {
        adjudication: Some("elsewhere/my.table#0badcafe".parse().unwrap()),
        games: 10,
        ..with
    };
    assert_eq!(play(&moved, &path, &roster, 1, u64::MAX).unwrap().games, 10);
    assert_ne!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_table_that_breaks_ends_the_run_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.flip");
    let tournament = adjudicated(&["greedy", "random"], 300);
    let broken = ByHash {
        breaks_after: Some(600),
        ..ByHash::default()
    };
    let error = play(&tournament, &path, &broken, 1, u64::MAX).unwrap_err();
    assert!(matches!(error, RunError::Adjudication(_)), "{error}");
    assert!(error.to_string().contains("it broke"), "{error}");
    let roster = ByHash::default();
    let summary = play(&tournament, &path, &roster, 1, u64::MAX).unwrap();
    assert!(summary.finished && summary.games == 300);
    let whole = folder.path().join("b.flip");
    play(&tournament, &whole, &roster, 1, u64::MAX).unwrap();
    assert_eq!(fs::read(&path).unwrap(), fs::read(&whole).unwrap());
}

#[test]
fn without_tables_nothing_is_begun() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.flip");
    let tournament = adjudicated(&["greedy", "random"], 8);
    let error = play(&tournament, &path, &BuiltIn, 1, u64::MAX)
        .unwrap_err()
        .to_string();
    assert!(error.contains("no.table#0badcafe"), "{error}");
    assert!(!path.exists());
}
