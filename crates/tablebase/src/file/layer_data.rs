//! A layer's values in the file, in blocks that can be read separately.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::code_book::{CodeBook, Decoder};
use super::format::{BLOCK, LayerHeader};
use super::read_at::ReadAt;
use crate::code::{MAX_TURNS, Value};
use crate::error::TableError;
use crate::layer::{Layer, LayerCounts};

/// Encodes a layer: its header, and its blocks concatenated.
pub(crate) fn encode(layer: Layer, counts: LayerCounts, codes: &[u16]) -> (LayerHeader, Vec<u8>) {
    let histogram = codes
        .par_chunks(1 << 16)
        .fold(
            || vec![0_u64; usize::from(u16::MAX) + 1],
            |mut counts, codes| {
                for &code in codes {
                    counts[usize::from(code)] += 1;
                }
                counts
            },
        )
        .reduce_with(|mut a, b| {
            a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
            a
        })
        .unwrap_or_default();
    let counted: BTreeMap<u16, u64> = (0..=u16::MAX)
        .zip(histogram)
        .filter(|(_, count)| *count > 0)
        .collect();
    let book = CodeBook::new(&counted);
    let encoder = book.encoder();
    let blocks: Vec<Vec<u8>> = codes
        .par_chunks(BLOCK)
        .map(|codes| encoder.encode(codes))
        .collect();
    let header = LayerHeader {
        layer,
        counts,
        values_checksum: checksum(codes),
        book,
        blocks: blocks
            .iter()
            .map(|block| (block.len() as u16, crc32fast::hash(block)))
            .collect(),
    };
    (header, blocks.concat())
}

/// Returns the CRC-32 of codes, two bytes each, little-endian.
fn checksum(codes: &[u16]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    let mut bytes = Vec::new();
    for codes in codes.chunks(BLOCK) {
        bytes.clear();
        bytes.extend(codes.iter().flat_map(|code| code.to_le_bytes()));
        hasher.update(&bytes);
    }
    hasher.finalize()
}

/// The offsets of a layer's blocks and their decoder.
pub(crate) struct LayerIndex {
    pub layer: Layer,
    pub counts: LayerCounts,
    pub values_checksum: u32,
    entries: usize,
    /// The offset of the first block in the file.
    blocks_start: u64,
    /// For each block its offset from there and its CRC-32, and one more entry for the end.
    blocks: Vec<(u32, u32)>,
    decoder: Decoder,
}

impl LayerIndex {
    /// Reads the header at `start`, which must be that of `layer`.
    pub fn read(
        source: &dyn ReadAt,
        start: u64,
        layer: Layer,
        entries: usize,
    ) -> Result<Self, TableError> {
        let damaged = || TableError::damaged_layer(layer);
        let size = source.size()?;
        let mut bytes = vec![0; LayerHeader::PREFIX];
        if start + LayerHeader::PREFIX as u64 > size {
            return Err(TableError::Length);
        }
        source.read_exact_at(&mut bytes, start)?;
        let rest = bytes
            .first_chunk()
            .copied()
            .and_then(LayerHeader::rest_length);
        let rest = rest.ok_or_else(damaged)?;
        let rest_start = start + LayerHeader::PREFIX as u64;
        let blocks_start = rest_start + u64::from(rest);
        if blocks_start > size {
            return Err(TableError::Length);
        }
        bytes.resize(LayerHeader::PREFIX + rest as usize, 0);
        source.read_exact_at(&mut bytes[LayerHeader::PREFIX..], rest_start)?;
        let header = LayerHeader::decode(&bytes, entries.div_ceil(BLOCK)).ok_or_else(damaged)?;
        let is_valid = |code: u16| Value::from_untrusted_code(code).is_some();
        if header.layer != layer || !header.book.symbols().iter().all(|s| is_valid(s.code)) {
            return Err(damaged());
        }
        let mut end = 0;
        let mut blocks = Vec::with_capacity(header.blocks.len() + 1);
        for (length, checksum) in header.blocks {
            blocks.push((end, checksum));
            end += u32::from(length);
        }
        blocks.push((end, 0));
        if blocks_start + u64::from(end) > size {
            return Err(TableError::Length);
        }
        Ok(Self {
            layer,
            counts: header.counts,
            values_checksum: header.values_checksum,
            entries,
            blocks_start,
            blocks,
            decoder: header.book.decoder(),
        })
    }

    /// Returns the offset of the layer's end in the file.
    pub fn end(&self) -> u64 {
        let length = self.blocks.last().map_or(0, |last| last.0);
        self.blocks_start + u64::from(length)
    }

    /// Returns the number of blocks.
    pub fn blocks(&self) -> usize {
        self.blocks.len() - 1
    }

    /// Reads, checks and decodes a block.
    pub fn block(&self, source: &dyn ReadAt, number: usize) -> Result<Vec<u16>, TableError> {
        let damaged = || {
            let Layer { hand, other } = self.layer;
            TableError::damaged(format!("block {number} of layer {hand}/{other}"))
        };
        let (start, checksum) = self.blocks[number];
        let length = self.blocks[number + 1].0 - start;
        let mut bytes = vec![0; length as usize];
        source.read_exact_at(&mut bytes, self.blocks_start + u64::from(start))?;
        if crc32fast::hash(&bytes) != checksum {
            return Err(damaged());
        }
        let entries = BLOCK.min(self.entries - number * BLOCK);
        self.decoder.decode(&bytes, entries).ok_or_else(damaged)
    }

    /// Reads, checks and decodes the whole layer.
    pub fn codes(&self, source: &dyn ReadAt) -> Result<Vec<u16>, TableError> {
        let blocks: Vec<Vec<u16>> = (0..self.blocks())
            .into_par_iter()
            .map(|number| self.block(source, number))
            .collect::<Result<_, _>>()?;
        let codes = blocks.concat();
        if checksum(&codes) != self.values_checksum {
            return Err(TableError::damaged_layer(self.layer));
        }
        Ok(codes)
    }

    /// Returns the memory use in bytes.
    pub fn memory(&self) -> usize {
        size_of_val(&*self.blocks) + self.decoder.memory()
    }
}

impl Value {
    /// Decodes an untrusted code; `None` if it is invalid.
    pub(crate) fn from_untrusted_code(code: u16) -> Option<Self> {
        let first = Self::Loss(0).code();
        let value = (first..=Self::Win(0).code()).contains(&code);
        let turns = |v: &Self| v.turns().is_none_or(|turns| turns <= MAX_TURNS);
        value.then(|| Self::from_code(code)).filter(turns)
    }
}
