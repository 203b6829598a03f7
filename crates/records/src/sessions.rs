//! Where and when the games of a record file were played: a JSON file beside it.
//!
//! A record file depends on its configuration and its games alone, so that equal runs give equal
//! bytes. Data that differ from run to run (program version, time, machine) are in a separate file,
//! `NAME.flip.provenance.json`, for information only.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::replace_file;

/// The format version of written files.
const FORMAT_VERSION: u32 = 1;

/// All sessions in which a record file was written, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sessions {
    format_version: u32,
    /// The sessions, in order.
    pub sessions: Vec<Session>,
}

/// One run of a program that played games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// The program's version, such as `0.1.0`.
    pub version: String,
    /// The commit that the program was built from, in hexadecimal digits, followed by `+changes` if
    /// the sources differed from it. `None` if unknown.
    #[serde(default)]
    pub commit: Option<String>,
    /// The commit's date, `YYYY-MM-DD`.
    #[serde(default)]
    pub commit_date: Option<String>,
    /// Start of the session, UTC: `2026-01-31T12:00:00Z`.
    pub began: String,
    /// End of the session. `None` while it is running, and if it was killed.
    #[serde(default)]
    pub ended: Option<String>,
    /// Finished games before it.
    pub games_before: u64,
    /// Finished games after it. `None` as for `ended`.
    #[serde(default)]
    pub games_after: Option<u64>,
    /// The processor's name. `None` if unknown.
    #[serde(default)]
    pub processor: Option<String>,
    /// Operating system and architecture, such as `linux x86_64`.
    pub system: String,
    /// Number of playing threads.
    pub threads: u64,
}

/// An error in reading sessions.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionsError {
    /// The file cannot be read.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The content is invalid.
    #[error("{}: {source}", path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// The error, with line and column.
        source: serde_json::Error,
    },
    /// A newer program wrote it.
    #[error(
        "{}: format version {found}; this program reads version {FORMAT_VERSION}", path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
}

impl Sessions {
    /// The path of the sessions of a record file: its name with `.provenance.json` appended.
    #[must_use]
    pub fn path(record: &Path) -> PathBuf {
        let mut path = record.as_os_str().to_owned();
        path.push(".provenance.json");
        path.into()
    }

    /// Reads the sessions of a record file. `None` if there is no such file.
    ///
    /// # Errors
    /// If the file cannot be read or is invalid.
    pub fn read(record: &Path) -> Result<Option<Self>, SessionsError> {
        let path = Self::path(record);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(SessionsError::Io { path, source }),
        };
        match serde_json::from_slice::<Self>(&bytes) {
            Ok(sessions) if sessions.format_version > FORMAT_VERSION => Err(SessionsError::Newer {
                path,
                found: sessions.format_version,
            }),
            Ok(sessions) => Ok(Some(sessions)),
            Err(source) => Err(SessionsError::Json { path, source }),
        }
    }

    /// Writes the sessions beside a record file, atomically.
    ///
    /// # Errors
    /// If the file cannot be written. The old file is then unchanged.
    pub fn write(&self, record: &Path) -> io::Result<()> {
        let current = Self {
            format_version: FORMAT_VERSION,
            sessions: self.sessions.clone(),
        };
        let mut bytes = serde_json::to_vec_pretty(&current)?;
        bytes.push(b'\n');
        replace_file(&Self::path(record), &bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_are_read_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let record = folder.path().join("a.flip");
        assert_eq!(Sessions::read(&record).unwrap(), None);
        let mut sessions = Sessions::default();
        sessions.sessions.push(Session {
            version: "0.1.0".to_string(),
            commit: Some("0123abc".to_string()),
            began: "2026-01-31T12:00:00Z".to_string(),
            system: "linux x86_64".to_string(),
            threads: 2,
            ..Session::default()
        });
        sessions.write(&record).unwrap();
        sessions.sessions.push(Session::default());
        sessions.write(&record).unwrap();
        let read = Sessions::read(&record).unwrap().unwrap();
        assert_eq!(read.sessions, sessions.sessions);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let record = folder.path().join("a.flip");
        for (text, part) in [
            ("", "EOF"),
            ("{\"format_version\":1}", "sessions"),
            ("{\"format_version\":2,\"sessions\":[]}", "version 2"),
        ] {
            fs::write(Sessions::path(&record), text).unwrap();
            let error = Sessions::read(&record).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
            assert!(error.contains("a.flip.provenance.json"), "{error}");
        }
    }
}
