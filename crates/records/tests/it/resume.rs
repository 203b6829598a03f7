//! A run that was interrupted anywhere ends in the same bytes.

use crate::support;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use crate::support::{file, header, random_game};
use flipside_records::{
    EncodedBlock, GameRecord, Header, Recovered, WriteError, Writer, game_seed, recover,
};
use flipside_rules::{FullGame, Hexflip, Sayu};

const GAMES: u64 = 11;

fn games<G: FullGame>() -> Vec<GameRecord> {
    (0..GAMES).map(random_game::<G>).collect()
}

/// Makes a new file: some file systems bring one to disk at once that is written over.
fn put(path: &Path, bytes: impl AsRef<[u8]>) {
    let _ = std::fs::remove_file(path);
    std::fs::write(path, bytes).unwrap();
}

/// Opens the file to go on with it.
fn reopen(recovered: &Recovered, path: &Path) -> Writer<File> {
    let mut out = File::options().write(true).open(path).unwrap();
    out.set_len(recovered.keep_bytes).unwrap();
    out.seek(SeekFrom::End(0)).unwrap();
    let mut writer = Writer::resume(out, recovered);
    for game in &recovered.tail {
        writer.push(game.clone()).unwrap();
    }
    writer
}

/// Brings the file to its end, as a run does that knows all games.
fn go_on(path: &Path, header: &Header, games: &[GameRecord]) {
    let Some(recovered) = recover(path).unwrap() else {
        put(path, file(header, games));
        return;
    };
    assert_eq!(recovered.header, *header);
    let mut writer = reopen(&recovered, path);
    for game in games.iter().filter(|game| !recovered.ids.contains(game.id)) {
        writer.push(game.clone()).unwrap();
    }
    writer.finish().unwrap();
}

fn resumes_anywhere<G: FullGame>() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.flip");
    let (header, games) = (header::<G>(4), games::<G>());
    let whole = file(&header, &games);
    for length in 0..=whole.len() {
        put(&path, &whole[..length]);
        go_on(&path, &header, &games);
        assert!(std::fs::read(&path).unwrap() == whole, "cut to {length}");
    }
}

#[test]
fn hexflip_cut_at_any_byte() {
    resumes_anywhere::<Hexflip>();
}

#[test]
fn sayu_cut_at_any_byte() {
    resumes_anywhere::<Sayu>();
}

#[test]
fn stopped_after_any_number_of_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.flip");
    let (header, games) = (header::<Hexflip>(4), games::<Hexflip>());
    let whole = file(&header, &games);
    for first in 0..games.len() {
        for second in first..games.len() {
            let out = File::create(&path).unwrap();
            let mut writer = Writer::new(out, &header).unwrap();
            for game in &games[..first] {
                writer.push(game.clone()).unwrap();
            }
            writer.flush_partial().unwrap();

            let recovered = recover(&path).unwrap().unwrap();
            assert_eq!(recovered.ids.len(), first as u64);
            assert_eq!(recovered.tail.len(), first % 4);
            assert!(!recovered.torn && !recovered.finished);
            let mut writer = reopen(&recovered, &path);
            for game in &games[first..second] {
                writer.push(game.clone()).unwrap();
            }
            writer.flush_partial().unwrap();

            go_on(&path, &header, &games);
            assert!(std::fs::read(&path).unwrap() == whole, "{first}, {second}");
        }
    }
}

#[test]
fn more_games_than_planned_at_first() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.flip");
    let (header, games) = (header::<Hexflip>(4), games::<Hexflip>());
    for first in 0..games.len() {
        put(&path, file(&header, &games[..first]));
        let recovered = recover(&path).unwrap().unwrap();
        assert!(recovered.finished);
        go_on(&path, &header, &games);
        assert!(
            std::fs::read(&path).unwrap() == file(&header, &games),
            "{first}"
        );
    }
}

#[test]
fn damage_is_not_cut() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.flip");
    let whole = file(&header::<Hexflip>(4), &games::<Hexflip>());
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        put(&path, &bytes);
        let error = recover(&path).unwrap_err();
        assert_eq!(error.file, path.display().to_string());
        assert!(error.fault.offset().is_some());
    }
}

/// Takes so many bytes, in pieces of a few, and then fails.
struct Faulty<'a> {
    written: &'a mut Vec<u8>,
    room: usize,
}

impl Write for Faulty<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.room - self.written.len();
        if left == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let taken = bytes.len().min(left).min(7);
        self.written.extend(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_leaves_a_file_to_go_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.flip");
    let (header, games) = (header::<Hexflip>(4), games::<Hexflip>());
    let whole = file(&header, &games);
    for room in 0..whole.len() {
        let mut written = Vec::new();
        let out = Faulty {
            written: &mut written,
            room,
        };
        let failed = Writer::new(out, &header).and_then(|mut writer| {
            for game in &games {
                if let Err(error) = writer.push(game.clone()) {
                    // Nothing may follow half a block.
                    let again = writer.finish().map(drop);
                    assert!(matches!(again, Err(WriteError::Broken)));
                    return Err(error);
                }
            }
            writer.finish().map(drop)
        });
        match failed.unwrap_err() {
            WriteError::Io(error) => assert_eq!(error.kind(), io::ErrorKind::StorageFull),
            other => panic!("{other}"),
        }
        assert_eq!(written, whole[..room]);
        put(&path, &written);
        go_on(&path, &header, &games);
        assert!(std::fs::read(&path).unwrap() == whole, "room for {room}");
    }
}

#[test]
fn blocks_encoded_apart_make_the_same_file() {
    let (header, games) = (header::<Sayu>(4), games::<Sayu>());
    let mut writer = Writer::new(Vec::new(), &header).unwrap();
    for chunk in games.chunks(4) {
        if chunk.len() == 4 {
            let block = EncodedBlock::new(&header, chunk).unwrap();
            writer.push_block(&block).unwrap();
        } else {
            chunk.iter().for_each(|g| writer.push(g.clone()).unwrap());
        }
    }
    assert_eq!(writer.games(), GAMES);
    assert_eq!(writer.finish().unwrap(), file(&header, &games));
}

#[test]
fn blocks_that_do_not_fit_are_refused() {
    let (header, games) = (header::<Hexflip>(4), games::<Hexflip>());
    let block = |header: &Header, games: &[GameRecord]| EncodedBlock::new(header, games);
    assert!(block(&header, &[]).is_err());
    assert!(block(&header, &games[..5]).is_err());
    assert!(block(&header, &[games[1].clone(), games[0].clone()]).is_err());

    let mut writer = Writer::new(Vec::new(), &header).unwrap();
    let short = block(&header, &games[..3]).unwrap();
    assert!(writer.push_block(&short).is_err());
    let mut other = header.clone();
    other.behaviour += 1;
    let foreign = block(&other, &games[..4]).unwrap();
    assert!(writer.push_block(&foreign).is_err());
    let full = block(&header, &games[..4]).unwrap();
    writer.push_block(&full).unwrap();
    assert!(writer.push_block(&full).is_err());
    writer.push(games[4].clone()).unwrap();
    let next = block(&header, &games[5..9]).unwrap();
    assert!(writer.push_block(&next).is_err());
}

#[test]
fn games_that_contradict_the_header_are_refused() {
    let header = header::<Hexflip>(4);
    let mut writer = Writer::new(Vec::new(), &header).unwrap();
    let good = random_game::<Hexflip>(5);
    let wrong: [fn(&mut GameRecord); 4] = [
        |g| g.players = [0, 2],
        |g| g.opening = 1000,
        |g| g.annotations = vec![Default::default()],
        |g| g.end.result = flipside_rules::GameResult::Void,
    ];
    for change in wrong {
        let mut game = good.clone();
        change(&mut game);
        let error = writer.push(game).unwrap_err();
        assert!(matches!(error, WriteError::Game { id: 5, .. }), "{error}");
    }
    writer.push(good.clone()).unwrap();
    let error = writer.push(good).unwrap_err();
    assert!(matches!(error, WriteError::Order { .. }), "{error}");
}

#[test]
fn shards_take_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.flip");
    let header = header::<Hexflip>(16);
    let mut game = random_game::<Hexflip>(0);
    let mut writer = Writer::new(std::fs::File::create(&path).unwrap(), &header).unwrap();
    for id in (3..4000).step_by(8) {
        game.id = id;
        game.seed = game_seed(support::SEED, id);
        writer.push(game.clone()).unwrap();
    }
    writer.finish().unwrap();
    let recovered = recover(&path).unwrap().unwrap();
    assert_eq!(recovered.ids.runs().len(), 1);
    assert!((0..4100).all(|id| recovered.ids.contains(id) == (id % 8 == 3 && id < 4000)));
}
