//! A position of Sayū as sets of cells, for whole-board operations.
//!
//! A set of cells is a mask as in the rules: eight bits per row, of which the last is not a cell. A step
//! in any direction is a rotation by a constant. Steps off the board lead to bits that are not cells, so
//! the result must be intersected with cells.

use flipside_rules::sayu::{Direction, Sayu, Tile};
use flipside_rules::{Game as _, Seat, set_bits};

/// The rotation of a step in each direction.
const STEPS: [u32; 8] = [8, 9, 1, 57, 56, 55, 63, 7];

/// The cells one step away in direction `d`, possibly with bits that are not cells.
pub(crate) const fn step(cells: u64, d: usize) -> u64 {
    cells.rotate_left(STEPS[d])
}

/// The cells from which a step in direction `d` leads to `cells`, possibly with bits that are not cells.
pub(crate) const fn back(cells: u64, d: usize) -> u64 {
    cells.rotate_right(STEPS[d])
}

/// The masks of a position that evaluation and candidates use.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    /// The tiles of each seat.
    pub(crate) stones: [u64; 2],
    /// The tiles with an arrow, by direction.
    pub(crate) arrows: [u64; 8],
    /// The tiles by orientation.
    pub(crate) oriented: [u64; 8],
    /// The cells without a tile.
    pub(crate) free: u64,
    /// The cells where a tile can be placed.
    pub(crate) placeable: u64,
}

impl Board {
    pub(crate) fn new(game: &Sayu) -> Self {
        let position = game.position();
        Self {
            stones: Seat::BOTH.map(|seat| position.stones(seat)),
            arrows: position.arrow_masks(),
            oriented: position.orientation_masks(),
            free: position.free(game.rules()),
            placeable: position.placeable(game.rules()),
        }
    }
}

/// The eighths (clockwise from the white arrow) in which some tile of the supply has an arrow, on
/// `seat`'s side.
pub(crate) fn supplied_eighths(game: &Sayu, seat: Seat) -> u8 {
    let mut eighths = 0;
    for tile in set_bits(game.position().supply()).filter_map(Tile::new) {
        eighths |= game.rules().side(tile.pattern(), seat);
        if eighths == u8::MAX {
            break;
        }
    }
    eighths
}

/// The direction of number `d`.
pub(crate) const fn direction(d: usize) -> Direction {
    Direction::new(d as u8)
}
