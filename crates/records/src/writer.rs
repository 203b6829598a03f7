//! Writing files.

use std::io::Write;

use crate::frame::{Head, Kind};
use crate::reader::Progress;
use crate::recover::Recovered;
use crate::{EncodedBlock, GameRecord, Header, WriteError};

/// Writes a record file, block by block.
///
/// The bytes depend on the header and the games alone. A block is written at once as soon as it is
/// full; nothing is written when a writer is dropped. After a failed write the writer returns errors:
/// the file may then have a torn tail, which [`crate::recover`] finds.
pub struct Writer<W> {
    out: W,
    header: Header,
    fingerprint: u64,
    /// What has been written.
    progress: Progress,
    /// Games of the next block.
    pending: Vec<GameRecord>,
    broken: bool,
}

impl<W: Write> Writer<W> {
    /// Begins a file.
    ///
    /// # Errors
    /// If the header cannot be written, or `out` fails.
    pub fn new(mut out: W, header: &Header) -> Result<Self, WriteError> {
        out.write_all(&header.encode()?)?;
        Ok(Self::after(out, header, Progress::default()))
    }

    /// Continues a file truncated to [`Recovered::keep_bytes`]. The games of its last short block,
    /// [`Recovered::tail`], must be pushed again.
    pub fn resume(out: W, recovered: &Recovered) -> Self {
        Self::after(out, &recovered.header, recovered.progress)
    }

    fn after(out: W, header: &Header, progress: Progress) -> Self {
        Self {
            out,
            header: header.clone(),
            fingerprint: header.fingerprint(),
            progress,
            pending: Vec::new(),
            broken: false,
        }
    }

    /// The header.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Number of pushed games, including those of a resumed file.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.progress.games + self.pending.len() as u64
    }

    /// Number of pushed games that are not yet written because their block is not full.
    #[must_use]
    pub const fn pending(&self) -> usize {
        self.pending.len()
    }

    /// The pushed games that are not yet written.
    #[must_use]
    pub fn waiting(&self) -> &[GameRecord] {
        &self.pending
    }

    /// The output.
    pub const fn out(&mut self) -> &mut W {
        &mut self.out
    }

    /// Adds a game. Its number must be above those of all earlier games.
    ///
    /// # Errors
    /// If it is not, the game contradicts the header or itself, or writing fails.
    pub fn push(&mut self, game: GameRecord) -> Result<(), WriteError> {
        self.check_order(game.id)?;
        if let Some(what) = game.contradiction(&self.header) {
            return Err(WriteError::Game { id: game.id, what });
        }
        self.pending.push(game);
        if self.pending.len() == self.header.games_per_block as usize {
            self.write_pending()?;
        }
        Ok(())
    }

    /// Adds a full block that was encoded for this header.
    ///
    /// # Errors
    /// If it is not full or has another header, pushed games are still pending, its numbers are not
    /// above those of earlier games, or writing fails.
    pub fn push_block(&mut self, block: &EncodedBlock) -> Result<(), WriteError> {
        let first = block.head.first;
        let invalid = |what| Err(WriteError::Block { first, what });
        if block.fingerprint != self.fingerprint {
            return invalid("it has another header");
        }
        if block.head.count != self.header.games_per_block {
            return invalid("it is not full");
        }
        if !self.pending.is_empty() {
            return invalid("earlier games are still pending");
        }
        self.check_order(first)?;
        self.write_block(block)
    }

    /// Writes the pending games as a short block, for a run that stops before its end. A short block
    /// must be the last, so the writer is consumed; [`crate::recover`] and [`Writer::resume`]
    /// continue.
    ///
    /// # Errors
    /// If writing fails.
    pub fn flush_partial(mut self) -> Result<W, WriteError> {
        self.write_pending()?;
        self.out.flush()?;
        Ok(self.out)
    }

    /// Writes the pending games and the end mark of a completed run.
    ///
    /// # Errors
    /// If writing fails.
    pub fn finish(mut self) -> Result<W, WriteError> {
        self.write_pending()?;
        let payload = postcard::to_allocvec(&self.progress.end_mark())
            .map_err(|error| WriteError::Io(std::io::Error::other(error)))?;
        let mut bytes = Head::plain(Kind::End, &payload).encode().to_vec();
        bytes.extend(payload);
        self.write(&bytes)?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn check_order(&self, id: u64) -> Result<(), WriteError> {
        let last = self.pending.last().map(|game| game.id);
        match last.or(self.progress.last) {
            Some(previous) if previous >= id => Err(WriteError::Order { previous, id }),
            _ => Ok(()),
        }
    }

    fn write_pending(&mut self) -> Result<(), WriteError> {
        if self.broken {
            return Err(WriteError::Broken);
        }
        if self.pending.is_empty() {
            return Ok(());
        }
        let block = EncodedBlock::new(&self.header, &self.pending)?;
        self.write_block(&block)?;
        self.pending.clear();
        Ok(())
    }

    fn write_block(&mut self, block: &EncodedBlock) -> Result<(), WriteError> {
        self.write(&block.bytes)?;
        self.progress.add(&block.head);
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        if self.broken {
            return Err(WriteError::Broken);
        }
        // After an error the file may end within a frame; nothing may follow it.
        self.broken = true;
        self.out.write_all(bytes)?;
        self.broken = false;
        Ok(())
    }
}
