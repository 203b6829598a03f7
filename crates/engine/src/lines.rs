//! Protocol lines, bounded in length.

use std::io::{self, BufRead, Read as _};

/// The maximum length of a line in bytes, including its newline.
pub const MAX_LINE: usize = 65_536;

/// Why no protocol line could be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// The line is longer than [`MAX_LINE`].
    #[error("a line of more than {MAX_LINE} bytes, starting with `{start}`")]
    TooLong {
        /// The start of the line.
        start: String,
    },
    /// The line is not valid UTF-8.
    #[error("a line that is not valid UTF-8, starting with `{start}`")]
    NotText {
        /// The start of the line, with invalid bytes replaced.
        start: String,
    },
    /// The stream cannot be read.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
}

/// Returns the next line without its newline, surrounding white space and a byte order mark; `None`
/// at the end of the stream. Reads at most [`MAX_LINE`] bytes.
pub fn read_line(input: &mut impl BufRead) -> Result<Option<String>, LineError> {
    let mut bytes = Vec::new();
    let mut limited = input.take(MAX_LINE as u64);
    limited.read_until(b'\n', &mut bytes)?;
    if bytes.pop_if(|last| *last == b'\n').is_none() {
        if limited.limit() > 0 {
            // An unterminated last line is ignored.
            return Ok(None);
        }
        let start = printable(&String::from_utf8_lossy(&bytes));
        return Err(LineError::TooLong { start });
    }
    match String::from_utf8(bytes) {
        Ok(line) => Ok(Some(line.trim_start_matches('\u{feff}').trim().to_string())),
        Err(error) => Err(LineError::NotText {
            start: printable(&String::from_utf8_lossy(error.as_bytes())),
        }),
    }
}

/// Splits a line into its first word and the rest.
pub fn first_word(line: &str) -> (&str, &str) {
    let (word, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
    (word, rest.trim_start())
}

/// Returns whether the driver ignores this line.
pub fn is_comment(line: &str) -> bool {
    line.is_empty() || line.starts_with('#')
}

/// Returns untrusted text for use in a message: control characters escaped, at most 80
/// characters.
pub fn printable(text: &str) -> String {
    const MAX_CHARS: usize = 80;
    let mut printable: String = text
        .chars()
        .take(MAX_CHARS)
        .flat_map(|c| {
            // Only control characters are escaped; quotes stay as they are.
            let escaped = c.is_control().then(|| c.escape_default());
            let plain = (!c.is_control()).then_some(c);
            escaped.into_iter().flatten().chain(plain)
        })
        .collect();
    if text.chars().nth(MAX_CHARS).is_some() {
        printable.push('…');
    }
    printable
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
    fn unterminated_lines_are_ignored() {
        assert_eq!(
            lines(b"go 1\n\nquit\r\nhalf a l"),
            ["go 1", "", "quit"].map(|line| Ok(line.to_string()))
        );
    }

    #[test]
    fn white_space_and_byte_order_marks_are_dropped() {
        let bytes = "\u{feff}name x\r\n  turn\tc3  value 1 \r\n".as_bytes();
        assert_eq!(
            lines(bytes),
            ["name x", "turn\tc3  value 1"].map(|line| Ok(line.to_string()))
        );
        assert_eq!(first_word("turn\tc3  value 1"), ("turn", "c3  value 1"));
        assert_eq!(first_word("new   7  3/4"), ("new", "7  3/4"));
    }

    #[test]
    fn the_length_of_lines_is_limited() {
        let mut longest = vec![b'a'; MAX_LINE - 1];
        longest.push(b'\n');
        assert_eq!(lines(&longest)[0].as_ref().unwrap().len(), MAX_LINE - 1);
        longest.insert(0, b'a');
        let error = lines(&longest)[0].clone().unwrap_err();
        assert!(error.contains("65536 bytes"), "{error}");
        assert!(error.len() < 200, "{error}");
    }

    #[test]
    fn endless_lines_are_rejected() {
        let mut flood = io::BufReader::new(io::repeat(b'x'));
        assert!(matches!(
            read_line(&mut flood),
            Err(LineError::TooLong { .. })
        ));
    }

    #[test]
    fn invalid_utf8_is_rejected() {
        let error = lines(b"turn \xff\x1b[2J\n")[0].clone().unwrap_err();
        assert!(error.contains("not valid UTF-8"), "{error}");
        assert!(!error.contains('\x1b'), "{error}");
    }

    #[test]
    fn printable_text_is_short_and_escaped() {
        assert_eq!(printable("it's `fine` – so"), "it's `fine` – so");
        assert_eq!(printable("\x07\t"), "\\u{7}\\t");
        assert_eq!(printable(&"ä".repeat(81)), "ä".repeat(80) + "…");
    }
}
