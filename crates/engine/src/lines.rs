//! Lines of bounded length.

use std::io::{self, BufRead, Read as _};

/// The bytes that a line may have, its end included.
pub const MAX_LINE: usize = 65_536;

/// Why something that was said is no line of the protocol.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// No end within [`MAX_LINE`].
    #[error("a line of more than {MAX_LINE} bytes, which begins with `{start}`")]
    TooLong {
        /// How the line begins.
        start: String,
    },
    /// Bytes that are no text.
    #[error("a line that is no UTF-8: `{start}`")]
    NotText {
        /// How the line begins, as far as it can be shown.
        start: String,
    },
    /// The stream cannot be read.
    #[error("reading failed: {0}")]
    Io(#[from] io::Error),
}

/// The next line without its end; `None` at the end of the stream. Reads no more than
/// [`MAX_LINE`] bytes for it, whatever comes.
pub fn read_line(input: &mut impl BufRead) -> Result<Option<String>, LineError> {
    let mut bytes = Vec::new();
    let mut limited = input.take(MAX_LINE as u64);
    limited.read_until(b'\n', &mut bytes)?;
    if bytes.pop_if(|last| *last == b'\n').is_none() {
        if limited.limit() > 0 {
            // What has no end is no line.
            return Ok(None);
        }
        let start = shown(&String::from_utf8_lossy(&bytes));
        return Err(LineError::TooLong { start });
    }
    bytes.pop_if(|last| *last == b'\r');
    match String::from_utf8(bytes) {
        Ok(line) => Ok(Some(line)),
        Err(error) => Err(LineError::NotText {
            start: shown(&String::from_utf8_lossy(error.as_bytes())),
        }),
    }
}

/// A line's first word, and the rest of it.
pub fn first_word(line: &str) -> (&str, &str) {
    line.split_once(' ').unwrap_or((line, ""))
}

/// Whether a line of an engine says nothing to the driver.
pub fn is_comment(line: &str) -> bool {
    line.is_empty() || line.starts_with('#')
}

/// Text from outside as it can be shown in a message: without control characters, shortened.
pub fn shown(text: &str) -> String {
    const MOST: usize = 80;
    let mut shown: String = text
        .chars()
        .take(MOST)
        .flat_map(|c| {
            // Only what would disturb a terminal: quotes stay as they are.
            let escaped = c.is_control().then(|| c.escape_default());
            let plain = (!c.is_control()).then_some(c);
            escaped.into_iter().flatten().chain(plain)
        })
        .collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut bytes: &[u8]) -> Vec<Result<String, String>> {
        let mut lines = Vec::new();
        loop {
            match read_line(&mut bytes) {
                Ok(None) => return lines,
                Ok(Some(line)) => lines.push(Ok(line)),
                Err(error) => {
                    lines.push(Err(error.to_string()));
                    return lines;
                }
            }
        }
    }

    #[test]
    fn a_line_is_what_has_an_end() {
        assert_eq!(
            lines(b"go 1\n\nquit\r\nhalf a l"),
            ["go 1", "", "quit"].map(|line| Ok(line.to_string()))
        );
    }

    #[test]
    fn a_line_may_have_so_many_bytes_and_no_more() {
        let mut longest = vec![b'a'; MAX_LINE - 1];
        longest.push(b'\n');
        assert_eq!(lines(&longest)[0].as_ref().unwrap().len(), MAX_LINE - 1);
        longest.insert(0, b'a');
        let error = lines(&longest)[0].clone().unwrap_err();
        assert!(error.contains("65536 bytes"), "{error}");
        assert!(error.len() < 200, "{error}");
    }

    #[test]
    fn a_flood_is_not_read_to_its_end() {
        let mut flood = io::BufReader::new(io::repeat(b'x'));
        assert!(matches!(
            read_line(&mut flood),
            Err(LineError::TooLong { .. })
        ));
    }

    #[test]
    fn bytes_that_are_no_text_are_told() {
        let error = lines(b"turn \xff\x1b[2J\n")[0].clone().unwrap_err();
        assert!(error.contains("no UTF-8"), "{error}");
        assert!(!error.contains('\x1b'), "{error}");
    }

    #[test]
    fn shown_text_is_short_and_harmless() {
        assert_eq!(shown("it's `fine` – so"), "it's `fine` – so");
        assert_eq!(shown("\x07\t"), "\\u{7}\\t");
        assert_eq!(shown(&"ä".repeat(81)), "ä".repeat(80) + "…");
    }
}
