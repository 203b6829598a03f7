//! Access to the files of a run through a trait, so that tests can inject failures.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// A file that is written to.
pub trait RunFile: Write + Send {
    /// Flushes written data to disk.
    ///
    /// # Errors
    /// If flushing fails. Earlier writes may then be lost.
    fn sync(&mut self) -> io::Result<()>;
}

impl RunFile for File {
    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}

/// Opens files for writing.
pub trait Files: Sync {
    /// A writer for an open file, at its current position.
    fn writer(&self, file: File) -> Box<dyn RunFile>;
}

/// Real files.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Files for Disk {
    fn writer(&self, file: File) -> Box<dyn RunFile> {
        Box::new(file)
    }
}

/// Flushes the folder entry of a file to disk, if the system supports it.
pub fn sync_folder(path: &Path) {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    // Some systems cannot open folders.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}
