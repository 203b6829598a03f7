//! Positions of Sayū.

use super::board::{BOARDS, CELLS, STRIDE, beside};
use super::{Cell, Direction, HOME, Rules, Tile};
use crate::{ForFirst, Seat, hash};

/// A playable position: the tiles on the board, the supply, and the player to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// Cells with a tile that shows First's and Second's colour.
    stones: [u64; 2],
    /// Tiles not yet placed, as a mask over their numbers.
    supply: u64,
    mover: Seat,
    /// Number of the tile on each cell; 0 on cells without one.
    tiles: [u8; CELLS],
    /// The orientation of each tile.
    orientations: [u8; CELLS],
    /// The directions of each tile's arrows on the board. Derived from the rest; stored because
    /// every conversion needs it.
    arrows: [u8; CELLS],
}

impl Position {
    /// The home tile alone, First to move.
    #[must_use]
    pub fn start(rules: &Rules) -> Self {
        Self::empty(rules.tiles().mask(), Seat::First)
    }

    pub(super) const fn empty(supply: u64, mover: Seat) -> Self {
        Self {
            stones: [0; 2],
            supply,
            mover,
            tiles: [0; CELLS],
            orientations: [0; CELLS],
            arrows: [0; CELLS],
        }
    }

    /// The cells whose tiles show `seat`'s colour.
    #[must_use]
    pub const fn stones(&self, seat: Seat) -> u64 {
        self.stones[seat.index()]
    }

    /// The cells with a tile, home not among them.
    #[must_use]
    pub const fn occupied(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// The tiles not yet placed, as a mask over their numbers.
    #[must_use]
    pub const fn supply(&self) -> u64 {
        self.supply
    }

    /// The player to move.
    #[must_use]
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// The cells of the board without a tile, home not among them.
    #[must_use]
    pub const fn free(&self, rules: &Rules) -> u64 {
        rules.cells() & !self.occupied()
    }

    /// The cells on which a tile may be placed now.
    #[must_use]
    pub const fn placeable(&self, rules: &Rules) -> u64 {
        beside(self.occupied() | HOME.mask()) & self.free(rules)
    }

    /// The tile on a cell that has one: owner, tile, orientation.
    #[must_use]
    pub fn tile(&self, cell: Cell) -> Option<(Seat, Tile, Direction)> {
        let owner = Seat::BOTH
            .into_iter()
            .find(|s| self.stones(*s) & cell.mask() != 0)?;
        Some((owner, self.tile_number(cell), self.orientation(cell)))
    }

    pub(super) const fn tile_number(&self, cell: Cell) -> Tile {
        Tile::from_bit(self.tiles[cell.index()])
    }

    pub(super) const fn orientation(&self, cell: Cell) -> Direction {
        Direction::new(self.orientations[cell.index()])
    }

    /// The directions of the arrows of the tile on `cell` as a mask of eight bits; 0 if there is no
    /// tile.
    #[must_use]
    pub const fn arrows(&self, cell: Cell) -> u8 {
        self.arrows[cell.index()]
    }

    /// For each direction, the cells whose tile has an arrow in it.
    #[must_use]
    pub fn arrow_masks(&self) -> [u64; 8] {
        bit_planes(&self.arrows)
    }

    /// For each direction, the cells whose tile has its white arrow in it.
    #[must_use]
    pub fn orientation_masks(&self) -> [u64; 8] {
        let planes = bit_planes(&self.orientations);
        core::array::from_fn(|orientation| {
            planes[..3]
                .iter()
                .enumerate()
                .fold(self.occupied(), |cells, (bit, plane)| {
                    cells
                        & if orientation >> bit & 1 == 1 {
                            *plane
                        } else {
                            !plane
                        }
                })
        })
    }

    /// First's tiles minus Second's.
    #[must_use]
    pub const fn margin(&self) -> ForFirst<i32> {
        ForFirst(self.stones[0].count_ones() as i32 - self.stones[1].count_ones() as i32)
    }

    /// Whether this is the second turn of a game, when Second may swap.
    pub(super) const fn is_second_turn(&self) -> bool {
        matches!(self.mover, Seat::Second)
            && self.stones[0].count_ones() == 1
            && self.stones[1] == 0
    }

    /// Whether Second has swapped, under rules with a swap. It follows from the number of tiles and
    /// the player to move, because every turn except the swap adds a tile.
    pub(super) const fn is_after_swap(&self) -> bool {
        let tiles = self.occupied().count_ones();
        tiles > 0 && (tiles % 2 == 1) == matches!(self.mover, Seat::First)
    }

    /// Whether no further tile can be placed.
    pub(super) const fn is_full(&self, rules: &Rules) -> bool {
        self.supply == 0 || self.free(rules) == 0
    }

    /// Puts a tile of the supply on an empty cell, with `owner`'s colour up.
    pub(super) fn put(
        &mut self,
        rules: &Rules,
        owner: Seat,
        tile: Tile,
        cell: Cell,
        orientation: Direction,
    ) {
        self.supply &= !tile.mask();
        self.tiles[cell.index()] = tile.index() as u8;
        self.show(rules, owner, cell, orientation);
    }

    /// Turns the tile on `cell` to `owner`'s colour and to an orientation.
    pub(super) fn show(&mut self, rules: &Rules, owner: Seat, cell: Cell, orientation: Direction) {
        let pattern = rules.side(self.tile_number(cell).pattern(), owner);
        self.stones[owner.index()] |= cell.mask();
        self.stones[owner.other().index()] &= !cell.mask();
        self.orientations[cell.index()] = orientation.index() as u8;
        self.arrows[cell.index()] = Tile::arrows(pattern, orientation);
    }

    /// Ends the mover's turn.
    pub(super) const fn pass_on(&mut self) {
        self.mover = self.mover.other();
    }

    /// The position with every tile moved by `map`, which returns the image of a cell, a tile, an
    /// orientation and a mask of arrows.
    pub(super) fn map(&self, map: &super::symmetry::Map) -> Self {
        let mut supply = 0;
        for number in crate::set_bits(self.supply) {
            supply |= map.tile(Tile::from_bit(number)).mask();
        }
        let mut image = Self::empty(supply, self.mover);
        for bit in crate::set_bits(self.occupied()) {
            let cell = Cell::from_bit(bit);
            let to = map.cell(cell);
            for seat in Seat::BOTH {
                if self.stones(seat) & cell.mask() != 0 {
                    image.stones[seat.index()] |= to.mask();
                }
            }
            image.tiles[to.index()] = map.tile(self.tile_number(cell)).index() as u8;
            image.orientations[to.index()] = map.direction(self.orientation(cell)).index() as u8;
            image.arrows[to.index()] = map.directions(self.arrows(cell));
        }
        image
    }

    /// See [`crate::Game::position_hash`]: the exclusive or of [`hash::mix`] over the tiles on the
    /// board (cell, tile, orientation, owner in a byte each) and, if Second moves, over 2³².
    #[must_use]
    pub fn hash(&self) -> u64 {
        let mover = match self.mover {
            Seat::First => 0,
            Seat::Second => hash::mix(1 << 32),
        };
        crate::set_bits(self.occupied()).fold(mover, |all, bit| {
            let cell = Cell::from_bit(bit);
            let owner = u64::from(self.stones[1] & cell.mask() != 0);
            let parts = u64::from(bit)
                | (self.tile_number(cell).index() as u64) << 8
                | (self.orientation(cell).index() as u64) << 16
                | owner << 24;
            all ^ hash::mix(parts)
        })
    }
}

/// For each of the eight bits of a byte, the cells whose byte has it.
fn bit_planes(bytes: &[u8; CELLS]) -> [u64; 8] {
    let mut planes = [0; 8];
    for (row, bytes) in bytes.chunks(STRIDE.into()).enumerate() {
        let mut cells = [0; STRIDE as usize];
        cells[..bytes.len()].copy_from_slice(bytes);
        let bits = transpose(u64::from_le_bytes(cells)).to_le_bytes();
        for (plane, byte) in planes.iter_mut().zip(bits) {
            *plane |= u64::from(byte) << (row * STRIDE as usize);
        }
    }
    planes
}

/// Bit i of byte j becomes bit j of byte i (Warren, *Hacker's Delight*, 7-3).
const fn transpose(x: u64) -> u64 {
    let t = (x ^ (x >> 7)) & 0x00AA_00AA_00AA_00AA;
    let x = x ^ t ^ (t << 7);
    let t = (x ^ (x >> 14)) & 0x0000_CCCC_0000_CCCC;
    let x = x ^ t ^ (t << 14);
    let t = (x ^ (x >> 28)) & 0x0000_0000_F0F0_F0F0;
    x ^ t ^ (t << 28)
}

// The masks of the board have room for the shifts in `beside`.
const _: () = assert!(BOARDS[3] >> CELLS == 0);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_hold_what_the_cells_hold() {
        let text = "7/1,x127s,x025s,o257sw,3/1,o057sw,o045sw,o015sw,o146sw,2/x247nw,x267nw,o467sw,H,\
                    o347sw,1,x036e/x026nw,o357sw,o023sw,o145sw,3/2,o235sw,4/6,o246ne x";
        let position = Position::parse(&Rules::default(), text).unwrap();
        let (arrows, orientations) = (position.arrow_masks(), position.orientation_masks());
        for cell in Cell::all() {
            for direction in Direction::ALL {
                let has = |masks: [u64; 8]| masks[direction.index()] & cell.mask() != 0;
                let arrow = position.arrows(cell) & direction.mask() != 0;
                assert_eq!(has(arrows), arrow, "{cell} {direction}");
                let oriented = position.tile(cell).map(|(_, _, o)| o) == Some(direction);
                assert_eq!(has(orientations), oriented, "{cell} {direction}");
            }
        }
    }
}
