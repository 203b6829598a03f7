//! Paths of tablebases, with checksums.
//!
//! As with weights, a file can change while its path stays the same, so the normal form of a path is
//! `PATH#CHECKSUM`. A tablebase is too large to be hashed whenever a spec is parsed. Its last bytes are
//! a checksum of its values (`docs/tablebase.md`), which is verified when the tablebase is opened.

use std::fmt;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::str::FromStr;

/// The number of digits of a checksum.
const DIGITS: usize = 8;

/// A tablebase, identified by its path and the checksum of its values. The text form is
/// `PATH#CHECKSUM`, with eight hexadecimal digits. A path alone is parsed with the file's checksum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PinnedTable {
    path: String,
    checksum: u32,
}

impl PinnedTable {
    /// The path.
    #[must_use]
    pub fn path(&self) -> &Path {
        Path::new(&self.path)
    }

    /// The expected checksum.
    #[must_use]
    pub const fn checksum(&self) -> u32 {
        self.checksum
    }
}

impl fmt::Display for PinnedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, checksum } = self;
        write!(f, "{path}#{checksum:0width$x}", width = DIGITS)
    }
}

/// Why a text is not a valid tablebase path.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TablePathError {
    /// The path is empty.
    #[error("empty path; give the path of a table made by `flipside solve`")]
    Empty,
    /// The file is not a complete tablebase.
    #[error("{0} is not a complete Hexflip table; `flipside solve hexflip --out FILE` makes one")]
    NotATable(String),
    /// There is no such file.
    #[error("there is no table at {0}; `flipside solve hexflip --out {0}` makes one")]
    Missing(String),
    /// The file cannot be read.
    #[error("{path} cannot be read: {why}")]
    Unreadable {
        /// The file.
        path: String,
        /// The reason.
        why: String,
    },
}

impl FromStr for PinnedTable {
    type Err = TablePathError;

    fn from_str(text: &str) -> Result<Self, TablePathError> {
        if text.is_empty() {
            return Err(TablePathError::Empty);
        }
        if let Some(pinned) = pinned(text) {
            return Ok(pinned);
        }
        let path = text.to_string();
        match read_checksum(text) {
            Ok(Some(checksum)) => Ok(Self { path, checksum }),
            Ok(None) => Err(TablePathError::NotATable(path)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(TablePathError::Missing(path))
            }
            Err(error) => Err(TablePathError::Unreadable {
                path,
                why: error.to_string(),
            }),
        }
    }
}

/// Parses `PATH#CHECKSUM`; `None` if the text has another form.
fn pinned(text: &str) -> Option<PinnedTable> {
    let (path, checksum) = text.rsplit_once('#')?;
    let digits = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
    let formed = !path.is_empty() && checksum.len() == DIGITS && checksum.bytes().all(digits);
    let checksum = u32::from_str_radix(checksum, 16).ok()?;
    formed.then(|| PinnedTable {
        path: path.to_string(),
        checksum,
    })
}

/// The checksum at the end of a tablebase; `None` if the file has another ending.
fn read_checksum(path: &str) -> io::Result<Option<u32>> {
    let mut file = File::open(path)?;
    let mut end = [0; 12];
    if file.metadata()?.len() < end.len() as u64 {
        return Ok(None);
    }
    file.seek(SeekFrom::End(-(end.len() as i64)))?;
    file.read_exact(&mut end)?;
    let [b'E', b'N', b'D', b'.', a, b, c, d, ..] = end else {
        return Ok(None);
    };
    Ok(Some(u32::from_le_bytes([a, b, c, d])))
}
