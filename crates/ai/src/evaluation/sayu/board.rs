//! A position of Sayū as sets of cells, for whole-board operations.
//!
//! A set of cells is a mask as in the rules: eight bits a row, the eighth never a cell. So a step
//! in any direction is a rotation by a constant, and what leaves the board falls on bits that are
//! no cells; whatever is stepped to must be intersected with cells.

use flipside_rules::sayu::{Direction, Game, Tile};
use flipside_rules::{Game as _, Seat, set_bits};

/// Bits that a step in each direction moves a cell up, modulo 64.
const STEPS: [u32; 8] = [8, 9, 1, 57, 56, 55, 63, 7];

/// The cells one step away in direction number `d`, besides bits that are no cells.
pub(crate) const fn step(cells: u64, d: usize) -> u64 {
    cells.rotate_left(STEPS[d])
}

/// The cells from which a step in direction number `d` leads to `cells`, besides bits that are no
/// cells.
pub(crate) const fn back(cells: u64, d: usize) -> u64 {
    cells.rotate_right(STEPS[d])
}

/// What evaluations and candidates ask of a position.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    /// The tiles of each seat.
    pub(crate) stones: [u64; 2],
    /// For each direction the tiles with an arrow in it.
    pub(crate) arrows: [u64; 8],
    /// For each direction the tiles oriented in it.
    pub(crate) oriented: [u64; 8],
    /// The cells without a tile.
    pub(crate) free: u64,
    /// The cells where a tile may be placed.
    pub(crate) placeable: u64,
}

impl Board {
    pub(crate) fn new(game: &Game) -> Self {
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
pub(crate) fn supplied_eighths(game: &Game, seat: Seat) -> u8 {
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
