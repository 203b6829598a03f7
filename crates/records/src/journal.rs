//! Journals: games that are finished but not yet in a block of the record file.
//!
//! A record file has whole blocks in order. Games that are finished before their block is full, or
//! before a slower game with a smaller number, are kept in a journal: a prelude, then frames as in a
//! record file, in any order, each with one game or more. Only resumed runs read journals.

use std::collections::BTreeMap;

use crate::frame::{HEAD, Head, Kind};
use crate::{EncodedBlock, GameRecord, Header, RawBlock};

/// The magic bytes of a journal.
const MAGIC: [u8; 8] = *b"\x89FLIPJ1\n";

/// The length of the prelude: magic bytes and fingerprint of the header.
const PRELUDE: usize = 16;

/// The first bytes of a journal.
#[must_use]
pub fn journal_prelude(header: &Header) -> [u8; PRELUDE] {
    let mut bytes = [0; PRELUDE];
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..].copy_from_slice(&header.fingerprint().to_le_bytes());
    bytes
}

/// An error in a journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The file is not a journal of this version.
    #[error("not a journal of this version")]
    NotAJournal,
    /// The journal belongs to another record file.
    #[error("the journal of a run with another configuration")]
    Foreign,
}

/// Returns the games of a journal, by number. Reading ends at the first frame that is torn, damaged or
/// invalid under the header; the games after it are played again.
///
/// # Errors
/// If the file is not a journal, or belongs to another header.
pub fn read_journal(
    bytes: &[u8],
    header: &Header,
) -> Result<BTreeMap<u64, GameRecord>, JournalError> {
    let mut games = BTreeMap::new();
    let Some((prelude, mut rest)) = bytes.split_at_checked(PRELUDE) else {
        // Torn within the prelude.
        let torn = MAGIC.starts_with(&bytes[..bytes.len().min(MAGIC.len())]);
        return if torn {
            Ok(games)
        } else {
            Err(JournalError::NotAJournal)
        };
    };
    if prelude[..8] != MAGIC {
        return Err(JournalError::NotAJournal);
    }
    if prelude != journal_prelude(header) {
        return Err(JournalError::Foreign);
    }
    while let Some((block, after)) = frame(rest) {
        let Ok(found) = block.decode(header) else {
            break;
        };
        games.extend(found.into_iter().map(|game| (game.id, game)));
        rest = after;
    }
    Ok(games)
}

/// The first frame and the rest; `None` if the frame is incomplete or damaged.
fn frame(bytes: &[u8]) -> Option<(RawBlock, &[u8])> {
    let (head, rest) = bytes.split_first_chunk::<HEAD>()?;
    let head = Head::decode(head, 0).ok()?;
    let (payload, rest) = rest.split_at_checked(head.length as usize)?;
    let sound = head.kind == Kind::Block && head.count > 0 && head.first <= head.last;
    let whole = crc32fast::hash(payload) == head.payload_crc;
    (sound && whole).then(|| {
        (
            RawBlock::new("journal".into(), 0, head, payload.to_vec()),
            rest,
        )
    })
}

impl EncodedBlock {
    /// The bytes of the frame, as in a file or journal.
    #[must_use]
    pub fn frame(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        u64::from(self.head.count)
    }
}

#[cfg(test)]
mod tests {
    use flipside_rules::{Hexflip, hexflip};

    use super::*;

    fn header() -> Header {
        let mut header = Header::new::<Hexflip>(&hexflip::Rules::default());
        header.agents = vec!["random".to_string()];
        header
    }

    fn journal(ids: &[&[u64]]) -> Vec<u8> {
        let mut bytes = journal_prelude(&header()).to_vec();
        for ids in ids {
            let games: Vec<GameRecord> = ids
                .iter()
                .map(|&id| GameRecord::new(id, [0, 0], id))
                .collect();
            bytes.extend(EncodedBlock::new(&header(), &games).unwrap().frame());
        }
        bytes
    }

    #[test]
    fn whole_frames_are_read_in_any_order_and_a_torn_one_is_not() {
        let bytes = journal(&[&[7], &[2, 3], &[5]]);
        let ids = |bytes: &[u8]| -> Vec<u64> {
            let games = read_journal(bytes, &header()).unwrap();
            assert!(games.iter().all(|(id, game)| *id == game.id));
            games.into_keys().collect()
        };
        assert_eq!(ids(&bytes), [2, 3, 5, 7]);
        let mut seen = 0;
        for length in 0..=bytes.len() {
            let found = ids(&bytes[..length]).len();
            assert!(found >= seen);
            seen = found;
        }
        assert_eq!(seen, 4);
        // Whatever byte is damaged, nothing wrong is read.
        for at in PRELUDE..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            assert!(ids(&damaged).iter().all(|id| [2, 3, 5, 7].contains(id)));
        }
    }

    #[test]
    fn foreign_files_are_told_apart() {
        let mut other = header();
        other.seed = Some(1);
        let bytes = journal(&[&[1]]);
        assert_eq!(read_journal(&bytes, &other), Err(JournalError::Foreign));
        let text = b"something else entirely";
        assert_eq!(
            read_journal(text, &header()),
            Err(JournalError::NotAJournal)
        );
    }
}
