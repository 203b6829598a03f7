//! `records cat`: every game as a line of JSON.

use std::io::{Read, Write};
use std::path::Path;

use flipside_rules::{Game, with_game};

use super::CommandError;
use super::line::LineWriter;
use crate::{Error, RawBlock, Reader, Replay};

/// Writes every game as a JSON object on a line of its own, in constant memory.
///
/// The keys, in this order: `id`, `game`, `rules`, `first`, `second`, `seed`, `opening`, `start`
/// (only where it is not the game's own), `turns`, `outcome`, `reason`, `margin` (only of a game
/// that has one and was played to its end), `value`, `nodes`, `depth` (each with one item a turn,
/// `null` where nothing is recorded, and only if something is).
///
/// # Errors
/// If the file is not right: all lines before the fault have been written then. A torn tail is an
/// error after the last line. If the output cannot be written.
pub fn cat(path: &Path, out: &mut dyn Write) -> Result<(), CommandError> {
    let mut reader = Reader::open(path)?;
    let kind = reader.header().kind();
    let kind = kind.map_err(|error| Error::new(reader.file(), error))?;
    with_game!(kind, G => write_all::<G, _>(&mut reader, out))?;
    out.flush()?;
    Ok(reader.check_ending()?)
}

fn write_all<G: Game, R: Read + Send>(
    reader: &mut Reader<R>,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let header = reader.header().clone();
    let replay = Replay::<G>::new(&header).map_err(|error| Error::new(reader.file(), error))?;
    let lines = LineWriter::new(&header, &replay);
    reader.map_blocks(
        |_, block| text_of(block, &lines, &header),
        |(text, error): (String, Option<Error>)| {
            out.write_all(text.as_bytes())?;
            error.map_or(Ok(()), |error| Err(error.into()))
        },
    )
}

/// The lines of a block up to its first fault.
fn text_of<G: Game>(
    block: &RawBlock,
    lines: &LineWriter<'_, G>,
    header: &crate::Header,
) -> (String, Option<Error>) {
    let records = match block.decode(header) {
        Ok(records) => records,
        Err(error) => return (String::new(), Some(error)),
    };
    let mut text = String::new();
    for record in &records {
        if let Err(fault) = lines.append(record, &mut text) {
            return (text, Some(block.fault_of(record.id, fault)));
        }
    }
    (text, None)
}
