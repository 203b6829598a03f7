//! Cells and directions.
//!
//! A set of cells is a mask with eight bits a row, seven of them cells. The eighth column is never
//! a cell: it catches steps that leave the board at a side.

use core::fmt;

/// Bits a row.
pub(crate) const STRIDE: u8 = 8;
/// Rows and columns of the largest board.
pub(crate) const SIZE: u8 = 7;
/// Bits that a cell's number can have: one more than the largest.
pub(crate) const CELLS: usize = (STRIDE * (SIZE - 1) + SIZE) as usize;

/// The home tile's cell, d4.
pub const HOME: Cell = Cell(3 * STRIDE + 3);

/// A cell of the 7×7 field.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell in a column (0 for `a`, west) and row (0 for `1`, south).
    #[must_use]
    pub const fn at(column: u8, row: u8) -> Option<Self> {
        if column < SIZE && row < SIZE {
            Some(Self(row * STRIDE + column))
        } else {
            None
        }
    }

    /// The cell of a bit of a mask.
    #[must_use]
    pub const fn from_index(bit: u8) -> Option<Self> {
        Self::at(bit % STRIDE, bit / STRIDE)
    }

    /// The cell with bit `bit`, which must be one.
    pub(crate) const fn from_bit(bit: u8) -> Self {
        debug_assert!((bit as usize) < CELLS && bit % STRIDE < SIZE);
        Self(bit)
    }

    /// All 49 cells, home among them: row by row from south to north, from west to east.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..SIZE).flat_map(|row| (0..SIZE).map(move |column| Self(row * STRIDE + column)))
    }

    /// The column, 0 for `a`.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 % STRIDE
    }

    /// The row, 0 for `1`.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / STRIDE
    }

    /// The number within arrays and masks.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The mask that holds just this cell.
    #[must_use]
    pub const fn mask(self) -> u64 {
        1 << self.0
    }

    /// The neighbour in a direction, if it lies on the 7×7 field.
    #[must_use]
    pub const fn step(self, direction: Direction) -> Option<Self> {
        let mask = shift(self.mask(), direction) & BOARDS[3];
        if mask == 0 {
            None
        } else {
            Some(Self(mask.trailing_zeros() as u8))
        }
    }

    /// Reads `a1` to `g7`.
    #[must_use]
    pub const fn parse(text: &str) -> Option<Self> {
        match text.as_bytes() {
            [column @ b'a'..=b'g', row @ b'1'..=b'7'] => Self::at(*column - b'a', *row - b'1'),
            _ => None,
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column()) as char, self.row() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A set of cells moved one step.
pub(crate) const fn shift(mask: u64, direction: Direction) -> u64 {
    match direction.0 {
        0 => mask << 8,
        1 => mask << 9,
        2 => mask << 1,
        3 => mask >> 7,
        4 => mask >> 8,
        5 => mask >> 9,
        6 => mask >> 1,
        _ => mask << 7,
    }
}

/// The cells next to a set in the four straight directions (not cut to the board).
pub(crate) const fn beside(mask: u64) -> u64 {
    mask << 8 | mask << 1 | mask >> 8 | mask >> 1
}

/// The cells of the boards of radius 0 to 3, home among them.
pub(crate) const BOARDS: [u64; 4] = {
    let mut boards = [0; 4];
    let mut radius = 0;
    while radius < 4 {
        let mut row = 3 - radius;
        while row <= 3 + radius {
            let mut column = 3 - radius;
            while column <= 3 + radius {
                boards[radius] |= 1 << (row * STRIDE as usize + column);
                column += 1;
            }
            row += 1;
        }
        radius += 1;
    }
    boards
};

/// One of the eight directions, clockwise from north.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Direction(u8);

const NAMES: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];

impl Direction {
    /// All directions, clockwise from north.
    pub const ALL: [Self; 8] = [
        Self(0),
        Self(1),
        Self(2),
        Self(3),
        Self(4),
        Self(5),
        Self(6),
        Self(7),
    ];

    /// The direction `eighths` clockwise from north, modulo 8.
    #[must_use]
    pub const fn new(eighths: u8) -> Self {
        Self(eighths % 8)
    }

    /// Eighths clockwise from north, 0 to 7.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The mask (of eight bits) that holds just this direction.
    #[must_use]
    pub const fn mask(self) -> u8 {
        1 << self.0
    }

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self(self.0 ^ 4)
    }

    /// The direction from one cell to a neighbouring one.
    #[must_use]
    pub fn between(from: Cell, to: Cell) -> Option<Self> {
        Self::ALL.into_iter().find(|&d| from.step(d) == Some(to))
    }

    /// Reads `n`, `ne` … `nw`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        NAMES
            .iter()
            .position(|&name| name == text)
            .map(|i| Self(i as u8))
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(NAMES[self.index()])
    }
}

impl fmt::Debug for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
