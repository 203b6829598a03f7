//! Positions of Sayū.

use super::board::{BOARDS, CELLS, beside};
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
    /// Where each tile's white arrow points.
    orientations: [u8; CELLS],
    /// The directions of each tile's arrows as it lies. Follows from the rest; kept because every
    /// conversion asks for it.
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

    /// The position with every tile moved by `map`, which gives the image of a cell, a tile, an
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

// The masks of the board have room for the shifts in `beside`.
const _: () = assert!(BOARDS[3] >> CELLS == 0);
