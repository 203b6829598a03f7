//! Errors of record files.

use std::io;

use crate::{FORMAT_VERSION, GameFault, HeaderError};

/// A fault of a record file, or of reading it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The first bytes are not those of a record file.
    #[error("is not a record file; expected a file written by `match`, `run` or `records import`")]
    NotRecords,
    /// Line ends or eighth bits were converted.
    #[error("was damaged by a transfer in text mode; copy it again in binary mode")]
    TextMode,
    /// A higher format version.
    #[error(
        "was written by a newer version (format {version}; this program reads up to \
         {FORMAT_VERSION}); update this program"
    )]
    Newer {
        /// The file's format version.
        version: u16,
    },
    /// An undamaged frame of an unknown kind.
    #[error(
        "was written by a newer version (a part of kind {kind:#04x} at byte {offset}, which format \
         {FORMAT_VERSION} does not have); update this program"
    )]
    NewerFrame {
        /// Where the frame begins.
        offset: u64,
        /// Its kind.
        kind: u8,
    },
    /// The file ends within its header and is intact so far.
    #[error(
        "ends inside its header, after {length} bytes, and has no games; delete it and start the \
         run again"
    )]
    EndsInHeader {
        /// The length of the file.
        length: u64,
    },
    /// The file ends within a frame and is intact so far.
    #[error(
        "has a torn tail: it ends inside the part that begins at byte {offset}; all games before it \
         are intact, and resuming with `--resume` removes the tail"
    )]
    Torn {
        /// The beginning of the torn frame, up to which the file is intact.
        offset: u64,
    },
    /// Any other damage.
    #[error("is damaged at byte {offset}: {what}; restore it from a copy, or play the run again")]
    Damaged {
        /// The beginning of the damaged part.
        offset: u64,
        /// What is wrong.
        what: &'static str,
    },
    /// The header is undamaged but unusable.
    #[error("{0}")]
    Header(#[from] HeaderError),
    /// A game is undamaged but contradicts the rules.
    #[error("game {id}, in the block at byte {offset}: {fault}")]
    Game {
        /// The beginning of the game's block.
        offset: u64,
        /// The game's number.
        id: u64,
        /// What is wrong with it.
        fault: GameFault,
    },
    /// The operating system could not read, write or open the file.
    #[error("{error}{}", place(*offset))]
    Io {
        /// The position up to which the file was read.
        offset: u64,
        /// The operating system's error.
        #[source]
        error: io::Error,
    },
}

/// The position where reading failed; empty at the beginning of the file.
fn place(offset: u64) -> String {
    match offset {
        0 => String::new(),
        _ => format!(" (at byte {offset})"),
    }
}

impl Fault {
    /// The byte offset of the fault.
    #[must_use]
    pub const fn offset(&self) -> Option<u64> {
        match *self {
            Self::NotRecords | Self::TextMode => Some(0),
            Self::Newer { .. } => Some(8),
            Self::EndsInHeader { length } => Some(length),
            Self::Header(_) => Some(crate::prelude::LENGTH as u64),
            Self::NewerFrame { offset, .. }
            | Self::Torn { offset }
            | Self::Damaged { offset, .. }
            | Self::Game { offset, .. }
            | Self::Io { offset, .. } => Some(offset),
        }
    }
}

/// A fault and its file.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {fault}")]
pub struct Error {
    /// The name of the file.
    pub file: String,
    /// What is wrong with it.
    pub fault: Fault,
}

impl Error {
    /// A fault of a file.
    pub fn new(file: &str, fault: impl Into<Fault>) -> Self {
        Self {
            file: file.to_string(),
            fault: fault.into(),
        }
    }
}

/// An error in writing games.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The operating system's error.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// An earlier write failed, so the file may end within a block.
    #[error("an earlier write failed; recover the file before writing more games")]
    Broken,
    /// The header cannot be written.
    #[error("{0}")]
    Header(#[from] HeaderError),
    /// Games are not in ascending order.
    #[error("game {id} comes after game {previous}; games must be written in ascending order")]
    Order {
        /// The number of the previous game.
        previous: u64,
        /// The number of the game.
        id: u64,
    },
    /// A game contradicts the header or itself.
    #[error("game {id}: {what}")]
    Game {
        /// The game's number.
        id: u64,
        /// The contradiction.
        what: &'static str,
    },
    /// An encoded block does not fit.
    #[error("the block with game {first}: {what}")]
    Block {
        /// The number of its first game.
        first: u64,
        /// The reason.
        what: &'static str,
    },
    /// The games of a block take too much space.
    #[error(
        "{count} games from game {first} on take {length} bytes, more than a block can have; use \
         fewer games per block"
    )]
    TooLarge {
        /// The number of the block's first game.
        first: u64,
        /// The number of games.
        count: usize,
        /// The length of the payload.
        length: usize,
    },
}
