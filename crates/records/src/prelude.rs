//! The first 16 bytes of a file, with the same layout in all versions.

use crate::Fault;

/// The format version of written files. The reader supports all versions up to it.
pub const FORMAT_VERSION: u16 = 1;

/// As in PNG: a byte with the eighth bit set, a name, both kinds of line end, and an end-of-file
/// character, which reveal transfers in text mode.
pub(crate) const MAGIC: [u8; 8] = *b"\x89FLIP\r\n\x1a";

/// The length of the prelude.
pub(crate) const LENGTH: usize = 16;

/// The prelude of files of this version.
pub(crate) fn encode() -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..10].copy_from_slice(&FORMAT_VERSION.to_le_bytes());
    let crc = crc32fast::hash(&bytes[..12]);
    bytes[12..].copy_from_slice(&crc.to_le_bytes());
    bytes
}

/// Checks the beginning of a file and returns its version. `bytes` is shorter than the prelude only if
/// the file is.
pub(crate) fn decode(bytes: &[u8]) -> Result<u16, Fault> {
    let magic = &bytes[..bytes.len().min(MAGIC.len())];
    if !MAGIC.starts_with(magic) {
        return Err(if was_text(magic) {
            Fault::TextMode
        } else {
            Fault::NotRecords
        });
    }
    let Ok(whole) = <&[u8; LENGTH]>::try_from(bytes) else {
        return Err(Fault::EndsInHeader {
            length: bytes.len() as u64,
        });
    };
    let version = u16::from_le_bytes([whole[8], whole[9]]);
    let crc = u32::from_le_bytes([whole[12], whole[13], whole[14], whole[15]]);
    if crc != crc32fast::hash(&whole[..12]) {
        return Err(Fault::Damaged {
            offset: 8,
            what: "the format version fails its checksum",
        });
    }
    match version {
        0 => Err(Fault::Damaged {
            offset: 8,
            what: "format version 0 is invalid",
        }),
        FORMAT_VERSION => Ok(version),
        _ => Err(Fault::Newer { version }),
    }
}

/// Whether line ends or eighth bits of the magic bytes were converted.
fn was_text(magic: &[u8]) -> bool {
    [
        &b"\x89FLIP\n"[..],
        b"\x89FLIP\r\r",
        b"\x89FLIP\r\x1a",
        b"\x09FLIP",
        b"\xC2\x89FLIP",
        b"\xEF\xBF\xBDFLI",
    ]
    .iter()
    .any(|converted| magic.starts_with(converted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_newer_version_is_told_from_a_damaged_one() {
        let mut bytes = encode();
        bytes[8] = 2;
        assert!(matches!(decode(&bytes), Err(Fault::Damaged { .. })));
        let crc = crc32fast::hash(&bytes[..12]).to_le_bytes();
        bytes[12..].copy_from_slice(&crc);
        assert!(matches!(decode(&bytes), Err(Fault::Newer { version: 2 })));
    }

    #[test]
    fn text_mode_shows() {
        let text: Vec<u8> = encode().into_iter().filter(|&b| b != b'\r').collect();
        assert!(matches!(decode(&text), Err(Fault::TextMode)));
        assert!(matches!(decode(b"PK\x03\x04"), Err(Fault::NotRecords)));
    }
}
