//! The board for the solver: all turns from every set of points, as colour maps.

use std::sync::LazyLock;

use flipside_rules::hexflip::{BOARD, Point, Turn, windows_filled};
use flipside_rules::set_bits;
use rayon::prelude::*;

use crate::colour_map::ColourMap;
use crate::sets::{MAX_PIECES, PointSet, SETS, colours};

/// The turns from the sets of one size.
pub(crate) struct Geometry {
    /// Pieces on the board.
    pub pieces: usize,
    /// By set.
    pub turns: Vec<SetTurns>,
}

/// The turns from one set.
pub(crate) struct SetTurns {
    /// One for each empty point; empty if all pieces are on the board.
    pub placings: Vec<ColourMap>,
    /// One for each jump, regardless of the piece's owner.
    pub jumps: Vec<ColourMap>,
    /// Colour bits of the pieces that can jump if the mover owns them.
    pub jumpers: usize,
    /// Symmetries that map the set to itself, except the identity.
    pub stabiliser: Vec<ColourMap>,
    /// The fully occupied windows, as colour bits.
    pub windows: Vec<usize>,
}

impl Geometry {
    /// Creates the geometry of the sets of `pieces` points.
    pub fn new(pieces: usize) -> Self {
        let turns = SETS.of_size(pieces).par_iter().map(SetTurns::new).collect();
        Self { pieces, turns }
    }

    /// Returns the number of entries of a layer: every colouring of every set.
    pub fn entries(&self) -> usize {
        self.turns.len() << self.pieces
    }
}

impl SetTurns {
    fn new(set: &PointSet) -> Self {
        let occupied = set.mask;
        let jumps: Vec<ColourMap> = LINES
            .jumps
            .iter()
            .filter(|jump| {
                let needed = jump.run | 1 << jump.from;
                occupied & needed == needed && occupied >> jump.to & 1 == 0
            })
            .map(|jump| ColourMap::jump(occupied, jump.from, jump.to, jump.run))
            .collect();
        let full = occupied.count_ones() as usize == MAX_PIECES;
        let empty = if full { 0 } else { BOARD & !occupied };
        Self {
            placings: set_bits(empty.into())
                .map(|point| ColourMap::placing(occupied, point))
                .collect(),
            jumpers: jumps.iter().fold(0, |all, jump| all | 1 << jump.jumper),
            jumps,
            stabiliser: set
                .stabiliser
                .iter()
                .map(|&symmetry| ColourMap::stabilising(occupied, symmetry))
                .collect(),
            windows: LINES
                .windows
                .iter()
                .filter(|&window| occupied & window == *window)
                .map(|&window| colours(occupied, window))
                .collect(),
        }
    }

    /// Returns whether this colouring has the smallest colour bits of its symmetry class.
    pub fn is_representative(&self, colours: usize) -> bool {
        self.stabiliser
            .iter()
            .all(|symmetry| symmetry.apply(colours) >= colours)
    }
}

/// A jump that fits on the board.
pub(crate) struct Jump {
    pub from: u8,
    pub to: u8,
    /// The points in between.
    pub run: u32,
}

/// Returns all jumps that fit on the board.
pub(crate) fn all_jumps() -> &'static [Jump] {
    &LINES.jumps
}

struct Lines {
    jumps: Vec<Jump>,
    windows: Vec<u32>,
}

static LINES: LazyLock<Lines> = LazyLock::new(|| {
    let jumps = Turn::all().filter_map(Turn::jumps).map(|(from, to)| Jump {
        from: from.index() as u8,
        to: to.index() as u8,
        run: between(from, to),
    });
    let windows = (0..=BOARD).filter(|m| m.count_ones() == 4 && windows_filled(*m) == 1);
    Lines {
        jumps: jumps.collect(),
        windows: windows.collect(),
    }
});

/// Returns the points strictly between two points of one line.
fn between(from: Point, to: Point) -> u32 {
    let step = |from: u8, to: u8| (i16::from(to) - i16::from(from)).signum() as i8;
    let ((mut row, mut number), end) = (from.coordinates(), to.coordinates());
    let (row_step, number_step) = (step(row, end.0), step(number, end.1));
    let mut points = 0;
    loop {
        row = row.wrapping_add_signed(row_step);
        number = number.wrapping_add_signed(number_step);
        match Point::at(row, number) {
            Some(point) if point != to => points |= point.mask(),
            _ => return points,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_has_its_jumps_and_windows() {
        assert_eq!(LINES.jumps.len(), 84);
        assert_eq!(LINES.windows.len(), 12);
        let lengths = |n| {
            LINES
                .jumps
                .iter()
                .filter(|j| j.run.count_ones() == n)
                .count()
        };
        assert_eq!([lengths(1), lengths(2), lengths(3)], [54, 24, 6]);
    }
}
