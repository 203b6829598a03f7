//! Blocks of games.

mod columns;
mod decode;
mod encode;

use std::sync::Arc;

use crate::frame::{HEAD, Head, Kind};
use crate::{Error, Fault, GameFault, GameRecord, Header, IdRun, WriteError};

/// A block of a file, with verified checksums but not decoded.
///
/// Blocks can be decoded independently and in parallel.
#[derive(Clone, Debug)]
pub struct RawBlock {
    file: Arc<str>,
    offset: u64,
    head: Head,
    payload: Vec<u8>,
}

impl RawBlock {
    pub(crate) const fn new(file: Arc<str>, offset: u64, head: Head, payload: Vec<u8>) -> Self {
        Self {
            file,
            offset,
            head,
            payload,
        }
    }

    /// The file's name.
    #[must_use]
    pub const fn file(&self) -> &Arc<str> {
        &self.file
    }

    /// The offset of the block in the file.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// The number of its first game.
    #[must_use]
    pub const fn first_id(&self) -> u64 {
        self.head.first
    }

    /// The number of its last game.
    #[must_use]
    pub const fn last_id(&self) -> u64 {
        self.head.last
    }

    /// The number of games, at least one.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.head.count as usize
    }

    /// Decodes the games.
    ///
    /// # Errors
    /// If the payload is not valid under this header.
    pub fn decode(&self, header: &Header) -> Result<Vec<GameRecord>, Error> {
        decode::games(&self.head, &self.payload, header).map_err(|what| self.damaged(what))
    }

    /// Calls `each` with the numbers of the games, without decoding them if they are consecutive.
    pub(crate) fn for_each_run(&self, each: impl FnMut(IdRun)) -> Result<(), Error> {
        decode::id_runs(&self.head, &self.payload, each).map_err(|what| self.damaged(what))
    }

    /// The buffer of the payload, for reuse.
    pub(crate) fn into_payload(self) -> Vec<u8> {
        self.payload
    }

    /// The error for a fault of a game of this block.
    #[must_use]
    pub fn fault_of(&self, id: u64, fault: GameFault) -> Error {
        Error::new(
            &self.file,
            Fault::Game {
                offset: self.offset,
                id,
                fault,
            },
        )
    }

    fn damaged(&self, what: &'static str) -> Error {
        Error::new(
            &self.file,
            Fault::Damaged {
                offset: self.offset,
                what,
            },
        )
    }
}

/// A block ready to be written. It can be encoded on another thread than the writer's.
#[derive(Clone, Debug)]
pub struct EncodedBlock {
    pub(crate) head: Head,
    pub(crate) fingerprint: u64,
    /// Head and payload.
    pub(crate) bytes: Vec<u8>,
}

impl EncodedBlock {
    /// Encodes games for a file with this header.
    ///
    /// # Errors
    /// If there are no games or too many for a block, their numbers do not ascend, one contradicts the
    /// header, or they take too much space.
    pub fn new(header: &Header, games: &[GameRecord]) -> Result<Self, WriteError> {
        let ([first, ..], [.., last]) = (games, games) else {
            return Err(WriteError::Block {
                first: 0,
                what: "it has no games",
            });
        };
        if games.len() > header.games_per_block as usize {
            return Err(WriteError::Block {
                first: first.id,
                what: "it has more games than the header allows",
            });
        }
        for pair in games.windows(2) {
            if pair[0].id >= pair[1].id {
                return Err(WriteError::Order {
                    previous: pair[0].id,
                    id: pair[1].id,
                });
            }
        }
        for game in games {
            if let Some(what) = game.contradiction(header) {
                return Err(WriteError::Game { id: game.id, what });
            }
        }
        let columns = encode::columns(header, games);
        let mut bytes = postcard::to_extend(&columns, vec![0; HEAD])
            .map_err(|error| WriteError::Io(std::io::Error::other(error)))?;
        let payload = &bytes[HEAD..];
        if payload.len() > Kind::Block.max_length() {
            return Err(WriteError::TooLarge {
                first: first.id,
                count: games.len(),
                length: payload.len(),
            });
        }
        let head = Head {
            kind: Kind::Block,
            length: payload.len() as u32,
            first: first.id,
            last: last.id,
            count: games.len() as u32,
            payload_crc: crc32fast::hash(payload),
        };
        bytes[..HEAD].copy_from_slice(&head.encode());
        Ok(Self {
            head,
            fingerprint: header.fingerprint(),
            bytes,
        })
    }
}
