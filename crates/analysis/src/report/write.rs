//! The one place that writes files.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::render::RenderedFile;

/// Why a report could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// A folder could not be made.
    #[error("the folder {} can’t be created: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file could not be written.
    #[error("the file {} can’t be written: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Makes the folder for a report, so that a path that can't be written to is found out before
/// the work and not after it.
///
/// # Errors
/// Names the folder that can't be created.
pub fn prepare(folder: &Path) -> Result<(), WriteError> {
    fs::create_dir_all(folder).map_err(|source| WriteError::Folder {
        path: folder.to_owned(),
        source,
    })
}

/// Writes all files into `folder`, which is created if it is missing.
///
/// Each file is written under a temporary name beside its place and then renamed, so that a file
/// of an earlier report is either untouched or replaced as a whole.
///
/// # Errors
/// Names the first folder or file that can't be written. Files before it are complete.
pub fn write(folder: &Path, files: &[RenderedFile]) -> Result<(), WriteError> {
    prepare(folder)?;
    for file in files {
        let path = folder.join(&file.path);
        if let Some(parent) = path.parent() {
            prepare(parent)?;
        }
        replace(&path, &file.bytes).map_err(|source| WriteError::File { path, source })?;
    }
    Ok(())
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".tmp");
    let temporary = path.with_file_name(name);
    let written = File::create(&temporary)
        .and_then(|mut file| file.write_all(bytes))
        .and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // The error that matters is the first one.
        let _ = fs::remove_file(&temporary);
    }
    written
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
    }
}
