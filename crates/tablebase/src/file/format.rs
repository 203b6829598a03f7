//! The file format except for the values: file header, layer headers, end.

use flipside_rules::RuleSet;
use flipside_rules::hexflip::{Overline, Rules};

use super::code_book::{CodeBook, Symbol};
use crate::layer::{Layer, LayerCounts};
use crate::variant::Variant;

/// Entries per block; the last block of a layer may be shorter.
pub(crate) const BLOCK: usize = 1024;

/// The magic bytes: a byte that is not ASCII, the name, and a newline that a transfer in text mode
/// would change.
const MAGIC: [u8; 8] = *b"\x8fFLIPTB\n";
const LAYER_MAGIC: [u8; 4] = *b"LAYR";
const END_MAGIC: [u8; 4] = *b"END.";

/// The format version. Readers reject other versions.
pub(crate) const VERSION: u16 = 1;

/// The file header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    pub variant: Variant,
}

/// Why bytes are malformed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum FormatError {
    /// The file is not a table.
    NotATable,
    /// Another format version.
    Version(u16),
    /// A wrong checksum or invalid bytes.
    Damaged,
}

impl Header {
    /// Length of the encoded header in bytes.
    pub const LENGTH: usize = 20;

    pub fn encode(&self) -> Vec<u8> {
        let rules = self.variant.rules();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([
            rules.hand(),
            rules.place(),
            rules.first_place(),
            rules.second_place().unwrap_or(0),
            u8::from(rules.overline() == Overline::Mover),
            0,
        ]);
        seal(bytes)
    }

    pub fn decode(bytes: &[u8; Self::LENGTH]) -> Result<Self, FormatError> {
        if bytes[..8] != MAGIC {
            return Err(FormatError::NotATable);
        }
        let version = u16::from_le_bytes([bytes[8], bytes[9]]);
        if version != VERSION {
            return Err(FormatError::Version(version));
        }
        let body = sealed(bytes).ok_or(FormatError::Damaged)?;
        let [hand, place, first_place, second_place, mover, 0] = body[10..] else {
            return Err(FormatError::Damaged);
        };
        let second_place = match second_place {
            0 => "none".to_string(),
            n => n.to_string(),
        };
        let overline = if mover == 1 { "mover" } else { "owner" };
        let text = format!(
            "hand={hand},place={place},first_place={first_place},second_place={second_place},\
             overline={overline}"
        );
        let rules = Rules::parse(&text, &flipside_rules::no_attachments);
        let variant = rules.ok().and_then(|rules| Variant::new(&rules).ok());
        Ok(Self {
            variant: variant.ok_or(FormatError::Damaged)?,
        })
    }
}

/// The header before the blocks of a layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LayerHeader {
    pub layer: Layer,
    pub counts: LayerCounts,
    /// CRC-32 of all codes, two bytes each.
    pub values_checksum: u32,
    pub book: CodeBook,
    /// Length in bytes and CRC-32 of each block.
    pub blocks: Vec<(u16, u32)>,
}

impl LayerHeader {
    /// Length in bytes of the prefix, which holds the length of the rest.
    pub const PREFIX: usize = 8;

    pub fn encode(&self) -> Vec<u8> {
        let mut rest = vec![self.layer.hand, self.layer.other];
        let counts = &self.counts;
        for count in [counts.positions, counts.won, counts.lost, counts.drawn] {
            rest.extend(count.to_le_bytes());
        }
        rest.extend(counts.longest.to_le_bytes());
        rest.extend(self.values_checksum.to_le_bytes());
        let symbols = self.book.symbols();
        rest.extend((symbols.len() as u16).to_le_bytes());
        for symbol in symbols {
            rest.extend(symbol.code.to_le_bytes());
            rest.push(symbol.length);
        }
        for (length, checksum) in &self.blocks {
            rest.extend(length.to_le_bytes());
            rest.extend(checksum.to_le_bytes());
        }
        let mut bytes = LAYER_MAGIC.to_vec();
        bytes.extend((rest.len() as u32 + 4).to_le_bytes());
        bytes.extend(rest);
        seal(bytes)
    }

    /// Returns the length in bytes of the rest; `None` if this is not the prefix of a layer.
    pub fn rest_length(prefix: [u8; Self::PREFIX]) -> Option<u32> {
        let [a, b, c, d, length @ ..] = prefix;
        ([a, b, c, d] == LAYER_MAGIC).then(|| u32::from_le_bytes(length))
    }

    /// Decodes prefix and rest of the header of a layer with this number of blocks.
    pub fn decode(bytes: &[u8], blocks: usize) -> Option<Self> {
        let mut rest = sealed(bytes)?.get(Self::PREFIX..)?;
        let [hand, other] = take(&mut rest)?;
        let mut count = || take(&mut rest).map(u64::from_le_bytes);
        let counts = LayerCounts {
            positions: count()?,
            won: count()?,
            lost: count()?,
            drawn: count()?,
            longest: u16::from_le_bytes(take(&mut rest)?),
        };
        let values_checksum = u32::from_le_bytes(take(&mut rest)?);
        let symbols = u16::from_le_bytes(take(&mut rest)?);
        let symbols = (0..symbols).map(|_| {
            let [low, high, length] = take(&mut rest)?;
            let code = u16::from_le_bytes([low, high]);
            Some(Symbol { code, length })
        });
        let book = CodeBook::from_sorted(symbols.collect::<Option<_>>()?)?;
        let block = |_| {
            let length = u16::from_le_bytes(take(&mut rest)?);
            Some((length, u32::from_le_bytes(take(&mut rest)?)))
        };
        let blocks = (0..blocks).map(block).collect::<Option<_>>()?;
        rest.is_empty().then_some(Self {
            layer: Layer { hand, other },
            counts,
            values_checksum,
            book,
            blocks,
        })
    }
}

/// The end of a complete table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct End {
    /// CRC-32 of the layers' checksums of values, four bytes each.
    pub checksum: u32,
}

impl End {
    /// Length of the encoded end in bytes.
    pub const LENGTH: usize = 12;

    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = END_MAGIC.to_vec();
        bytes.extend(self.checksum.to_le_bytes());
        seal(bytes)
    }

    pub fn decode(bytes: &[u8; Self::LENGTH]) -> Option<Self> {
        let mut body = sealed(bytes)?.strip_prefix(&END_MAGIC)?;
        let checksum = u32::from_le_bytes(take(&mut body)?);
        Some(Self { checksum })
    }
}

/// Computes the checksum of a table from the checksums of its layers' values.
pub(crate) fn table_checksum(layers: impl IntoIterator<Item = u32>) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    for checksum in layers {
        hasher.update(&checksum.to_le_bytes());
    }
    hasher.finalize()
}

/// Appends the CRC-32 of the bytes.
fn seal(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Returns the bytes without their CRC-32; `None` if it is wrong.
fn sealed(bytes: &[u8]) -> Option<&[u8]> {
    let (body, checksum) = bytes.split_last_chunk()?;
    (crc32fast::hash(body) == u32::from_le_bytes(*checksum)).then_some(body)
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (front, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*front)
}
