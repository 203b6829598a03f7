//! The files of a run, behind a trait so that tests can let them fail.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// A file that is written to.
pub trait RunFile: Write + Send {
    /// Brings to disk what was written.
    ///
    /// # Errors
    /// If that fails. What was written before is then in doubt.
    fn sync(&mut self) -> io::Result<()>;
}

impl RunFile for File {
    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}

/// How files are written.
pub trait Files: Sync {
    /// What writes to an opened file, from where it stands.
    fn writer(&self, file: File) -> Box<dyn RunFile>;
}

/// Files as they are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Files for Disk {
    fn writer(&self, file: File) -> Box<dyn RunFile> {
        Box::new(file)
    }
}

/// Puts a file in the place of another in one step, and brings it to disk.
pub fn replace(files: &dyn Files, path: &Path, parts: &[&[u8]]) -> io::Result<Box<dyn RunFile>> {
    let mut half = path.as_os_str().to_owned();
    half.push(".tmp");
    let mut file = files.writer(File::create(&half)?);
    for part in parts {
        file.write_all(part)?;
    }
    file.sync()?;
    fs::rename(&half, path)?;
    Ok(file)
}
