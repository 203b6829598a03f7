//! A file of lines of JSON.

use std::fmt::Display;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context as _, anyhow};
use serde::Deserialize;

/// The longest line that can be a game: it must fit in a block.
const LONGEST_LINE: u64 = 1 << 26;

/// A file of lines, which is read twice.
pub(super) struct Lines<'a> {
    path: &'a Path,
    pub name: String,
}

impl<'a> Lines<'a> {
    pub fn of(path: &'a Path) -> anyhow::Result<Self> {
        let lines = Self {
            path,
            name: path.display().to_string(),
        };
        let metadata = path.metadata().with_context(|| lines.name.clone())?;
        if !metadata.is_file() {
            return Err(anyhow!(
                "{} is not a regular file; import reads its file twice, so save the lines to one first",
                lines.name
            ));
        }
        Ok(lines)
    }

    /// The error of a line.
    pub fn wrong(&self, line: u64, what: impl Display) -> anyhow::Error {
        anyhow!("{}, line {line}: {what}", self.name)
    }

    /// Calls `each` with every line that is not blank, and its number from 1.
    pub fn for_each(
        &self,
        mut each: impl FnMut(u64, &[u8]) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let file = File::open(self.path).with_context(|| self.name.clone())?;
        let mut input = BufReader::with_capacity(1 << 18, file);
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            (&mut input)
                .take(LONGEST_LINE)
                .read_until(b'\n', &mut line)
                .with_context(|| self.name.clone())?;
            if line.is_empty() {
                break;
            }
            if line.len() as u64 == LONGEST_LINE {
                return Err(self.wrong(number, "the line is longer than any game"));
            }
            // A byte order mark can stand at the beginning of the file.
            let text = match number {
                1 => line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line),
                _ => &line,
            };
            if !text.trim_ascii().is_empty() {
                each(number, text)?;
            }
        }
        Ok(())
    }

    pub fn parse<'l, T: Deserialize<'l>>(&self, number: u64, line: &'l [u8]) -> anyhow::Result<T> {
        serde_json::from_slice(line).map_err(|error| {
            // The parser sees each line alone, so its line number is always 1.
            let text = error.to_string();
            let what = text.split(" at line ").next().unwrap_or_default();
            let column = error.column();
            self.wrong(number, format!("{what} (at column {column})"))
        })
    }
}
