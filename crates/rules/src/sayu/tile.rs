//! Tiles: patterns of three arrows.

use core::fmt;

use super::Direction;

/// The number of patterns of three arrows among eight.
pub(crate) const TILES: usize = 56;

/// A tile, named by the pattern of First's side: the set of its three arrows, counted in eighths
/// clockwise from the white arrow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

/// The patterns as masks of eighths, in the order of their names `012`, `013` … `567`.
static PATTERNS: [u8; TILES] = {
    let mut patterns = [0; TILES];
    let mut n = 0;
    let mut i = 0;
    while i < 8 {
        let mut j = i + 1;
        while j < 8 {
            let mut k = j + 1;
            while k < 8 {
                patterns[n] = 1 << i | 1 << j | 1 << k;
                n += 1;
                k += 1;
            }
            j += 1;
        }
        i += 1;
    }
    patterns
};

static NUMBERS: [u8; 256] = {
    let mut numbers = [u8::MAX; 256];
    let mut n = 0;
    while n < TILES {
        numbers[PATTERNS[n] as usize] = n as u8;
        n += 1;
    }
    numbers
};

/// A mask of eighths seen in a mirror: k → (8 − k) mod 8.
pub(crate) const fn mirror(mask: u8) -> u8 {
    mask.reverse_bits().rotate_left(1)
}

impl Tile {
    /// The tile of a number below 56, in the order of the names.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if (number as usize) < TILES {
            Some(Self(number))
        } else {
            None
        }
    }

    pub(crate) const fn from_bit(number: u8) -> Self {
        debug_assert!((number as usize) < TILES);
        Self(number)
    }

    /// All 56 tiles that there can be, in the order of their names.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..TILES as u8).map(Self)
    }

    /// The number in the order of the names, below 56.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The mask that holds just this tile.
    #[must_use]
    pub const fn mask(self) -> u64 {
        1 << self.0
    }

    /// The tile with the arrows of a mask of eighths.
    #[must_use]
    pub const fn of_pattern(mask: u8) -> Option<Self> {
        Self::new(NUMBERS[mask as usize])
    }

    /// The arrows of First's side as a mask of eighths clockwise from the white arrow.
    #[must_use]
    pub const fn pattern(self) -> u8 {
        PATTERNS[self.index()]
    }

    /// The arrows as a mask of directions, if the side with `pattern` is up and its white arrow
    /// points in `orientation`.
    pub(crate) const fn arrows(pattern: u8, orientation: Direction) -> u8 {
        pattern.rotate_left(orientation.index() as u32)
    }

    /// The mirror image of the tile.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self(NUMBERS[mirror(self.pattern()) as usize])
    }

    /// Reads three ascending digits below 8.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits: [u8; 3] = text.as_bytes().try_into().ok()?;
        let ascending = digits[0] < digits[1] && digits[1] < digits[2];
        if !ascending || !digits.iter().all(|d| (b'0'..b'8').contains(d)) {
            return None;
        }
        Self::of_pattern(digits.iter().fold(0, |mask, d| mask | 1 << (d - b'0')))
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::set_bits(self.pattern().into()).try_for_each(|k| write!(f, "{k}"))
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
