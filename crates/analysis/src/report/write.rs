//! Writes reports to disk.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use flipside_records::{replace_file_with, temporary_path};

use super::render::{JSON, PAGE, PLOTS, RenderedFile};

/// Why a report cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// A folder cannot be created.
    #[error("the folder {} cannot be created: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("the file {} cannot be written: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

/// Creates the folder for a report and checks that it is writable, before the report is made.
///
/// # Errors
/// If the folder cannot be created or a file in it cannot be written.
pub fn prepare(folder: &Path) -> Result<(), WriteError> {
    make(folder)?;
    let plots = folder.join(PLOTS);
    if plots.exists() && !plots.is_dir() {
        let source = io::Error::from(io::ErrorKind::NotADirectory);
        return Err(WriteError::Folder {
            path: plots,
            source,
        });
    }
    for name in [PAGE, JSON] {
        let path = folder.join(name);
        let tried = match path.is_dir() {
            true => Err(io::Error::from(io::ErrorKind::IsADirectory)),
            false => try_to_write(&path),
        };
        tried.map_err(|source| WriteError::File { path, source })?;
    }
    Ok(())
}

/// Creates a folder unless it exists.
fn make(folder: &Path) -> Result<(), WriteError> {
    fs::create_dir_all(folder).map_err(|source| WriteError::Folder {
        path: folder.to_owned(),
        source,
    })
}

/// Makes the file under whose name [`replace_file_with`] writes, and removes it again.
fn try_to_write(path: &Path) -> io::Result<()> {
    let temporary = temporary_path(path);
    File::create(&temporary)?;
    fs::remove_file(&temporary)
}

/// Writes all files into `folder`, which is created if it is missing.
///
/// Each file is written under a temporary name beside its place and then renamed, so that a file
/// of an earlier report is either untouched or replaced as a whole.
///
/// # Errors
/// The first folder or file that cannot be written. Files before it are complete.
pub fn write(folder: &Path, files: &[RenderedFile]) -> Result<(), WriteError> {
    make(folder)?;
    for file in files {
        let path = folder.join(&file.path);
        if let Some(parent) = path.parent() {
            make(parent)?;
        }
        replace_file_with(&path, |mut out| out.write_all(&file.bytes))
            .map_err(|source| WriteError::File { path, source })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, bytes: &[u8]) -> RenderedFile {
        RenderedFile {
            path: path.into(),
            bytes: bytes.to_vec(),
        }
    }

    #[test]
    fn files_are_written_and_replaced_as_a_whole() {
        let base = tempfile::tempdir().unwrap();
        let folder = base.path().join("new/report");
        let files = [file("report.html", b"one"), file("plots/a/b.svg", b"two")];
        write(&folder, &files).unwrap();
        write(&folder, &[file("report.html", b"three")]).unwrap();
        assert_eq!(fs::read(folder.join("report.html")).unwrap(), b"three");
        assert_eq!(fs::read(folder.join("plots/a/b.svg")).unwrap(), b"two");
        assert_eq!(
            fs::read_dir(&folder).unwrap().count(),
            2,
            "nothing temporary is left"
        );
    }

    #[test]
    fn errors_name_the_path_and_damage_nothing() {
        let base = tempfile::tempdir().unwrap();
        let blocked = base.path().join("taken");
        fs::write(&blocked, b"mine").unwrap();
        let error = write(&blocked, &[file("report.html", b"x")]).unwrap_err();
        assert!(error.to_string().contains("taken"), "{error}");
        assert_eq!(fs::read(&blocked).unwrap(), b"mine");

        // A folder stands where a file should go.
        fs::create_dir_all(base.path().join("report.html/full")).unwrap();
        let error = write(base.path(), &[file("report.html", b"x")]).unwrap_err();
        assert!(error.to_string().contains("report.html"), "{error}");
        assert!(!base.path().join("report.html.tmp").exists());
        let before = prepare(base.path()).unwrap_err();
        assert!(before.to_string().contains("report.html"), "{before}");

        // A file stands where a folder should go.
        let base = tempfile::tempdir().unwrap();
        prepare(base.path()).unwrap();
        assert_eq!(fs::read_dir(base.path()).unwrap().count(), 0);
        fs::write(base.path().join("plots"), b"mine").unwrap();
        let before = prepare(base.path()).unwrap_err();
        assert!(before.to_string().contains("plots"), "{before}");
    }
}
