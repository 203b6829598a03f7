//! Journals: games that are finished but not yet in a block of the record file.
//!
//! A record file takes whole blocks in order. What is finished before its block is full, or before
//! a slower game with a smaller number, is kept in a journal meanwhile: a prelude, then frames as
//! in a record file, in any order, each with one game or more. Nothing but a run that goes on ever
//! reads a journal.

use std::collections::BTreeMap;

use crate::frame::{HEAD, Head, Kind};
use crate::{EncodedBlock, GameRecord, Header, RawBlock};

/// The first bytes of a journal.
const MAGIC: [u8; 8] = *b"\x89FLIPJ1\n";

/// The length of what comes before the first frame: magic and fingerprint of the header.
const PRELUDE: usize = 16;

/// What a journal begins with.
#[must_use]
pub fn journal_prelude(header: &Header) -> [u8; PRELUDE] {
    let mut bytes = [0; PRELUDE];
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..].copy_from_slice(&header.fingerprint().to_le_bytes());
    bytes
}

/// Why a journal cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum JournalError {
    /// Something else.
    #[error("it is no journal of this version")]
    NotAJournal,
    /// It belongs to another file.
    #[error("it belongs to a run with another configuration")]
    Foreign,
}

/// The games of a journal, by number. What follows upon a torn or damaged frame is left out, and so
/// is a game that does not go with the header: such games are played again.
///
/// # Errors
/// If it is no journal, or one for another header.
pub fn read_journal(
    bytes: &[u8],
    header: &Header,
) -> Result<BTreeMap<u64, GameRecord>, JournalError> {
    let mut games = BTreeMap::new();
    let Some((prelude, mut rest)) = bytes.split_at_checked(PRELUDE) else {
        // Torn before anything was in it.
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

/// The frame at the beginning, and what follows; `None` if there is no whole one.
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
    /// The frame, as it stands in a file or a journal.
    #[must_use]
    pub fn frame(&self) -> &[u8] {
        &self.bytes
    }

    /// How many games it has.
    #[must_use]
    pub fn games(&self) -> u64 {
        u64::from(self.head.count)
    }
}

#[cfg(test)]
mod tests {
    use flipside_rules::hexflip;

    use super::*;

    fn header() -> Header {
        let mut header = Header::new::<hexflip::Game>(&hexflip::Rules::default());
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
