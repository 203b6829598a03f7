//! Where a table of a solved game is.
//!
//! As with weights, a file can change while its path does not, so the normal form of a path is
//! `PATH#CHECKSUM`. A table is too large to be hashed whenever a spec is read; its own checksum over
//! all its values stands at its end (`docs/tablebase.md`), and whoever opens the table checks that.

use std::fmt;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::str::FromStr;

use crate::kinds::Refusal;

/// Digits of a checksum.
const DIGITS: usize = 8;

/// A table, named by its path and the checksum of its values. As text it is `PATH#CHECKSUM`, with
/// eight hexadecimal digits; read from a path alone, it gets the checksum that the file has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PinnedTable {
    path: String,
    checksum: u32,
}

impl PinnedTable {
    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        Path::new(&self.path)
    }

    /// The checksum that it must have.
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

/// Why a text names no table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TablePathError {
    /// No path.
    #[error("it names no table; give the path of one that `flipside solve` has made")]
    Empty,
    /// Another file, or a table that is not complete.
    #[error("{0} is no complete Hexflip table; `flipside solve hexflip --out FILE` makes one")]
    NotATable(String),
    /// No file.
    #[error("there is no table at {0}; `flipside solve hexflip --out {0}` makes one")]
    Missing(String),
    /// The file cannot be read.
    #[error("{path} cannot be read: {why}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why.
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

/// The table of `PATH#CHECKSUM`; `None` if the text has another form.
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

/// The normal form of a value of the key `table`.
pub(crate) fn pin(text: &str) -> Result<String, Refusal> {
    match text.parse::<PinnedTable>() {
        Ok(table) => Ok(table.to_string()),
        Err(TablePathError::Empty) => Err(Refusal::Form),
        Err(error) => Err(Refusal::Because(error.to_string())),
    }
}

/// The checksum that stands at the end of a table; `None` if the file ends in another way.
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
