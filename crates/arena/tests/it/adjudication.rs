//! Games that are decided before they are over: when, by whom, and what a run makes of it.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{play_with, tournament};
use flipside_ai::{Adjudicator, Agent, AgentFactory, BuildError, BuiltInAgents, PinnedTable, Spec};
use flipside_arena::{RunError, RunSummary, Standing, Tournament};
use flipside_records::{End, EndReason, Format, Reader, Replay};
use flipside_rules::Hexflip;
use flipside_rules::{Game as _, GameResult, Seat};

/// Decides by the hash of the position.
#[derive(Clone, Default)]
struct ByHash {
    /// How often it was asked.
    asked: Arc<AtomicUsize>,
    /// Whether its table breaks after so many questions.
    breaks_after: Option<usize>,
}

fn decided(game: &Hexflip) -> Option<Seat> {
    let hash = Hexflip::position_hash(game.position());
    let winner = Seat::BOTH[hash as usize % 2];
    (game.outcome().is_none() && hash % 8 < 2).then_some(winner)
}

impl Adjudicator<Hexflip> for ByHash {
    fn winner(&mut self, game: &Hexflip) -> Result<Option<Seat>, String> {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        match self.breaks_after {
            Some(most) if asked >= most => Err("it broke".to_string()),
            _ => Ok(decided(game)),
        }
    }
}

impl AgentFactory<Hexflip> for ByHash {
    fn agent(&self, spec: &Spec) -> Result<Box<dyn Agent<Hexflip>>, BuildError> {
        BuiltInAgents.agent(spec)
    }

    fn adjudicator(
        &self,
        _: &PinnedTable,
        _: &<Hexflip as flipside_rules::Game>::Rules,
    ) -> Result<Box<dyn Adjudicator<Hexflip>>, BuildError> {
        Ok(Box::new(self.clone()))
    }
}

fn adjudicated(agents: &[&str], games: u64) -> Tournament<Hexflip> {
    let mut tournament = tournament(agents, Format::Pairs, games);
    tournament.schedule.adjudication = Some("no.table#0badcafe".parse().unwrap());
    tournament
}

fn play(
    tournament: &Tournament<Hexflip>,
    path: &Path,
    factory: &dyn AgentFactory<Hexflip>,
    threads: usize,
    stop_after: u64,
) -> Result<RunSummary, RunError> {
    play_with(factory, tournament, path, threads, true, stop_after)
}

#[test]
fn a_game_ends_at_the_first_decided_position_after_its_opening() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.flip");
    let tournament = adjudicated(&["greedy", "random"], 200);
    let factory = ByHash::default();
    play(&tournament, &path, &factory, 1, u64::MAX).unwrap();

    let mut reader = Reader::open(&path).unwrap();
    let header = reader.header().clone();
    assert!(
        header
            .schedule
            .contains(" adjudicate=table:0badcafe annotated")
    );
    let replay = Replay::<Hexflip>::new(&header).unwrap();
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
    let standing = Standing::read::<Hexflip>(&path).unwrap();
    assert_eq!(standing.pairings()[0].unfinished(), 0);
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
                let factory = ByHash::default();
                let summary = play(&tournament, &path, &factory, threads, stop_after).unwrap();
                if !summary.finished {
                    play(&tournament, &path, &factory, threads, u64::MAX).unwrap();
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
    let factory = ByHash::default();
    play(&with, &path, &factory, 1, u64::MAX).unwrap();
    let before = fs::read(&path).unwrap();
    let other = Some("no.table#00000001".parse().unwrap());
    for (adjudication, now) in [(None, "now none"), (other, "now table:00000001")] {
        let mut tournament = with.clone();
        tournament.schedule.adjudication = adjudication;
        let error = play(&tournament, &path, &factory, 1, u64::MAX)
            .unwrap_err()
            .to_string();
        for part in ["another table for adjudication", "table:0badcafe", now] {
            assert!(error.contains(part), "{error}");
        }
    }
    // Where the file is does not matter.
    let mut moved = Tournament { games: 10, ..with };
    moved.schedule.adjudication = Some("elsewhere/my.table#0badcafe".parse().unwrap());
    assert_eq!(
        play(&moved, &path, &factory, 1, u64::MAX).unwrap().games(),
        10
    );
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
    let factory = ByHash::default();
    let summary = play(&tournament, &path, &factory, 1, u64::MAX).unwrap();
    assert!(summary.finished && summary.games() == 300);
    let whole = folder.path().join("b.flip");
    play(&tournament, &whole, &factory, 1, u64::MAX).unwrap();
    assert_eq!(fs::read(&path).unwrap(), fs::read(&whole).unwrap());
}

#[test]
fn without_tables_nothing_is_begun() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.flip");
    let tournament = adjudicated(&["greedy", "random"], 8);
    let error = play(&tournament, &path, &BuiltInAgents, 1, u64::MAX)
        .unwrap_err()
        .to_string();
    assert!(error.contains("no.table#0badcafe"), "{error}");
    assert!(!path.exists());
}
