//! Recovery of the file of an interrupted run.

use std::path::Path;

use crate::reader::Progress;
use crate::{Ending, Error, Fault, GameIds, GameRecord, Header, Reader};

/// The recoverable content of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recovered {
    /// The file's header.
    pub header: Header,
    /// Number of bytes to keep: up to the end of the last full block.
    pub keep_bytes: u64,
    /// The games of a last block that is not full. They are written again.
    pub tail: Vec<GameRecord>,
    /// The numbers of all games, including the tail.
    pub ids: GameIds,
    /// Whether the file ends in a torn frame, which is dropped.
    pub torn: bool,
    /// Whether the run was completed.
    pub finished: bool,
    pub(crate) progress: Progress,
}

/// Finds the recoverable content of a file; `None` if the file ends inside its header, so that the run
/// has to start again.
///
/// Reads the file once in constant memory and verifies all checksums, but decodes only a last block
/// that is not full.
///
/// # Errors
/// If it is not a record file, is damaged, or cannot be read.
pub fn recover(path: impl AsRef<Path>) -> Result<Option<Recovered>, Error> {
    let mut reader = match Reader::open(path) {
        Ok(reader) => reader,
        Err(Error {
            fault: Fault::EndsInHeader { .. },
            ..
        }) => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut ids = GameIds::default();
    let mut tail = Vec::new();
    let (mut keep_bytes, mut progress) = (reader.offset(), reader.progress());
    let mut buffer = Vec::new();
    while let Some(block) = reader.next_block_into(buffer)? {
        block.for_each_run(|run| ids.push(run))?;
        if block.games() < reader.header().games_per_block as usize {
            tail = block.decode(reader.header())?;
        } else {
            (keep_bytes, progress) = (reader.offset(), reader.progress());
        }
        buffer = block.into_payload();
    }
    Ok(Some(Recovered {
        keep_bytes,
        tail,
        ids,
        torn: matches!(reader.ending(), Some(Ending::Torn { .. })),
        finished: reader.ending() == Some(Ending::Finished),
        progress,
        header: reader.header().clone(),
    }))
}
