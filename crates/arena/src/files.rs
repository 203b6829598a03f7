//! The files of a run, behind a trait so that tests can let them fail.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

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
    let half = half_written(path);
    let mut file = files.writer(File::create(&half)?);
    for part in parts {
        file.write_all(part)?;
    }
    file.sync()?;
    fs::rename(&half, path)?;
    sync_folder(path);
    Ok(file)
}

/// The name of a file until it is whole.
pub fn half_written(path: &Path) -> PathBuf {
    let mut half = path.as_os_str().to_owned();
    half.push(".tmp");
    half.into()
}

/// Brings to disk that a file is there under its name, where the system can do that.
pub fn sync_folder(path: &Path) {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    // Not every system lets folders be opened; then there is nothing to be done.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}
