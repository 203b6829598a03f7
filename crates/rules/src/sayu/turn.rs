//! Turns of Sayū, their text and their bytes.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::board::SIZE;
use super::{Cell, Direction, HOME, Tile};
use crate::TurnTextError;

/// The most steps that a chain can have: every other tile on the board converted.
const MAX_STEPS: u8 = 48;

/// A chain of conversions: the direction of each step, four bits a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Chain {
    length: u8,
    steps: [u8; MAX_STEPS as usize / 2],
}

impl Chain {
    /// The chain without steps.
    pub const NONE: Self = Self {
        length: 0,
        steps: [0; MAX_STEPS as usize / 2],
    };

    /// The number of conversions.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.length as usize
    }

    /// Whether nothing is converted.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The directions, first step first.
    pub fn steps(&self) -> impl Iterator<Item = Direction> + '_ {
        (0..self.len()).map(|i| Direction::new(self.steps[i / 2] >> (4 * (i % 2)) & 7))
    }

    /// The chain with one step more. A full chain stays as it is: no board has room for more.
    #[must_use]
    pub const fn extended(mut self, direction: Direction) -> Self {
        if self.length < MAX_STEPS {
            let i = self.length as usize;
            self.steps[i / 2] |= (direction.index() as u8) << (4 * (i % 2));
            self.length += 1;
        }
        self
    }
}

impl fmt::Debug for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.steps()).finish()
    }
}

/// A complete turn: any that could be legal somewhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turn {
    /// A placement with its whole chain.
    Place {
        /// The tile, named by First's side.
        tile: Tile,
        /// Its cell.
        cell: Cell,
        /// Its orientation: the direction of its white arrow.
        orientation: Direction,
        /// The conversions that follow.
        chain: Chain,
    },
    /// The pie rule's turn: Second takes over First's first tile.
    Swap,
}

/// Cells as numbers below 48: row by row from south to north, without home.
const fn dense(cell: Cell) -> u16 {
    let n = (cell.row() * SIZE + cell.column()) as u16;
    if n > DENSE_HOME { n - 1 } else { n }
}

const fn from_dense(n: u16) -> Option<Cell> {
    let n = if n >= DENSE_HOME { n + 1 } else { n };
    Cell::at((n % SIZE as u16) as u8, (n / SIZE as u16) as u8)
}

const DENSE_HOME: u16 = (HOME.row() * SIZE + HOME.column()) as u16;

/// Placements without a chain: 56 tiles × 48 cells × 8 orientations.
const PLACEMENTS: u16 = 56 * 48 * 8;

/// The code of the swap; all placements have smaller ones.
const SWAP_CODE: u16 = u16::MAX;

const SECOND_STEP: u8 = 1 << 6;
const MORE_BYTES: u8 = 1 << 7;

impl Turn {
    /// Appends the turn's bytes: two for the placement and whether the chain has no, one or more
    /// steps (little-endian), then one for a single step or one for each two steps.
    pub(super) fn encode(self, bytes: &mut Vec<u8>) {
        let Self::Place {
            tile,
            cell,
            orientation,
            chain,
        } = self
        else {
            bytes.extend(SWAP_CODE.to_le_bytes());
            return;
        };
        let placement = (tile.index() as u16 * 48 + dense(cell)) * 8 + orientation.index() as u16;
        let class = chain.len().min(2) as u16;
        bytes.extend((class * PLACEMENTS + placement).to_le_bytes());
        let mut steps = chain.steps().map(|d| d.index() as u8).peekable();
        while let Some(step) = steps.next() {
            let second = steps.next().map_or(0, |s| s << 3 | SECOND_STEP);
            let more = if steps.peek().is_some() {
                MORE_BYTES
            } else {
                0
            };
            bytes.push(step | second | more);
        }
    }

    /// The inverse of [`Turn::encode`].
    pub(super) fn decode(bytes: &mut &[u8]) -> Option<Self> {
        let [low, high, rest @ ..] = *bytes else {
            return None;
        };
        let mut rest = rest;
        let code = u16::from_le_bytes([*low, *high]);
        if code == SWAP_CODE {
            *bytes = rest;
            return Some(Self::Swap);
        }
        let (class, placement) = (code / PLACEMENTS, code % PLACEMENTS);
        if class > 2 {
            return None;
        }
        let mut chain = Chain::NONE;
        let mut more = class > 0;
        while more {
            let [byte, after @ ..] = rest else {
                return None;
            };
            rest = after;
            more = byte & MORE_BYTES != 0;
            let second = byte & SECOND_STEP != 0;
            let single_is_plain = second || !more && byte & 0o70 == 0;
            if !single_is_plain || chain.length + 2 > MAX_STEPS {
                return None;
            }
            chain = chain.extended(Direction::new(byte & 7));
            if second {
                chain = chain.extended(Direction::new(byte >> 3 & 7));
            }
        }
        if chain.len().min(2) != class as usize {
            return None;
        }
        *bytes = rest;
        Some(Self::Place {
            tile: Tile::new((placement / 8 / 48) as u8)?,
            cell: from_dense(placement / 8 % 48)?,
            orientation: Direction::new((placement % 8) as u8),
            chain,
        })
    }

    /// Reads the notation of the rules page.
    ///
    /// # Errors
    /// If the text is not a turn.
    pub fn parse(text: &str) -> Result<Self, TurnTextError> {
        let malformed = |why: String| TurnTextError::Malformed {
            text: text.to_string(),
            why,
        };
        let cell_named = |name: &str| {
            Cell::parse(name).ok_or_else(|| {
                malformed(format!(
                    "invalid cell `{name}`: expected a1 \
                                                               to g7"
                ))
            })
        };
        if text == "swap" {
            return Ok(Self::Swap);
        }
        let mut parts = text.split('>');
        let placement = parts.next().unwrap_or_default();
        let (tile, (cell, orientation)) = placement
            .split_once('@')
            .and_then(|(tile, rest)| Some((tile, rest.split_once(':')?)))
            .ok_or_else(|| {
                malformed(
                    "expected tile@cell:orientation, then >cell for each conversion, as in \
                     `025@d5:ne>e5`"
                        .to_string(),
                )
            })?;
        let tile = Tile::parse(tile).ok_or_else(|| {
            malformed(format!(
                "invalid tile `{tile}`: expected three ascending digits below 8"
            ))
        })?;
        let cell = cell_named(cell)?;
        if cell == HOME {
            return Err(malformed("d4 is the home tile's cell".to_string()));
        }
        let orientation = Direction::parse(orientation).ok_or_else(|| {
            malformed(format!(
                "invalid orientation `{orientation}`: expected n, ne, e, se, s, sw, w or nw"
            ))
        })?;
        let mut chain = Chain::NONE;
        let mut newest = cell;
        for name in parts {
            let next = cell_named(name)?;
            let step = Direction::between(newest, next)
                .ok_or_else(|| malformed(format!("{next} is not next to {newest}")))?;
            if chain.length == MAX_STEPS {
                return Err(malformed("a chain has at most 48 steps".to_string()));
            }
            chain = chain.extended(step);
            newest = next;
        }
        Ok(Self::Place {
            tile,
            cell,
            orientation,
            chain,
        })
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Place {
            tile,
            cell,
            orientation,
            chain,
        } = self
        else {
            return f.pad("swap");
        };
        let mut text = format!("{tile}@{cell}:{orientation}");
        let mut newest = Some(*cell);
        for step in chain.steps() {
            newest = newest.and_then(|cell| cell.step(step));
            match newest {
                Some(cell) => text += &format!(">{cell}"),
                // Only a decoded turn that is legal nowhere can leave the board.
                None => text += ">?",
            }
        }
        f.pad(&text)
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads_back(text: &str, length: usize) {
        let turn = Turn::parse(text).unwrap();
        assert_eq!(turn.to_string(), text);
        let mut bytes = Vec::new();
        turn.encode(&mut bytes);
        assert_eq!(bytes.len(), length, "{text}");
        let mut rest = bytes.as_slice();
        assert_eq!(Turn::decode(&mut rest), Some(turn));
        assert!(rest.is_empty());
        for cut in 0..bytes.len() {
            assert_eq!(
                Turn::decode(&mut &bytes[..cut]),
                None,
                "{text} cut to {cut} bytes"
            );
        }
    }

    #[test]
    fn turns_read_back_from_text_and_bytes() {
        reads_back("025@d5:ne", 2);
        reads_back("567@g7:nw", 2);
        reads_back("012@a1:n", 2);
        reads_back("025@d5:ne>e5", 3);
        reads_back("025@d5:ne>e5>e6", 3);
        reads_back("025@d5:ne>e5>e6>e7", 4);
        reads_back("swap", 2);
    }

    #[test]
    fn texts_that_are_no_turn_are_refused() {
        for wrong in [
            "",
            "025",
            "025@d5",
            "025@d4:n",
            "052@d5:n",
            "025@d8:n",
            "025@d5:nn",
            "025@d5:n>",
            "025@d5:n>d7",
            "025@d5:n>d5",
            "028@d5:n",
            "0255@d5:n",
        ] {
            assert!(Turn::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_turn_is_small() {
        assert!(size_of::<Turn>() <= 32);
    }
}
