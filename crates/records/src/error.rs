//! What can go wrong, and what would mend it.

use std::io;

use crate::{FORMAT_VERSION, GameFault, HeaderError};

/// What is wrong with a record file, or with reading it.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The first bytes are other than those of every record file.
    #[error(
        "is not a record file; name a file that `match`, `run` or `records import` has written"
    )]
    NotRecords,
    /// Line ends or eighth bits have been converted.
    #[error("was changed by a transfer in text mode; copy it again in binary mode")]
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
    /// An undamaged frame of a kind that this version does not have.
    #[error(
        "was written by a newer version (a part of kind {kind:#04x} at byte {offset}, which is not \
         in format {FORMAT_VERSION}, the last that this program reads); update this program"
    )]
    NewerFrame {
        /// Where the frame begins.
        offset: u64,
        /// Its kind.
        kind: u8,
    },
    /// The file ends before the header does, and so far is what a header could be.
    #[error(
        "ends inside its header, after {length} bytes, and holds no games; delete it and start the \
         run again"
    )]
    EndsInHeader {
        /// The length of the file.
        length: u64,
    },
    /// The file ends within a frame, and so far is what it should be.
    #[error(
        "has a torn tail: it ends inside the part that begins at byte {offset}; all games before it \
         are good, and going on with `--resume` cuts the tail"
    )]
    Torn {
        /// Where the torn frame begins, and up to where the file is good.
        offset: u64,
    },
    /// Anything else that no writer writes.
    #[error("is damaged at byte {offset}: {what}; restore it from a copy, or play the run again")]
    Damaged {
        /// Where the part begins that is not right.
        offset: u64,
        /// What is not right.
        what: &'static str,
    },
    /// The header is undamaged, but cannot be worked with.
    #[error("{0}")]
    Header(#[from] HeaderError),
    /// A game that is undamaged, but contradicts the rules.
    #[error("game {id}, in the block at byte {offset}: {fault}")]
    Game {
        /// Where the game's block begins.
        offset: u64,
        /// The game's number.
        id: u64,
        /// What is wrong with it.
        fault: GameFault,
    },
    /// The operating system could not read, write or open the file.
    #[error("{error}{}", place(*offset))]
    Io {
        /// How far the file had been read.
        offset: u64,
        /// The operating system's error.
        #[source]
        error: io::Error,
    },
}

/// Where reading failed; nothing if it was at the very beginning.
fn place(offset: u64) -> String {
    match offset {
        0 => String::new(),
        _ => format!(" (at byte {offset})"),
    }
}

impl Fault {
    /// The byte offset that the fault belongs to.
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

/// A fault, with the file that has it.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {fault}")]
pub struct Error {
    /// The file, as it was named.
    pub file: String,
    /// What is wrong with it.
    pub fault: Fault,
}

impl Error {
    pub(crate) fn new(file: &str, fault: impl Into<Fault>) -> Self {
        Self {
            file: file.to_string(),
            fault: fault.into(),
        }
    }
}

/// Why games cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The operating system's error.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// An earlier write failed, so that the file may end within a block.
    #[error("an earlier write failed; recover the file before more games are written")]
    Broken,
    /// The header cannot be written.
    #[error("{0}")]
    Header(#[from] HeaderError),
    /// A game's number is not above that of the game before it.
    #[error("game {id} comes after game {previous}; games must be written in ascending order")]
    Order {
        /// The number of the game before.
        previous: u64,
        /// The number of the game.
        id: u64,
    },
    /// A game contradicts the header or itself.
    #[error("game {id}: {what}")]
    Game {
        /// The game's number.
        id: u64,
        /// What contradicts.
        what: &'static str,
    },
    /// A block that was encoded apart does not fit in here.
    #[error("the block with game {first}: {what}")]
    Block {
        /// The number of its first game.
        first: u64,
        /// Why it does not fit.
        what: &'static str,
    },
    /// The games of a block take more space than a block may have.
    #[error(
        "{count} games from game {first} on take {length} bytes, more than a block may have; choose \
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
