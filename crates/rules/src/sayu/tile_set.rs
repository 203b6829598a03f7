//! Sets of tiles: the supply of a game, as data.

use alloc::string::{String, ToString};
use alloc::sync::Arc;
use core::fmt::Write as _;

use super::Tile;

/// The sets that are built in, by name: the text of the files in `data/sayu/` of this crate.
pub const BUILT_IN: [(&str, &str); 4] = [
    ("standard", include_str!("../../data/sayu/standard.tiles")),
    (
        "without-024",
        include_str!("../../data/sayu/without-024.tiles"),
    ),
    (
        "without-025",
        include_str!("../../data/sayu/without-025.tiles"),
    ),
    ("mini", include_str!("../../data/sayu/mini.tiles")),
];

/// A named set of different tiles.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TileSet {
    name: Arc<str>,
    mask: u64,
}

impl TileSet {
    /// The standard 48.
    #[must_use]
    pub fn standard() -> Self {
        // All patterns but those whose three arrows are neighbours. That this is what the file
        // says is a test below.
        let neighbours = (0..8)
            .map(|k| 0b111_u8.rotate_left(k))
            .collect::<alloc::vec::Vec<_>>();
        let mask = Tile::all()
            .filter(|tile| !neighbours.contains(&tile.pattern()))
            .fold(0, |mask, tile| mask | tile.mask());
        Self {
            name: Arc::from("standard"),
            mask,
        }
    }

    /// The built-in set with this name.
    #[must_use]
    pub fn built_in(name: &str) -> Option<Self> {
        let (_, text) = BUILT_IN.into_iter().find(|(n, _)| *n == name)?;
        Self::parse(text).ok()
    }

    /// Reads the format of the files in `data/sayu/` of this crate: `#` begins a comment, the first other line is
    /// `name: NAME`, and all further words are tiles.
    ///
    /// # Errors
    /// What is wrong, and in which line.
    pub fn parse(text: &str) -> Result<Self, TileSetError> {
        let mut name: Option<&str> = None;
        let mut mask = 0;
        for (line, content) in (1..).zip(text.lines()) {
            let content = content.split('#').next().unwrap_or_default().trim();
            if content.is_empty() {
                continue;
            }
            if name.is_none() {
                let found = content.strip_prefix("name:").map(str::trim);
                name = Some(
                    found
                        .filter(|n| is_name(n))
                        .ok_or(TileSetError::Name { line })?,
                );
                continue;
            }
            for word in content.split_whitespace() {
                let tile = Tile::parse(word).ok_or_else(|| TileSetError::Tile {
                    line,
                    word: word.to_string(),
                })?;
                if mask & tile.mask() != 0 {
                    return Err(TileSetError::Double { line, tile });
                }
                mask |= tile.mask();
            }
        }
        let name = name.ok_or(TileSetError::Name { line: 1 })?;
        if mask == 0 {
            return Err(TileSetError::Empty);
        }
        let tiles = mask.count_ones();
        if tiles > 48 {
            return Err(TileSetError::TooMany { tiles });
        }
        Ok(Self {
            name: Arc::from(name),
            mask,
        })
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The tiles as a mask over their numbers.
    #[must_use]
    pub const fn mask(&self) -> u64 {
        self.mask
    }

    /// Whether the set is its own image in a mirror.
    #[must_use]
    pub fn is_mirror_symmetric(&self) -> bool {
        crate::set_bits(self.mask)
            .map(|n| Tile::from_bit(n).mirrored().mask())
            .fold(0, |mask, tile| mask | tile)
            == self.mask
    }
}

impl core::fmt::Display for TileSet {
    /// The set in the format that [`TileSet::parse`] reads.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut text = String::new();
        for number in crate::set_bits(self.mask) {
            let _ = write!(
                text,
                "{}{}",
                if text.is_empty() { "" } else { " " },
                Tile::from_bit(number)
            );
        }
        writeln!(f, "name: {}\n{text}", self.name)
    }
}

fn is_name(text: &str) -> bool {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !text.is_empty() && text.len() <= 40 && text.chars().all(allowed)
}

/// An error in the text of a tile set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TileSetError {
    /// No name where it should be.
    #[error(
        "line {line}: expected `name: NAME`, with a name of at most 40 lower-case letters, digits \
         and hyphens"
    )]
    Name {
        /// The line, from 1.
        line: usize,
    },
    /// An invalid tile.
    #[error(
        "line {line}: invalid tile `{word}`: expected three ascending digits below 8, such as \
             025"
    )]
    Tile {
        /// The line, from 1.
        line: usize,
        /// The word.
        word: String,
    },
    /// A duplicate tile.
    #[error("line {line}: duplicate tile {tile}")]
    Double {
        /// The line, from 1.
        line: usize,
        /// The tile.
        tile: Tile,
    },
    /// No tiles.
    #[error("the set has no tiles")]
    Empty,
    /// More tiles than cells.
    #[error("the set has {tiles} tiles, but the largest board has 48 cells")]
    TooMany {
        /// The number of tiles.
        tiles: u32,
    },
    /// A set of another content under the name of a built-in one.
    #[error("the name `{name}` is that of a built-in set with other tiles; choose another name")]
    NameTaken {
        /// The name.
        name: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_sets_read_and_carry_their_names() {
        for (name, text) in BUILT_IN {
            let set = TileSet::parse(text).unwrap();
            assert_eq!(set.name(), name);
            assert_eq!(TileSet::parse(&set.to_string()), Ok(set));
        }
        assert_eq!(TileSet::built_in("standard"), Some(TileSet::standard()));
        assert_eq!(TileSet::standard().mask().count_ones(), 48);
    }
}
