//! Tables shared by several agents.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use flipside_tablebase::{Table, TableError};

/// Why a table cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file cannot be read, or is not a table.
    #[error("{}: {error}", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: TableError,
    },
    /// The table has another checksum than expected.
    #[error(
        "wrong checksum {found:08x}: expected {expected:08x} ({}); name the right table, or remove \
         `#{expected:08x}` to use this one", path.display()
    )]
    Changed {
        /// The file.
        path: PathBuf,
        /// The expected checksum.
        expected: u32,
        /// The table's checksum.
        found: u32,
    },
}

/// Open tables: both seats and all threads share one.
static OPEN: Mutex<BTreeMap<(PathBuf, u32), Weak<Table>>> = Mutex::new(BTreeMap::new());

/// Opens the table at a path and checks its checksum. Calls for the same table share one instance
/// while it is in use.
///
/// # Errors
/// If the file cannot be read, is not a table, or has another checksum.
pub fn open(path: &Path, checksum: u32) -> Result<Arc<Table>, OpenError> {
    // The map is consistent even if another thread panicked.
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
            expected: checksum,
            found: table.checksum(),
        });
    }
    let table = Arc::new(table);
    open.retain(|_, table| table.strong_count() > 0);
    open.insert(key, Arc::downgrade(&table));
    Ok(table)
}
