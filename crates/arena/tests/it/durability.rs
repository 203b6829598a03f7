//! Nothing finished is lost: kills at any moment, disks that fail, games that wait for slow ones.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use crate::common::{Fault, Faulty, Scripted, StopAfter, Trick, play, tournament};
use flipside_ai::{BuiltInAgents, Rng, Stop};
use flipside_arena::{Disk, Files, Progress, RunError, RunOptions, Status, Tournament, run};
use flipside_records::{Format, read_journal, recover};
use flipside_rules::{Hexflip, Sayu};

fn journal(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".journal");
    name.into()
}

/// A record file, and its journal if there is one.
type Copy = (Vec<u8>, Option<Vec<u8>>);

/// Keeps copies of the files as they are at moments of a run.
struct Copies<'a> {
    path: &'a Path,
    every: u64,
    taken: Mutex<Vec<Copy>>,
}

impl Progress for Copies<'_> {
    fn advance(&self, status: &Status<'_>) {
        if status.done.is_multiple_of(self.every) {
            let copy = (
                fs::read(self.path).unwrap(),
                fs::read(journal(self.path)).ok(),
            );
            self.taken.lock().unwrap().push(copy);
        }
    }
}

/// Takes copies during a run, cuts them anywhere, and goes on from each.
fn survives_kills(
    threads: usize,
    tournament: &Tournament<Hexflip>,
    factory: &Scripted,
    every: u64,
) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("whole");
    let copies = Copies {
        path: &path,
        every,
        taken: Mutex::default(),
    };
    let stop = Stop::new();
    let options = RunOptions {
        threads: Some(threads),
        resume: false,
        progress: &copies,
        ..RunOptions::new(factory, &stop)
    };
    run(tournament, &path, &options).unwrap();
    assert!(!journal(&path).exists());
    let expected = fs::read(&path).unwrap();
    let taken = copies.taken.into_inner().unwrap();
    assert!(taken.len() > 3);
    assert!(taken.iter().any(|(_, journal)| journal.is_some()));
    let quick = Scripted::new(Trick::Panic, u64::MAX);
    let mut rng = Rng::new(threads as u64);
    for (i, (records, games)) in taken.into_iter().enumerate() {
        let path = dir.path().join(format!("{i}"));
        // The last write may have got through in part, of either file.
        let cut = |bytes: &[u8], rng: &mut Rng| {
            let lost = rng.below(bytes.len().min(200) as u32 + 1) as usize;
            bytes[..bytes.len() - lost].to_vec()
        };
        fs::write(&path, cut(&records, &mut rng)).unwrap();
        if let Some(games) = games {
            fs::write(journal(&path), cut(&games, &mut rng)).unwrap();
        }
        let options = RunOptions {
            threads: Some(2),
            resume: true,
            ..RunOptions::new(&quick, &stop)
        };
        run(tournament, &path, &options).unwrap();
        assert!(fs::read(&path).unwrap() == expected, "copy {i} shows");
        assert!(!journal(&path).exists());
    }
}

#[test]
fn kills_do_not_show() {
    // So slow that the journal is written several times.
    let factory = Scripted {
        pause: 4,
        ..Scripted::new(Trick::Panic, u64::MAX)
    };
    let tournament = tournament(&["uct:nodes=1", "random"], Format::Pairs, 100);
    survives_kills(1, &tournament, &factory, 7);
    survives_kills(2, &tournament, &factory, 7);
}

#[test]
fn finished_games_that_wait_for_a_slow_one_are_not_played_again() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("waiting");
    // Some games think for ever, so that others have to wait for them.
    let tournament: Tournament<Hexflip> = tournament(&["uct:nodes=1", "random"], Format::Pairs, 64);
    let slow: Vec<u64> = (0..64)
        .filter(|&game| {
            let entry = tournament.entry(game);
            let seat = usize::from(entry.slot.players[0] != 0);
            entry.agent_seeds[seat].is_multiple_of(24)
        })
        .collect();
    assert!(!slow.is_empty() && slow[0] < 40, "{slow:?}");
    let factory = Scripted::new(Trick::Slow, 24);
    let stop = Stop::new();
    let progress = StopAfter {
        games: slow[0] + 6,
        stop: &stop,
    };
    let options = RunOptions {
        threads: Some(2),
        progress: &progress,
        ..RunOptions::new(&factory, &stop)
    };
    let summary = run(&tournament, &path, &options).unwrap();
    assert!(!summary.finished && summary.in_journal > 0, "{summary:?}");
    assert_eq!(summary.games(), slow[0]);
    // The file holds the games in order, without gaps; the journal the others.
    let recovered = recover(&path).unwrap().unwrap();
    assert_eq!(recovered.ids.len(), slow[0]);
    let bytes = fs::read(journal(&path)).unwrap();
    let kept = read_journal(&bytes, &tournament.header()).unwrap();
    let others = kept.keys().filter(|&&id| id >= slow[0]).count() as u64;
    assert_eq!(others, summary.in_journal);

    let quick = Scripted::new(Trick::Panic, u64::MAX);
    let stop = Stop::new();
    let options = RunOptions {
        threads: Some(2),
        resume: true,
        ..RunOptions::new(&quick, &stop)
    };
    let rest = run(&tournament, &path, &options).unwrap();
    assert!(rest.finished);
    assert_eq!(rest.resumed, summary.games() + summary.in_journal);
    assert_eq!(quick.begun.load(Ordering::Relaxed), 64 - rest.resumed);
    let whole = dir.path().join("whole");
    let options = RunOptions {
        resume: false,
        ..options
    };
    run(&tournament, &whole, &options).unwrap();
    assert!(fs::read(&path).unwrap() == fs::read(&whole).unwrap());
}

#[test]
fn what_a_kill_at_the_very_end_leaves_is_cleared_away() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("match");
    let tournament: Tournament<Hexflip> = tournament(&["random"], Format::SelfPlay, 300);
    play(&tournament, &path, 1, false, u64::MAX).unwrap();
    let whole = fs::read(&path).unwrap();
    // The file is complete, and the journal was about to be removed, or half written anew.
    let prelude = flipside_records::journal_prelude(&tournament.header());
    let half = dir.path().join("match.journal.tmp");
    fs::write(journal(&path), prelude).unwrap();
    fs::write(&half, &prelude[..5]).unwrap();
    play(&tournament, &path, 1, true, u64::MAX).unwrap();
    assert!(fs::read(&path).unwrap() == whole);
    assert!(!journal(&path).exists() && !half.exists());
}

#[test]
fn a_journal_of_something_else_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("match");
    let tournament: Tournament<Hexflip> = tournament(&["random"], Format::SelfPlay, 300);
    play(&tournament, &path, 1, false, 100).unwrap();
    let before = fs::read(&path).unwrap();
    fs::write(journal(&path), "a text").unwrap();
    let error = play(&tournament, &path, 1, true, u64::MAX).unwrap_err();
    assert!(matches!(error, RunError::Journal { .. }), "{error}");
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn short_writes_do_not_show() {
    let dir = tempfile::tempdir().unwrap();
    let tournament: Tournament<Hexflip> = tournament(&["uct:nodes=5", "random"], Format::Pairs, 60);
    let expected = dir.path().join("expected");
    play(&tournament, &expected, 2, false, u64::MAX).unwrap();
    let path = dir.path().join("short");
    play_with(&tournament, &path, &Faulty::new(Fault::Short)).unwrap();
    assert!(fs::read(&path).unwrap() == fs::read(&expected).unwrap());
}

fn play_with(
    tournament: &Tournament<Hexflip>,
    path: &Path,
    files: &dyn Files,
) -> Result<(), RunError> {
    let stop = Stop::new();
    let options = RunOptions {
        threads: Some(2),
        resume: true,
        files,
        ..RunOptions::new(&BuiltInAgents, &stop)
    };
    run(tournament, path, &options).map(drop)
}

#[test]
fn when_the_disk_fails_the_run_says_so_and_a_later_one_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let tournament: Tournament<Hexflip> = tournament(&["uct:nodes=5", "random"], Format::Pairs, 60);
    let expected = dir.path().join("expected");
    play(&tournament, &expected, 2, false, u64::MAX).unwrap();
    let expected = fs::read(&expected).unwrap();
    let full = (0..expected.len() as u64).step_by(97).map(Fault::Full);
    let mut failed = 0;
    for fault in full.chain([Fault::Sync(0)]) {
        let path = dir.path().join(format!("{fault:?}"));
        let error = play_with(&tournament, &path, &Faulty::new(fault)).unwrap_err();
        assert!(
            matches!(error, RunError::Write { .. }),
            "{fault:?}: {error}"
        );
        assert!(error.to_string().contains("--resume"), "{error}");
        failed += 1;
        // Fails again in the same way, twice, before the disk is mended.
        let _ = play_with(&tournament, &path, &Faulty::new(fault));
        play_with(&tournament, &path, &Disk).unwrap();
        assert!(fs::read(&path).unwrap() == expected, "{fault:?} shows");
        assert!(!journal(&path).exists());
    }
    assert!(failed > 10);
}

#[test]
fn an_interrupted_file_holds_the_first_games_without_gaps() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("match");
    let tournament = tournament::<Sayu>(&["uct:nodes=3", "random"], Format::Pairs, 60);
    let summary = play(&tournament, &path, 3, false, 20).unwrap();
    assert!(!summary.finished);
    let recovered = recover(&path).unwrap().unwrap();
    assert_eq!(recovered.ids.len(), summary.games());
    assert!(
        recovered
            .ids
            .last()
            .is_none_or(|last| last + 1 == summary.games())
    );
}
