//! Atomic replacement of files.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The path under which [`replace_file`] writes a file before renaming it: the same with `.tmp`
/// appended.
#[must_use]
pub fn temporary_path(path: &Path) -> PathBuf {
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(".tmp");
    temporary.into()
}

/// Replaces a file atomically and flushes it to disk.
///
/// # Errors
/// If the file cannot be written. The old file is then unchanged.
pub fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_file_with(path, |mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    })
}

/// Replaces a file atomically by what `write` writes, and returns the result of `write`.
///
/// # Errors
/// If the file cannot be created, `write` fails, or the file cannot be renamed. The old file is then
/// unchanged.
pub fn replace_file_with<T>(
    path: &Path,
    write: impl FnOnce(File) -> io::Result<T>,
) -> io::Result<T> {
    let temporary = temporary_path(path);
    let written = File::create(&temporary)
        .and_then(write)
        .and_then(|result| fs::rename(&temporary, path).map(|()| result));
    if written.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&temporary);
    }
    written
}
