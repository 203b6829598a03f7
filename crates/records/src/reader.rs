//! Reading files block by block.

use std::fs::File;
use std::io::{BufReader, ErrorKind, Read};
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::frame::{HEAD, Head, Kind};
use crate::{Error, Fault, Header, RawBlock, prelude};

/// Size of the read buffer.
const BUFFER: usize = 1 << 20;

/// How a file ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// With the end mark of a completed run.
    Finished,
    /// After a block or the header: the run was stopped or is still in progress.
    Unfinished,
    /// Within a frame, as after a crash. Everything before it is intact.
    Torn {
        /// The beginning of the torn frame.
        offset: u64,
    },
}

/// The payload of the end frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct EndMark {
    pub(crate) games: u64,
    pub(crate) checksum: u32,
}

/// Totals of a file up to some frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Progress {
    /// Number of games.
    pub(crate) games: u64,
    /// The number of the last game.
    pub(crate) last: Option<u64>,
    /// CRC-32 over the heads of all blocks.
    pub(crate) checksum: u32,
}

impl Progress {
    pub(crate) fn add(&mut self, head: &Head) {
        let mut hasher = crc32fast::Hasher::new_with_initial(self.checksum);
        hasher.update(&head.encode());
        *self = Self {
            games: self.games + u64::from(head.count),
            last: Some(head.last),
            checksum: hasher.finalize(),
        };
    }

    pub(crate) const fn end_mark(self) -> EndMark {
        EndMark {
            games: self.games,
            checksum: self.checksum,
        }
    }
}

/// Streams a record file in constant memory and verifies all checksums.
pub struct Reader<R> {
    input: R,
    file: Arc<str>,
    version: u16,
    header: Header,
    offset: u64,
    progress: Progress,
    short_block: bool,
    ending: Option<Ending>,
}

impl Reader<BufReader<File>> {
    /// Opens a file.
    ///
    /// # Errors
    /// As [`Reader::new`], or if it cannot be opened.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let name = path.display().to_string();
        match File::open(path) {
            Ok(file) => Self::new(BufReader::with_capacity(BUFFER, file), &name),
            Err(error) => Err(Error::new(&name, Fault::Io { offset: 0, error })),
        }
    }
}

impl<R: Read> Reader<R> {
    /// Reads the header. `name` is the name of the file in errors. `input` should be buffered.
    ///
    /// # Errors
    /// If `input` is not a record file, is of a newer version, ends inside its header, is damaged
    /// there, or cannot be read.
    pub fn new(mut input: R, name: &str) -> Result<Self, Error> {
        let file: Arc<str> = name.into();
        let mut offset = 0;
        let (version, header) =
            read_header(&mut input, &mut offset).map_err(|fault| Error::new(&file, fault))?;
        Ok(Self {
            input,
            file,
            version,
            header,
            offset,
            progress: Progress::default(),
            short_block: false,
            ending: None,
        })
    }

    /// The header.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The format version of the file.
    #[must_use]
    pub const fn version(&self) -> u16 {
        self.version
    }

    /// The name of the file, as given.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Number of bytes known to be intact: up to the next block, or at the end of the file up to a
    /// torn tail.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// The ending of the file; `None` until [`Reader::next_block`] has returned `None`.
    #[must_use]
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The next block; `None` at the end of the file, torn or not (see [`Reader::ending`]).
    ///
    /// # Errors
    /// If the file is damaged here or cannot be read.
    pub fn next_block(&mut self) -> Result<Option<RawBlock>, Error> {
        self.next_block_into(Vec::new())
    }

    /// Like [`Reader::next_block`], reusing a buffer.
    pub(crate) fn next_block_into(
        &mut self,
        mut payload: Vec<u8>,
    ) -> Result<Option<RawBlock>, Error> {
        let offset = self.offset;
        match self.read_block(&mut payload) {
            Ok(Some(head)) => Ok(Some(RawBlock::new(
                Arc::clone(&self.file),
                offset,
                head,
                payload,
            ))),
            Ok(None) => Ok(None),
            Err(fault) => Err(Error::new(&self.file, fault)),
        }
    }

    /// Totals of the blocks so far.
    pub(crate) const fn progress(&self) -> Progress {
        self.progress
    }

    /// Checks that the file has no torn tail.
    ///
    /// # Errors
    /// If the file was read to its end, which is within a frame.
    pub fn check_ending(&self) -> Result<(), Error> {
        match self.ending {
            Some(Ending::Torn { offset }) => Err(Error::new(&self.file, Fault::Torn { offset })),
            _ => Ok(()),
        }
    }

    fn read_block(&mut self, payload: &mut Vec<u8>) -> Result<Option<Head>, Fault> {
        if self.ending.is_some() {
            return Ok(None);
        }
        let offset = self.offset;
        let damaged = |what| Fault::Damaged { offset, what };
        let head = match read_head(&mut self.input, offset)? {
            Part::Whole(head) => head,
            Part::Nothing => {
                self.ending = Some(Ending::Unfinished);
                return Ok(None);
            }
            Part::Torn => {
                self.ending = Some(Ending::Torn { offset });
                return Ok(None);
            }
        };
        match head.kind {
            Kind::Header => return Err(damaged("there is a second header")),
            Kind::Block => self.check_order(&head).map_err(damaged)?,
            Kind::End => (),
        }
        match read_payload(&mut self.input, &head, offset, payload)? {
            Part::Whole(()) => (),
            _ => {
                self.ending = Some(Ending::Torn { offset });
                return Ok(None);
            }
        }
        self.offset += (HEAD + payload.len()) as u64;
        if head.kind == Kind::End {
            let mark = postcard::take_from_bytes::<EndMark>(payload);
            if mark != Ok((self.progress.end_mark(), &[])) {
                return Err(damaged("the end frame does not match the games before it"));
            }
            if fill(&mut self.input, &mut [0], self.offset)? > 0 {
                return Err(Fault::Damaged {
                    offset: self.offset,
                    what: "bytes follow the end mark",
                });
            }
            self.ending = Some(Ending::Finished);
            return Ok(None);
        }
        self.short_block = head.count < self.header.games_per_block;
        self.progress.add(&head);
        Ok(Some(head))
    }

    /// Checks by its head that a block can follow.
    fn check_order(&self, head: &Head) -> Result<(), &'static str> {
        if self.short_block {
            Err("a block follows a block that is not full")
        } else if head.count == 0 || head.count > self.header.games_per_block {
            Err("a block has an invalid number of games")
        } else if self.progress.last.is_some_and(|last| last >= head.first) {
            Err("game numbers are not ascending (is a block duplicated?)")
        } else if head.last.checked_sub(head.first) < Some(u64::from(head.count) - 1) {
            Err("a block has more games than numbers for them")
        } else {
            Ok(())
        }
    }
}

/// A part of the file, which may be missing or torn.
enum Part<T> {
    Whole(T),
    Nothing,
    Torn,
}

fn read_header(input: &mut impl Read, offset: &mut u64) -> Result<(u16, Header), Fault> {
    let mut bytes = [0; prelude::LENGTH];
    let length = fill(input, &mut bytes, 0)?;
    let version = prelude::decode(&bytes[..length])?;
    let start = prelude::LENGTH as u64;
    let mut payload = Vec::new();
    let ends_inside = |length| Err(Fault::EndsInHeader { length });
    let head = match read_head(input, start)? {
        Part::Whole(head) => head,
        Part::Nothing | Part::Torn => return ends_inside(start),
    };
    if head.kind != Kind::Header {
        return Err(Fault::Damaged {
            offset: start,
            what: "there is no header",
        });
    }
    let Part::Whole(()) = read_payload(input, &head, start, &mut payload)? else {
        return ends_inside(start + (HEAD + payload.len()) as u64);
    };
    *offset = start + (HEAD + payload.len()) as u64;
    Ok((version, Header::decode(&payload)?))
}

fn read_head(input: &mut impl Read, offset: u64) -> Result<Part<Head>, Fault> {
    let mut bytes = [0; HEAD];
    match fill(input, &mut bytes, offset)? {
        0 => Ok(Part::Nothing),
        HEAD => Head::decode(&bytes, offset).map(Part::Whole),
        length if Head::can_begin_with(&bytes[..length]) => Ok(Part::Torn),
        _ => Err(Fault::Damaged {
            offset,
            what: "no frame begins with these bytes",
        }),
    }
}

/// Reads the payload of a frame. Memory grows with the existing bytes, not with the length in the
/// head.
fn read_payload(
    input: &mut impl Read,
    head: &Head,
    offset: u64,
    payload: &mut Vec<u8>,
) -> Result<Part<()>, Fault> {
    const STEP: usize = 1 << 20;
    payload.clear();
    let length = head.length as usize;
    while payload.len() < length {
        let from = payload.len();
        payload.resize(length.min(from + STEP), 0);
        let got = fill(input, &mut payload[from..], offset + (HEAD + from) as u64)?;
        if from + got < payload.len() {
            payload.truncate(from + got);
            return Ok(Part::Torn);
        }
    }
    if crc32fast::hash(payload) != head.payload_crc {
        return Err(Fault::Damaged {
            offset,
            what: "the payload that begins here fails its checksum",
        });
    }
    Ok(Part::Whole(()))
}

/// Reads until `buffer` is full or the input ends, and returns the number of bytes.
fn fill(input: &mut impl Read, buffer: &mut [u8], offset: u64) -> Result<usize, Fault> {
    let mut length = 0;
    while length < buffer.len() {
        match input.read(&mut buffer[length..]) {
            Ok(0) => break,
            Ok(n) => length += n,
            Err(error) if error.kind() == ErrorKind::Interrupted => (),
            Err(error) => {
                return Err(Fault::Io {
                    offset: offset + length as u64,
                    error,
                });
            }
        }
    }
    Ok(length)
}
