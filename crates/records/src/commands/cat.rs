//! `records cat`: every game as a line of JSON.

use std::io::{Read, Write};
use std::path::Path;

use flipside_rules::{Game, with_game};

use super::line::{LineError, LineWriter};
use super::{CommandError, Remarks};
use crate::{Error, RawBlock, Reader, Replay};

/// Writes every game as a JSON object on a line of its own, in constant memory.
///
/// The keys, in this order: `id`, `game`, `rules`, `first`, `second`, `seed`, `opening`, `start`
/// (only where it is not the game's own), `turns`, `outcome`, `reason`, `margin` (only of a game
/// that has one and was played to its end), `value`, `nodes`, `depth` (each with one item a turn,
/// `null` where nothing is recorded, and only if something is). With remarks also `table` (what each
/// turn was worth), `cost` (`win-draw`, `win-loss`, `draw-loss`, or `null`), `longer` (turns by which
/// it made a win longer, or `null`) and `decided` (the number of the turn that decided the game, or
/// `null`).
///
/// # Errors
/// If the file is not right or there are no remarks on a game: all lines before the fault have been
/// written then. A torn tail is an error after the last line. If the output cannot be written.
pub fn cat(
    path: &Path,
    remarks: Option<&dyn Remarks>,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let mut reader = Reader::open(path)?;
    let kind = reader.header().kind();
    let kind = kind.map_err(|error| Error::new(reader.file(), error))?;
    with_game!(kind, G => write_all::<G, _>(&mut reader, remarks, out))?;
    out.flush()?;
    Ok(reader.check_ending()?)
}

fn write_all<G: Game, R: Read + Send>(
    reader: &mut Reader<R>,
    remarks: Option<&dyn Remarks>,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let header = reader.header().clone();
    let replay = Replay::<G>::new(&header).map_err(|error| Error::new(reader.file(), error))?;
    let lines = LineWriter::new(&header, &replay, remarks);
    reader.map_blocks(
        |_, block| text_of(block, &lines, &header),
        |(text, error): (String, Option<CommandError>)| {
            out.write_all(text.as_bytes())?;
            error.map_or(Ok(()), Err)
        },
    )
}

/// The lines of a block up to its first fault.
fn text_of<G: Game>(
    block: &RawBlock,
    lines: &LineWriter<'_, G>,
    header: &crate::Header,
) -> (String, Option<CommandError>) {
    let records = match block.decode(header) {
        Ok(records) => records,
        Err(error) => return (String::new(), Some(error.into())),
    };
    let mut text = String::new();
    for record in &records {
        if let Err(error) = lines.append(record, &mut text) {
            let error = match error {
                LineError::Fault(fault) => block.fault_of(record.id, fault).into(),
                LineError::Remarks(error) => CommandError::Remarks(error),
            };
            return (text, Some(error));
        }
    }
    (text, None)
}
