//! Tables that several agents look into.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use flipside_tablebase::{Table, TableError};

/// Why an agent's table cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// It cannot be read, or is none.
    #[error("{}: {error}", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: TableError,
    },
    /// It is another one than was meant.
    #[error(
        "{} has the checksum {found:08x}, not {wanted:08x}; name the table that was meant, or leave \
         `#{wanted:08x}` out to take this one", path.display()
    )]
    Changed {
        /// The file.
        path: PathBuf,
        /// The checksum that it should have.
        wanted: u32,
        /// The checksum that it has.
        found: u32,
    },
}

/// Tables in use: both seats of all threads look into one.
static OPEN: Mutex<BTreeMap<(PathBuf, u32), Weak<Table>>> = Mutex::new(BTreeMap::new());

/// The table at a path, with the checksum it must have. As long as somebody has it, everybody gets
/// the same one.
///
/// # Errors
/// If it cannot be read, is no table, or another one than was meant.
pub fn open(path: &Path, checksum: u32) -> Result<Arc<Table>, OpenError> {
    // What is in the map is whole, whoever panicked.
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (path.to_path_buf(), checksum);
    if let Some(table) = open.get(&key).and_then(Weak::upgrade) {
        return Ok(table);
    }
    let table = Table::open_any(path).map_err(|error| OpenError::Table {
        path: path.to_path_buf(),
        error,
    })?;
    if table.checksum() != checksum {
        return Err(OpenError::Changed {
            path: path.to_path_buf(),
            wanted: checksum,
            found: table.checksum(),
        });
    }
    let table = Arc::new(table);
    open.retain(|_, table| table.strong_count() > 0);
    open.insert(key, Arc::downgrade(&table));
    Ok(table)
}
