//! Where a table of a solved game is: the values of the key `table`.
//!
//! As with weights, a file can change while its path does not, so the normal form of a path is
//! `PATH#CHECKSUM`. A table is too large to be hashed whenever a spec is read; its own checksum over
//! all its values stands at its end (`docs/tablebase.md`), and whoever opens the table checks that.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};

use crate::kinds::Refusal;

/// Digits of a checksum.
const DIGITS: usize = 8;

/// Path and checksum of `PATH#CHECKSUM`; `None` if the text has another form.
#[must_use]
pub fn pinned_table(text: &str) -> Option<(&str, u32)> {
    let (path, checksum) = text.rsplit_once('#')?;
    let digits = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
    let formed = !path.is_empty() && checksum.len() == DIGITS && checksum.bytes().all(digits);
    let checksum = u32::from_str_radix(checksum, 16).ok()?;
    formed.then_some((path, checksum))
}

/// The normal form of a value of `table`.
pub(crate) fn pin(text: &str) -> Result<String, Refusal> {
    if text.is_empty() {
        return Err(Refusal::Form);
    }
    if pinned_table(text).is_some() {
        return Ok(text.to_string());
    }
    match read_checksum(text) {
        Ok(Some(checksum)) => Ok(format!("{text}#{checksum:0width$x}", width = DIGITS)),
        Ok(None) => Err(Refusal::Because(format!(
            "{text} is no complete Hexflip table; `flipside solve hexflip --out FILE` makes one"
        ))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(Refusal::Because(format!(
            "there is no table at {text}; `flipside solve hexflip --out {text}` makes one"
        ))),
        Err(error) => Err(Refusal::Because(format!("{text} cannot be read: {error}"))),
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
