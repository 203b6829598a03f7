//! The blocks read last.

use std::sync::Mutex;

use crate::error::TableError;
use crate::file::BLOCK;

/// Blocks that are kept.
const SLOTS: usize = 2048;

/// The layer's and the block's number.
type Key = (usize, usize);

type Slot = Option<(Key, Vec<u16>)>;

/// A cache in which every block has one place.
pub(crate) struct BlockCache {
    slots: Box<[Mutex<Slot>]>,
}

impl BlockCache {
    /// The most bytes that the cache takes.
    pub const MEMORY: usize = SLOTS * (BLOCK * size_of::<u16>() + size_of::<Mutex<Slot>>());

    pub fn new() -> Self {
        Self {
            slots: (0..SLOTS).map(|_| Mutex::new(None)).collect(),
        }
    }

    /// One code of a block, which is read if it is not here.
    pub fn get(
        &self,
        key: Key,
        entry: usize,
        read: impl FnOnce() -> Result<Vec<u16>, TableError>,
    ) -> Result<u16, TableError> {
        // Layers and blocks that are asked for together should not meet in one place.
        let slot = &self.slots[(key.0 * 397 + key.1) % SLOTS];
        // Whoever comes second reads the block for himself rather than wait.
        let Ok(mut slot) = slot.try_lock() else {
            return Ok(read()?[entry]);
        };
        match &*slot {
            Some((found, codes)) if *found == key => Ok(codes[entry]),
            _ => {
                let codes = read()?;
                let code = codes[entry];
                *slot = Some((key, codes));
                Ok(code)
            }
        }
    }
}
