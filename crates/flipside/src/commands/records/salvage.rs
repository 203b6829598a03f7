//! `records salvage`: the intact games of a damaged file.

use std::fs;
use std::io::{BufWriter, Read as _, Write as _};
use std::path::Path;

use anyhow::{Context as _, bail};
use flipside_records::{GameRecord, Header, Reader, Replay, Writer};
use flipside_rules::{FullGame, with_game};

use crate::new_file;

/// What was saved, and what was lost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Salvaged {
    /// How many games were saved.
    pub games: u64,
    /// How many bytes belong to no intact block.
    pub lost_bytes: u64,
    /// How many numbers are missing between the games that were saved. Games lost at the end are not
    /// counted, since the file does not say how many there were.
    pub missing: u64,
}

/// Copies the games of all intact blocks into a new file, replayed by the rules. Its schedule begins
/// with `salvaged`, so that its games are never pooled with those of a whole file.
///
/// # Errors
/// If the header is damaged, no block is intact, or the target exists or cannot be written.
pub fn salvage(file: &Path, target: &Path) -> anyhow::Result<Salvaged> {
    let name = || file.display().to_string();
    new_file::check(target)?;
    let bytes = fs::read(file).with_context(name)?;
    let reader = Reader::new(&bytes[..], &name())
        .context("without an intact header the games cannot be read")?;
    let kind = reader.header().kind().with_context(name)?;
    let first = usize::try_from(reader.offset()).with_context(name)?;
    let mut header = reader.header().clone();
    let blocks = Blocks {
        name: &name(),
        bytes: &bytes,
        first,
    };
    let (records, salvaged) =
        with_game!(kind, G => blocks.intact::<G>(&header)).with_context(name)?;
    if records.is_empty() {
        bail!("{}: no block is intact; there is nothing to save", name());
    }
    header.schedule = format!("salvaged {}", header.schedule);
    write(&header, records, target)?;
    Ok(salvaged)
}

fn write(header: &Header, records: Vec<GameRecord>, target: &Path) -> anyhow::Result<()> {
    let name = || target.display().to_string();
    let mut temporary = new_file::temporary(target).with_context(name)?;
    let out = BufWriter::new(temporary.as_file_mut());
    let mut writer = Writer::new(out, header).with_context(name)?;
    for record in records {
        writer.push(record).with_context(name)?;
    }
    // Without an end: nobody can tell whether these are all games of the run.
    let mut out = writer.flush_partial().with_context(name)?;
    out.flush().with_context(name)?;
    drop(out);
    new_file::keep(temporary, target)
}

/// The bytes of a file, whose first block should begin at `first`.
struct Blocks<'a> {
    name: &'a str,
    bytes: &'a [u8],
    first: usize,
}

impl Blocks<'_> {
    /// The games of all intact blocks.
    fn intact<G: FullGame>(&self, header: &Header) -> anyhow::Result<(Vec<GameRecord>, Salvaged)> {
        let replay = Replay::<G>::new(header)?;
        let mut salvaged = Salvaged::default();
        let mut saved: Vec<GameRecord> = Vec::new();
        let mut at = self.first;
        while at < self.bytes.len() {
            let last = saved.last().map(|record| record.id);
            match self.block(header, at) {
                Some(Part::End(end)) => at = end,
                Some(Part::Block(records, end)) if follow(last, &records, &replay) => {
                    let first = records.first().map_or(0, |record| record.id);
                    let expected = last.map_or(first, |last| last + 1);
                    let span = records.last().map_or(0, |record| record.id - first + 1);
                    salvaged.missing += first - expected + (span - records.len() as u64);
                    salvaged.games += records.len() as u64;
                    saved.extend(records);
                    at = end;
                }
                _ => {
                    at += 1;
                    salvaged.lost_bytes += 1;
                    // Every frame begins with its kind and three zeros.
                    while at < self.bytes.len() && !self.is_frame(at) {
                        at += 1;
                        salvaged.lost_bytes += 1;
                    }
                }
            }
        }
        Ok((saved, salvaged))
    }

    fn is_frame(&self, at: usize) -> bool {
        matches!(&self.bytes[at..], [b'B' | b'E', 0, 0, 0, ..])
    }

    /// The frame at an offset, as a reader reads it that has only the header before it.
    fn block(&self, header: &Header, at: usize) -> Option<Part> {
        let input = self.bytes[..self.first].chain(&self.bytes[at..]);
        let mut reader = Reader::new(input, self.name).ok()?;
        let block = reader.next_block().ok()?;
        let end = at + usize::try_from(reader.offset()).ok()? - self.first;
        match block {
            Some(block) => Some(Part::Block(block.decode(header).ok()?, end)),
            None if end > at => Some(Part::End(end)),
            None => None,
        }
    }
}

/// A frame.
enum Part {
    /// A block with its games, and the offset behind it.
    Block(Vec<GameRecord>, usize),
    /// An end frame, and the offset behind it.
    End(usize),
}

/// Whether games come after the last one and follow the rules.
fn follow<G: FullGame>(last: Option<u64>, records: &[GameRecord], replay: &Replay<G>) -> bool {
    let is_next = records
        .first()
        .is_some_and(|first| last.is_none_or(|last| first.id > last));
    is_next
        && records
            .iter()
            .all(|record| replay.game(record, |_, _| ()).is_ok())
}
