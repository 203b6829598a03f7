//! The 8 symmetries of the square, and their effect on tiles.

use super::tile::mirror;
use super::{Cell, Direction, Tile};

/// A symmetry: a reflection about the north–south axis or none, then quarter turns clockwise.
#[derive(Clone, Copy)]
pub(super) struct Map {
    reflected: bool,
    quarters: u8,
}

impl Map {
    /// Numbers 0 to 3 are the rotations, 4 to 7 reflect first.
    pub(super) const fn new(number: u8) -> Self {
        Self {
            reflected: number & 4 != 0,
            quarters: number & 3,
        }
    }

    pub(super) fn cell(&self, cell: Cell) -> Cell {
        let (mut column, mut row) = (cell.column(), cell.row());
        if self.reflected {
            column = 6 - column;
        }
        for _ in 0..self.quarters {
            // Clockwise: north becomes east.
            (column, row) = (row, 6 - column);
        }
        Cell::at(column, row).unwrap_or(cell)
    }

    /// The image of a mask of directions.
    pub(super) const fn directions(&self, mask: u8) -> u8 {
        let mask = if self.reflected { mirror(mask) } else { mask };
        mask.rotate_left(2 * self.quarters as u32)
    }

    pub(super) const fn direction(&self, direction: Direction) -> Direction {
        Direction::new(self.directions(direction.mask()).trailing_zeros() as u8)
    }

    pub(super) const fn tile(&self, tile: Tile) -> Tile {
        if self.reflected {
            tile.mirrored()
        } else {
            tile
        }
    }
}
