//! The partial file: layers are appended under a temporary name, and the file is renamed when it is
//! complete.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::format::{End, Header, table_checksum};
use super::layer_data::{LayerIndex, encode};
use super::read_at::ReadAt;
use crate::error::{SolveError, TableError};
use crate::layer::{Layer, LayerCounts};
use crate::variant::Variant;

/// An incomplete table.
pub(crate) struct PartFile {
    file: File,
    path: PathBuf,
    target: PathBuf,
    /// The checksums of the layers so far.
    checksums: Vec<u32>,
}

impl PartFile {
    /// Opens or creates the partial file for `target`; returns the layers it contains.
    ///
    /// `layers` are the layers with their numbers of entries, in order. A layer without its
    /// opposite, and all bytes after the last complete layer, are truncated.
    pub fn open(
        target: &Path,
        variant: Variant,
        layers: &[(Layer, usize)],
    ) -> Result<(Self, Vec<LayerIndex>), SolveError> {
        if target.exists() {
            let path = target.to_path_buf();
            return Err(SolveError::Exists { path });
        }
        // A bare name has an empty parent: the current folder.
        let folder = target.parent().filter(|folder| *folder != Path::new(""));
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            let folder = folder.to_path_buf();
            return Err(SolveError::NoFolder { folder });
        }
        let mut name = OsString::from(target);
        name.push(".part");
        let path = PathBuf::from(name);
        let write = |source| SolveError::Write {
            path: path.clone(),
            source,
        };
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(&path).map_err(write)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(SolveError::Busy { path }),
            Err(TryLockError::Error(source)) => return Err(write(source)),
        }
        let header = Header { variant };
        let other = |found: TableError| SolveError::OtherPart {
            path: path.clone(),
            asked: variant.name(),
            found: found.to_string(),
        };
        let mut done = Vec::new();
        let size = file.size().map_err(write)?;
        if size < Header::LENGTH as u64 {
            // Interrupted while writing the header, unless it is an unrelated short file.
            let mut start = vec![0; size as usize];
            file.read_exact_at(&mut start, 0).map_err(write)?;
            if !header.encode().starts_with(&start) {
                return Err(other(TableError::NotATable));
            }
            file.set_len(0).map_err(write)?;
            file.write_all(&header.encode()).map_err(write)?;
        } else {
            let mut bytes = [0; Header::LENGTH];
            file.read_exact_at(&mut bytes, 0).map_err(write)?;
            let found = Header::decode(&bytes).map_err(|e| other(e.into()))?;
            if found != header {
                return Err(other(TableError::OtherRules {
                    table: found.variant.name(),
                    asked: variant.name(),
                }));
            }
            done = complete_layers(&file, layers);
            let end = done.last().map_or(Header::LENGTH as u64, LayerIndex::end);
            file.set_len(end).map_err(write)?;
            file.seek(SeekFrom::Start(end)).map_err(write)?;
        }
        let checksums = done.iter().map(|layer| layer.values_checksum).collect();
        let target = target.to_path_buf();
        let part = Self {
            file,
            path,
            target,
            checksums,
        };
        Ok((part, done))
    }

    /// Returns the path of the partial file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the file, for reading its layers.
    pub fn source(&self) -> &dyn ReadAt {
        &self.file
    }

    /// Appends the next layer.
    pub fn append(
        &mut self,
        layer: Layer,
        counts: LayerCounts,
        codes: &[u16],
    ) -> Result<(), SolveError> {
        let (header, blocks) = encode(layer, counts, codes);
        self.checksums.push(header.values_checksum);
        let header = header.encode();
        let written = self
            .file
            .write_all(&header)
            .and_then(|()| self.file.write_all(&blocks));
        written.map_err(|source| self.failed(source))
    }

    /// Completes the file, flushes it to disk and renames it; returns the checksum of the table.
    pub fn finish(mut self) -> Result<u32, SolveError> {
        let checksum = table_checksum(self.checksums.iter().copied());
        let finished = self
            .file
            .write_all(&End { checksum }.encode())
            .and_then(|()| self.file.sync_all())
            .and_then(|()| fs::rename(&self.path, &self.target));
        finished.map_err(|source| self.failed(source))?;
        Ok(checksum)
    }

    fn failed(&self, source: io::Error) -> SolveError {
        SolveError::Write {
            path: self.path.clone(),
            source,
        }
    }
}

/// Returns the leading layers that are complete and undamaged, in complete pairs.
fn complete_layers(source: &dyn ReadAt, layers: &[(Layer, usize)]) -> Vec<LayerIndex> {
    let mut done: Vec<LayerIndex> = Vec::new();
    let mut start = Header::LENGTH as u64;
    for &(layer, entries) in layers {
        let index = LayerIndex::read(source, start, layer, entries)
            .and_then(|index| index.codes(source).map(|_| index));
        let Ok(index) = index else { break };
        start = index.end();
        done.push(index);
    }
    // The second layer of a pair has the larger hand.
    if done
        .last()
        .is_some_and(|last| last.layer.hand < last.layer.other)
    {
        done.pop();
    }
    done
}
