//! A file of lines of JSON.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde::Deserialize;

use super::super::CommandError;

/// The longest line that can be a game: it must fit in a block.
const LONGEST_LINE: u64 = 1 << 26;

/// A file of lines, which is read twice.
pub(super) struct Lines<'a> {
    path: &'a Path,
    pub name: String,
}

impl<'a> Lines<'a> {
    pub fn of(path: &'a Path) -> Result<Self, CommandError> {
        let lines = Self {
            path,
            name: path.display().to_string(),
        };
        let metadata = path.metadata().map_err(|error| lines.failed(error))?;
        if metadata.is_file() {
            Ok(lines)
        } else {
            Err(lines.failed(std::io::Error::other(
                "is not a regular file, and lines are read twice; save them to a file first",
            )))
        }
    }

    pub fn failed(&self, error: std::io::Error) -> CommandError {
        CommandError::File {
            file: self.name.clone(),
            error,
        }
    }

    pub fn wrong(&self, line: u64, what: impl Into<String>) -> CommandError {
        CommandError::Line {
            file: self.name.clone(),
            line,
            what: what.into(),
        }
    }

    /// Gives every line that is not blank, with its number, to `each`.
    pub fn for_each(
        &self,
        mut each: impl FnMut(u64, &[u8]) -> Result<(), CommandError>,
    ) -> Result<(), CommandError> {
        let file = File::open(self.path).map_err(|error| self.failed(error))?;
        let mut input = BufReader::with_capacity(1 << 18, file);
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            (&mut input)
                .take(LONGEST_LINE)
                .read_until(b'\n', &mut line)
                .map_err(|error| self.failed(error))?;
            if line.is_empty() {
                break;
            }
            if line.len() as u64 == LONGEST_LINE {
                return Err(self.wrong(number, "is longer than any game"));
            }
            if !line.trim_ascii().is_empty() {
                each(number, &line)?;
            }
        }
        Ok(())
    }

    pub fn parse<'l, T: Deserialize<'l>>(
        &self,
        number: u64,
        line: &'l [u8],
    ) -> Result<T, CommandError> {
        serde_json::from_slice(line).map_err(|error| {
            // Each line is a text of its own to the parser.
            let text = error.to_string();
            let what = text.split(" at line ").next().unwrap_or_default();
            let column = error.column();
            self.wrong(number, format!("{what} (at column {column})"))
        })
    }
}
