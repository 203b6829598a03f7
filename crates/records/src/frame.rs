//! Heads of frames.

use crate::Fault;

/// The length of a head.
pub(crate) const HEAD: usize = 36;

/// The kind of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// The header.
    Header,
    /// A block of games.
    Block,
    /// The end of a completed run.
    End,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Header, Self::Block, Self::End];

    const fn byte(self) -> u8 {
        match self {
            Self::Header => b'H',
            Self::Block => b'B',
            Self::End => b'E',
        }
    }

    /// Maximum length of the payload, so that a file cannot claim unlimited memory.
    pub(crate) const fn max_length(self) -> usize {
        match self {
            Self::Header => 1 << 20,
            Self::Block => 1 << 24,
            Self::End => 64,
        }
    }
}

/// The head of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Head {
    pub(crate) kind: Kind,
    pub(crate) length: u32,
    pub(crate) first: u64,
    pub(crate) last: u64,
    pub(crate) count: u32,
    pub(crate) payload_crc: u32,
}

impl Head {
    /// The head of a frame that is not a block.
    pub(crate) fn plain(kind: Kind, payload: &[u8]) -> Self {
        Self {
            kind,
            length: payload.len() as u32,
            first: 0,
            last: 0,
            count: 0,
            payload_crc: crc32fast::hash(payload),
        }
    }

    pub(crate) fn encode(&self) -> [u8; HEAD] {
        let mut bytes = [0; HEAD];
        bytes[0] = self.kind.byte();
        bytes[4..8].copy_from_slice(&self.length.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.first.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.last.to_le_bytes());
        bytes[24..28].copy_from_slice(&self.count.to_le_bytes());
        bytes[28..32].copy_from_slice(&self.payload_crc.to_le_bytes());
        let crc = crc32fast::hash(&bytes[..32]);
        bytes[32..].copy_from_slice(&crc.to_le_bytes());
        bytes
    }

    /// Reads the head at `offset`.
    pub(crate) fn decode(bytes: &[u8; HEAD], offset: u64) -> Result<Self, Fault> {
        let damaged = |what| Fault::Damaged { offset, what };
        let u32_at =
            |i: usize| u32::from_le_bytes([bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3]]);
        let u64_at = |i: usize| u64::from(u32_at(i)) | u64::from(u32_at(i + 4)) << 32;
        if u32_at(32) != crc32fast::hash(&bytes[..32]) {
            return Err(damaged("the head of a block fails its checksum"));
        }
        let Some(kind) = Kind::ALL.into_iter().find(|kind| kind.byte() == bytes[0]) else {
            return Err(Fault::NewerFrame {
                offset,
                kind: bytes[0],
            });
        };
        let head = Self {
            kind,
            length: u32_at(4),
            first: u64_at(8),
            last: u64_at(16),
            count: u32_at(24),
            payload_crc: u32_at(28),
        };
        if bytes[1..4] != [0; 3] {
            return Err(damaged("bytes that must be zero are not zero"));
        }
        if head.length as usize > kind.max_length() {
            return Err(damaged("the length is beyond the limit"));
        }
        let is_block = kind == Kind::Block;
        if !is_block && (head.first, head.last, head.count) != (0, 0, 0) {
            return Err(damaged("a frame without games has game numbers"));
        }
        Ok(head)
    }

    /// Whether a head can begin with these bytes.
    pub(crate) fn can_begin_with(bytes: &[u8]) -> bool {
        let kind_known = bytes
            .first()
            .is_none_or(|byte| Kind::ALL.iter().any(|kind| kind.byte() == *byte));
        kind_known && bytes.iter().skip(1).take(3).all(|byte| *byte == 0)
    }
}
