//! Conversions: which chains can follow a placement.

use alloc::vec::Vec;

use super::board::shift;
use super::{Cell, Chain, Direction, Position, Rules, Tile};
use crate::Seat;

/// The view of a position that chains need: everything about the tile just placed is an argument,
/// so that the chains behind a cell are found once for all tiles that could be placed there.
#[derive(Clone, Copy)]
pub(super) struct Conversions<'a> {
    pub(super) rules: &'a Rules,
    pub(super) position: &'a Position,
    pub(super) mover: Seat,
    /// All tiles of a chain have the orientation of the placed one.
    pub(super) orientation: Direction,
}

impl Conversions<'_> {
    /// The directions, among `arrows`, in which the newest tile on `cell` can convert, `opponents`
    /// being the cells that still show the opponent's colour.
    pub(super) fn exits(&self, cell: Cell, arrows: u8, opponents: u64) -> u8 {
        let mut exits = 0;
        for bit in crate::set_bits(arrows.into()) {
            let direction = Direction::new(bit);
            let target = shift(cell.mask(), direction) & opponents;
            if target != 0 {
                let target = Cell::from_bit(target.trailing_zeros() as u8);
                let points_back = self.position.arrows(target) & direction.opposite().mask() != 0;
                if !points_back && self.position.orientation(target) != self.orientation {
                    exits |= direction.mask();
                }
            }
        }
        exits
    }

    /// The arrows of the tile on `cell` once it is converted.
    pub(super) fn converted_arrows(&self, cell: Cell) -> u8 {
        let pattern = self.position.tile_number(cell).pattern();
        Tile::arrows(self.rules.side(pattern, self.mover), self.orientation)
    }

    /// The cell behind an exit.
    pub(super) fn behind(cell: Cell, direction: Direction) -> Cell {
        Cell::from_bit(shift(cell.mask(), direction).trailing_zeros() as u8)
    }

    /// The number of complete chains that begin by converting in `direction` from `cell`.
    pub(super) fn count_through(&self, cell: Cell, direction: Direction, opponents: u64) -> u64 {
        let next = Self::behind(cell, direction);
        let opponents = opponents & !next.mask();
        let exits = self.exits(next, self.converted_arrows(next), opponents);
        if exits == 0 {
            return 1;
        }
        let on: u64 = crate::set_bits(exits.into())
            .map(|d| self.count_through(next, Direction::new(d), opponents))
            .sum();
        on + u64::from(self.rules.convert_is_optional())
    }

    /// Appends the complete chains that begin with `chain` and continue in `direction` from `cell`.
    pub(super) fn chains_through(
        &self,
        cell: Cell,
        direction: Direction,
        opponents: u64,
        chain: Chain,
        chains: &mut Vec<Chain>,
    ) {
        let next = Self::behind(cell, direction);
        let opponents = opponents & !next.mask();
        let chain = chain.extended(direction);
        let exits = self.exits(next, self.converted_arrows(next), opponents);
        if exits == 0 || self.rules.convert_is_optional() {
            chains.push(chain);
        }
        for d in crate::set_bits(exits.into()) {
            self.chains_through(next, Direction::new(d), opponents, chain, chains);
        }
    }
}
