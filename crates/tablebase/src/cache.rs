//! A cache of decoded blocks.

use std::sync::Mutex;

use crate::error::TableError;
use crate::file::BLOCK;

/// The number of cached blocks.
const SLOTS: usize = 2048;

/// The indices of the layer and the block.
type Key = (usize, usize);

type Slot = Option<(Key, Vec<u16>)>;

/// A direct-mapped cache.
pub(crate) struct BlockCache {
    slots: Box<[Mutex<Slot>]>,
}

impl BlockCache {
    /// The maximum size of the cache in bytes.
    pub const MEMORY: usize = SLOTS * (BLOCK * size_of::<u16>() + size_of::<Mutex<Slot>>());

    pub fn new() -> Self {
        Self {
            slots: (0..SLOTS).map(|_| Mutex::new(None)).collect(),
        }
    }

    /// Returns one code of a block, which `read` provides if it is not cached.
    pub fn get(
        &self,
        key: Key,
        entry: usize,
        read: impl FnOnce() -> Result<Vec<u16>, TableError>,
    ) -> Result<u16, TableError> {
        // The factor keeps blocks that are probed together in different slots.
        let slot = &self.slots[(key.0 * 397 + key.1) % SLOTS];
        // If another thread holds the slot, read the block again rather than wait.
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
