//! Truncation at every byte and a flip of every bit.

use crate::support;
use crate::support::{file, header, random_game};
use flipside_records::{Ending, Error, Fault, GameRecord, Header, Reader, Replay};
use flipside_rules::{Hexflip, Sayu};

fn read(bytes: &[u8]) -> Result<(Vec<GameRecord>, Ending, u64), Error> {
    let mut reader = Reader::new(bytes, "test")?;
    let mut games = Vec::new();
    while let Some(block) = reader.next_block()? {
        games.extend(block.decode(reader.header())?);
    }
    Ok((games, reader.ending().unwrap(), reader.offset()))
}

/// A small file with two full blocks and a short one, and where its frames begin.
fn example() -> (Header, Vec<GameRecord>, Vec<u8>, Vec<usize>) {
    let header = header::<Hexflip>(2);
    let games: Vec<_> = (0..5).map(random_game::<Hexflip>).collect();
    let bytes = file(&header, &games);
    let mut frames = vec![16];
    while let Some(start) = frames.last().filter(|start| **start < bytes.len()) {
        let length = u32::from_le_bytes(bytes[start + 4..start + 8].try_into().unwrap());
        frames.push(start + 36 + length as usize);
    }
    (header, games, bytes, frames)
}

#[test]
fn the_whole_file_is_finished() {
    let (_, games, bytes, frames) = example();
    let (read, ending, offset) = read(&bytes).unwrap();
    assert_eq!(read, games);
    assert_eq!(ending, Ending::Finished);
    assert_eq!(offset, bytes.len() as u64);
    // Header, three blocks, end.
    assert_eq!(frames.len(), 6);
}

#[test]
fn a_file_cut_anywhere_is_recognised() {
    let (_, games, bytes, frames) = example();
    for length in 0..bytes.len() {
        let result = read(&bytes[..length]);
        if length < frames[1] {
            match result.unwrap_err().fault {
                Fault::EndsInHeader { .. } => (),
                other => panic!("cut to {length}: {other}"),
            }
            continue;
        }
        let (read, ending, offset) = result.unwrap();
        let frame = frames.iter().rposition(|start| *start <= length).unwrap();
        assert_eq!(offset, frames[frame] as u64, "cut to {length}");
        if length == frames[frame] {
            assert_eq!(ending, Ending::Unfinished, "cut to {length}");
        } else {
            assert_eq!(ending, Ending::Torn { offset }, "cut to {length}");
        }
        let whole = [0, 0, 2, 4, 5][frame];
        assert_eq!(read, games[..whole], "cut to {length}");
    }
}

#[test]
fn every_flipped_bit_is_an_error_at_its_frame() {
    let (_, _, bytes, frames) = example();
    for bit in 0..bytes.len() * 8 {
        let mut bytes = bytes.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let fault = read(&bytes).unwrap_err().fault;
        let frame = frames.iter().rposition(|start| *start <= bit / 8);
        let expected = match (frame, bit / 8) {
            (Some(frame), _) => frames[frame] as u64,
            (None, 0..8) => 0,
            (None, _) => 8,
        };
        assert_eq!(fault.offset(), Some(expected), "bit {bit}: {fault}");
        match fault {
            Fault::Damaged { .. } => (),
            Fault::NotRecords | Fault::TextMode if bit / 8 < 8 => (),
            other => panic!("bit {bit}: {other}"),
        }
    }
}

#[test]
fn whatever_is_put_after_the_end_is_an_error() {
    let (_, _, bytes, _) = example();
    for more in [&b"\0"[..], b"x", &bytes] {
        let joined = [&bytes, more].concat();
        let fault = read(&joined).unwrap_err().fault;
        assert_eq!(fault.offset(), Some(bytes.len() as u64));
    }
}

#[test]
fn blocks_that_were_moved_are_an_error() {
    let (_, _, bytes, frames) = example();
    let frame = |i: usize| &bytes[frames[i]..frames[i + 1]];
    let prelude = &bytes[..16];
    let orders: [&[usize]; 7] = [
        &[0, 1, 1, 2, 3, 4],
        &[0, 2, 1, 3, 4],
        &[0, 2, 3, 4],
        &[0, 3, 1],
        &[0, 1, 0],
        &[1, 2, 3, 4],
        &[4],
    ];
    for order in orders {
        let mut moved = prelude.to_vec();
        order.iter().for_each(|i| moved.extend(frame(*i)));
        assert!(read(&moved).is_err(), "{order:?}");
    }
}

#[test]
fn what_is_no_record_file_says_so() {
    let text = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
    assert!(text(b"PK\x03\x04 and so on").contains("is not a record file"));
    assert!(text(b"").contains("ends inside its header, after 0 bytes"));

    let (_, _, bytes, _) = example();
    let lines: Vec<u8> = bytes.iter().copied().filter(|b| *b != b'\r').collect();
    assert!(text(&lines).contains("text mode"));

    let mut newer = bytes[..12].to_vec();
    newer[8] = 7;
    newer.extend(crc32fast::hash(&newer).to_le_bytes());
    newer.extend(b"whatever comes then");
    assert!(text(&newer).contains("newer version (format 7; this program reads up to 1)"));

    let mut kind = bytes.clone();
    let block = example().3[1];
    kind[block] = b'J';
    let crc = crc32fast::hash(&kind[block..block + 32]).to_le_bytes();
    kind[block + 32..block + 36].copy_from_slice(&crc);
    assert!(text(&kind).contains("newer version (a part of kind 0x4a"));
}

#[test]
fn turns_of_another_game_are_no_panic() {
    let games: Vec<_> = (0..4).map(random_game::<Sayu>).collect();
    let mut header = header::<Sayu>(4);
    header.game = "hexflip".to_string();
    let bytes = file(&header, &games);
    assert!(Replay::<Hexflip>::new(&header).is_err());
    let right = support::header::<Hexflip>(4);
    let replay = Replay::<Hexflip>::new(&right).unwrap();
    for game in read(&bytes).unwrap().0 {
        assert!(replay.game(&game, |_, _| ()).is_err());
    }
}
