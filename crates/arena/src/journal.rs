//! The journal of a run: see `flipside_records::read_journal`.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use flipside_records::{
    EncodedBlock, GameRecord, Header, JournalError, journal_prelude, read_journal,
    replace_file_with, temporary_path,
};

use crate::files::{Files, RunFile, sync_folder};

/// The journal is rewritten once this many of its games are also in the record file, and at least as
/// many as are not. This bounds its size.
const STALE: u64 = 1_024;

/// The journal beside a record file. The file is created when the first game is added.
pub struct Journal<'a> {
    files: &'a dyn Files,
    header: Header,
    path: PathBuf,
    file: Option<Box<dyn RunFile>>,
    /// Number of games, including obsolete ones.
    games: u64,
}

/// The path of the journal.
pub fn journal_path(records: &Path) -> PathBuf {
    let mut path = records.as_os_str().to_owned();
    path.push(".journal");
    path.into()
}

impl<'a> Journal<'a> {
    /// An empty journal of a record file.
    pub fn new(files: &'a dyn Files, records: &Path, header: &Header) -> Self {
        Self {
            files,
            header: header.clone(),
            path: journal_path(records),
            file: None,
            games: 0,
        }
    }

    /// The games that an earlier run left.
    pub fn left(&self) -> io::Result<Result<BTreeMap<u64, GameRecord>, JournalError>> {
        match fs::read(&self.path) {
            Ok(bytes) => Ok(read_journal(&bytes, &self.header)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Ok(BTreeMap::new())),
            Err(error) => Err(error),
        }
    }

    /// Adds games and flushes them to disk.
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

    /// Adds the path of the journal to an error.
    fn named(&self, error: io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("{}: {error}", self.path.display()))
    }

    /// Replaces the content of the journal by these games.
    pub fn rewrite(&mut self, blocks: &[&EncodedBlock]) -> io::Result<()> {
        let file = replace_file_with(&self.path, |file| {
            let mut file = self.files.writer(file);
            file.write_all(&journal_prelude(&self.header))?;
            blocks
                .iter()
                .try_for_each(|block| file.write_all(block.frame()))?;
            file.sync()?;
            Ok(file)
        });
        self.file = Some(file.map_err(|error| self.named(error))?);
        sync_folder(&self.path);
        self.games = blocks.iter().map(|block| block.games()).sum();
        Ok(())
    }

    /// Whether it has so many obsolete games that it should be rewritten; `needed` games are not
    /// obsolete.
    pub fn is_stale(&self, needed: u64) -> bool {
        let stale = self.games.saturating_sub(needed);
        stale >= STALE && stale >= needed
    }

    /// Removes the journal.
    pub fn remove(&mut self) -> io::Result<()> {
        self.file = None;
        self.games = 0;
        // A partial journal remains if a run was killed while rewriting it.
        for path in [temporary_path(&self.path), self.path.clone()] {
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
