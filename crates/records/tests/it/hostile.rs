//! Bytes that were made to mislead: every checksum is right, the content is anything.

use crate::support;
use flipside_records::{Annotation, GameRecord, Reader, RecordedScore, Replay, recover};
use flipside_rules::{ForMover, FullGame, Hexflip, Sayu};
use proptest::prelude::*;

/// A frame with right checksums.
fn frame(kind: u8, first: u64, last: u64, count: u32, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![kind, 0, 0, 0];
    bytes.extend((payload.len() as u32).to_le_bytes());
    bytes.extend(first.to_le_bytes());
    bytes.extend(last.to_le_bytes());
    bytes.extend(count.to_le_bytes());
    bytes.extend(crc32fast::hash(payload).to_le_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes.extend(payload);
    bytes
}

/// Reads all that can be read, and plays it.
fn read<G: FullGame>(bytes: &[u8]) {
    let Ok(mut reader) = Reader::new(bytes, "test") else {
        return;
    };
    let replay = Replay::<G>::new(reader.header());
    while let Ok(Some(block)) = reader.next_block() {
        for game in block.decode(reader.header()).into_iter().flatten() {
            if let Ok(replay) = &replay {
                let _ = replay.game(&game, |_, _| ());
            }
        }
    }
}

/// A block with something in every column: prelude and header, then the payload.
fn example<G: FullGame>() -> (Vec<u8>, Vec<u8>) {
    let header = support::header::<G>(4);
    let mut games: Vec<GameRecord> = (0..4).map(support::random_game::<G>).collect();
    games[1].id += 1;
    games[2].id += 7;
    games[3].id += 8;
    games[1].start = Some("3/4/5/4/3 x 8 8".to_string());
    games[2].players = [1, 1];
    games[2].annotations = (0..games[2].turns.len())
        .map(|i| Annotation {
            value: RecordedScore::new(i as u16).map(ForMover),
            nodes: (i % 3 == 0).then_some(1 << i),
            depth: (i % 2 == 0).then_some(i as u32),
        })
        .collect();
    let bytes = support::file(&header, &games);
    let length = |at: usize| u32::from_le_bytes(bytes[at + 4..at + 8].try_into().unwrap());
    let block = 16 + 36 + length(16) as usize;
    let payload = bytes[block + 36..block + 36 + length(block) as usize].to_vec();
    (bytes[..block].to_vec(), payload)
}

/// Overwrites, removes or inserts bytes.
fn change(bytes: &[u8], changes: &[(u8, prop::sample::Index, u8)]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for (what, at, byte) in changes {
        let at = at.index(bytes.len() + 1);
        match what % 4 {
            0 => bytes.insert(at, *byte),
            1 => bytes.truncate(at.max(1)),
            _ if at == bytes.len() => bytes.push(*byte),
            2 => drop(bytes.remove(at)),
            _ => bytes[at] = *byte,
        }
    }
    bytes
}

proptest! {
    #[test]
    fn anything_at_all(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read::<Hexflip>(&bytes);
    }

    #[test]
    fn any_payload(
        payload in prop::collection::vec(any::<u8>(), 0..200),
        first in any::<u64>(), last in any::<u64>(), count in 0..6_u32,
    ) {
        let (mut bytes, _) = example::<Hexflip>();
        bytes.extend(frame(b'B', first, last, count, &payload));
        bytes.extend(frame(b'E', 0, 0, 0, &payload));
        read::<Hexflip>(&bytes);
    }

    #[test]
    fn almost_right_payloads(
        changes in prop::collection::vec((any::<u8>(), any::<prop::sample::Index>(), any::<u8>()), 1..4),
        last in prop_oneof![9 => Just(11_u64), 1 => any::<u64>()],
    ) {
        let (mut bytes, payload) = example::<Hexflip>();
        bytes.extend(frame(b'B', 0, last, 4, &change(&payload, &changes)));
        read::<Hexflip>(&bytes);
        let (mut bytes, payload) = example::<Sayu>();
        bytes.extend(frame(b'B', 0, last, 4, &change(&payload, &changes)));
        read::<Sayu>(&bytes);
    }

    #[test]
    fn almost_right_headers(
        changes in prop::collection::vec((any::<u8>(), any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let (bytes, _) = example::<Hexflip>();
        let fields = change(&bytes[16 + 36..bytes.len() - 8], &changes);
        let fingerprint = flipside_rules::hash::bytes(&fields).to_le_bytes();
        let mut changed = bytes[..16].to_vec();
        changed.extend(frame(b'H', 0, 0, 0, &[&fields[..], &fingerprint].concat()));
        read::<Hexflip>(&changed);
    }
}

#[test]
fn the_example_is_right_before_it_is_changed() {
    let (mut bytes, payload) = example::<Hexflip>();
    bytes.extend(frame(b'B', 0, 11, 4, &payload));
    let mut reader = Reader::new(bytes.as_slice(), "test").unwrap();
    let block = reader.next_block().unwrap().unwrap();
    assert_eq!(block.decode(reader.header()).unwrap().len(), 4);
}

/// Lengths and counts as large as they can be, with nothing behind them.
#[test]
fn large_numbers_claim_no_memory() {
    let (bytes, payload) = example::<Hexflip>();
    let text = |more: Vec<u8>| {
        let bytes = [bytes.clone(), more].concat();
        let mut reader = Reader::new(bytes.as_slice(), "test").unwrap();
        match reader.next_block() {
            Ok(None) => format!("{:?}", reader.ending().unwrap()),
            Ok(Some(block)) => block.decode(reader.header()).unwrap_err().to_string(),
            Err(error) => error.to_string(),
        }
    };
    let claim = |length: u32| {
        let mut head = frame(b'B', 0, 11, 4, &payload)[..36].to_vec();
        head[4..8].copy_from_slice(&length.to_le_bytes());
        let crc = crc32fast::hash(&head[..32]).to_le_bytes();
        head[32..].copy_from_slice(&crc);
        head
    };
    assert!(text(claim(1 << 24)).contains("Torn"));
    assert!(text(claim(u32::MAX)).contains("beyond the limit"));
    assert!(text(frame(b'B', 0, u64::MAX, 5, &payload)).contains("number of games"));
    assert!(text(frame(b'B', 9, 11, 4, &payload)).contains("more games than numbers"));
    assert!(text(frame(b'B', 11, 0, 4, &payload)).contains("more games than numbers"));

    // One step, then a list that claims 2^63 items.
    let mut list = vec![1];
    list.extend([0xFF; 8]);
    list.extend([0x7F]);
    assert!(text(frame(b'B', 0, 11, 4, &list)).contains("cannot be decoded"));

    // Four games with 2^32 - 1 turns each.
    let columns = [
        &[0, 1][..],                        // id_steps
        &[0, 0, 0],                         // players
        &[0],                               // seeds
        &[0, 0],                            // openings
        &[4, 0x74, 0x74, 0x74, 0x74],       // ends
        &[0, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F], // turn_counts
        &[0, 0],                            // extra_bytes
        &[0],                               // turns
        &[0],                               // start_texts
        &[0, 0],                            // starts
        &[0, 0, 0],                         // annotations
    ]
    .concat();
    assert!(text(frame(b'B', 0, 3, 4, &columns)).contains("turns are missing"));
}

#[test]
fn game_numbers_that_overflow_are_damage() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.flip");
    let (mut bytes, _) = example::<Hexflip>();
    // Steps of 2^63 from game 0.
    let mut steps = vec![0];
    steps.extend([0x80; 9]);
    steps.push(1);
    bytes.extend(frame(b'B', 0, 1 << 63, 4, &steps));
    std::fs::write(&path, &bytes).unwrap();
    let error = recover(&path).unwrap_err();
    assert!(error.to_string().contains("not ascending"), "{error}");
}
