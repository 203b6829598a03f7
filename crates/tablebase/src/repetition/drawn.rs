//! The drawn positions of a layer up to symmetry, with consecutive numbers.

use rayon::prelude::*;

use crate::code::Value;
use crate::layer::Layer;
use crate::loaded::LoadedTable;

/// The drawn symmetry classes of a layer in the order of their entries.
pub(super) struct Drawn {
    pub layer: Layer,
    /// The entry of each.
    entries: Vec<u32>,
    /// A bit for each entry of the layer, and the number of set bits before each word.
    bits: Vec<u64>,
    before: Vec<u32>,
}

impl Drawn {
    pub fn new(table: &LoadedTable, layer: Layer) -> Self {
        let total = table.entries(layer);
        let entries: Vec<u32> = (0..total)
            .into_par_iter()
            .filter(|&entry| {
                let (view, value) = table.entry(layer, entry);
                value == Value::Draw && view.class_entry() == entry
            })
            .map(|entry| entry as u32)
            .collect();
        let mut bits = vec![0; total.div_ceil(64)];
        for &entry in &entries {
            bits[entry as usize / 64] |= 1 << (entry % 64);
        }
        let mut count = 0;
        let before = bits
            .iter()
            .map(|word: &u64| {
                count += word.count_ones();
                count - word.count_ones()
            })
            .collect();
        Self {
            layer,
            entries,
            bits,
            before,
        }
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns the entry of a number.
    pub fn entry(&self, number: usize) -> usize {
        self.entries[number] as usize
    }

    /// Returns the number of an entry that represents its class; `None` if it is not drawn.
    pub fn number(&self, entry: usize) -> Option<usize> {
        let (word, bit) = (self.bits[entry / 64], entry % 64);
        let below = (word & ((1 << bit) - 1)).count_ones() + self.before[entry / 64];
        (word >> bit & 1 == 1).then_some(below as usize)
    }
}
