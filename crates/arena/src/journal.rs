//! The journal of a run: see `flipside_records::read_journal`.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use flipside_records::{
    EncodedBlock, GameRecord, Header, JournalError, journal_prelude, read_journal,
};

use crate::files::{Files, RunFile, half_written, replace};

/// When so many games in the journal are in the record file as well, and no fewer than those that
/// are not, it is written anew without them. This bounds its size.
const STALE: u64 = 1_024;

/// The journal beside a record file. There is no file until there is something to keep.
pub struct Journal<'a> {
    files: &'a dyn Files,
    header: Header,
    path: PathBuf,
    file: Option<Box<dyn RunFile>>,
    /// Games in it, those that are no longer needed included.
    games: u64,
}

/// The journal's place.
pub fn journal_path(records: &Path) -> PathBuf {
    let mut path = records.as_os_str().to_owned();
    path.push(".journal");
    path.into()
}

impl<'a> Journal<'a> {
    /// The journal of a record file, nothing in it.
    pub fn new(files: &'a dyn Files, records: &Path, header: &Header) -> Self {
        Self {
            files,
            header: header.clone(),
            path: journal_path(records),
            file: None,
            games: 0,
        }
    }

    /// The games that an earlier run has left.
    pub fn left(&self) -> io::Result<Result<BTreeMap<u64, GameRecord>, JournalError>> {
        match fs::read(&self.path) {
            Ok(bytes) => Ok(read_journal(&bytes, &self.header)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Ok(BTreeMap::new())),
            Err(error) => Err(error),
        }
    }

    /// Adds games and brings them to disk.
    pub fn add(&mut self, blocks: &[&EncodedBlock]) -> io::Result<()> {
        let Some(file) = &mut self.file else {
            return self.rewrite(blocks);
        };
        let written = blocks
            .iter()
            .try_for_each(|block| file.write_all(block.frame()))
            .and_then(|()| file.sync());
        self.games += blocks.iter().map(|block| block.games()).sum::<u64>();
        written.map_err(|error| self.named(error))
    }

    /// An error that says that it is the journal's.
    fn named(&self, error: io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("{}: {error}", self.path.display()))
    }

    /// Writes the journal anew, with these games alone.
    pub fn rewrite(&mut self, blocks: &[&EncodedBlock]) -> io::Result<()> {
        let prelude = journal_prelude(&self.header);
        let frames = blocks.iter().map(|block| block.frame());
        let parts: Vec<&[u8]> = [prelude.as_slice()].into_iter().chain(frames).collect();
        let file = replace(self.files, &self.path, &parts);
        self.file = Some(file.map_err(|error| self.named(error))?);
        self.games = blocks.iter().map(|block| block.games()).sum();
        Ok(())
    }

    /// Whether it holds so many games that are no longer needed that it should be written anew,
    /// where `needed` are.
    pub fn is_stale(&self, needed: u64) -> bool {
        let stale = self.games.saturating_sub(needed);
        stale >= STALE && stale >= needed
    }

    /// Removes it: everything is in the record file.
    pub fn remove(&mut self) -> io::Result<()> {
        self.file = None;
        self.games = 0;
        // Half a journal is left where a run was killed while it wrote one anew.
        for path in [half_written(&self.path), self.path.clone()] {
            match fs::remove_file(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(self.named(error));
                }
                _ => {}
            }
        }
        Ok(())
    }
}
