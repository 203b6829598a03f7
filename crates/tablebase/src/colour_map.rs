//! Maps from the colour bits of one set of points to those of another.
//!
//! For fixed occupied points, a turn permutes the colour bits and flips some of them, regardless of
//! the colours. Such a map is affine over bits, so four tables of 16 entries represent it.

use flipside_rules::hexflip::{Point, transform_point};
use flipside_rules::set_bits;

use crate::sets::{SETS, rank};

/// How one turn maps the positions on one set of points.
#[derive(Clone)]
pub(crate) struct ColourMap {
    /// The index of the set after the turn, among the sets of its size.
    pub target: u32,
    /// The colour bit of the piece that jumps; 0 for placings.
    pub jumper: u32,
    nibbles: [[u16; 16]; 4],
}

impl ColourMap {
    /// Creates the map from `occupied` to the set `after`. The piece on point `p` moves to
    /// `moved(p)`, then the points `flips` of `after` are flipped, then the set is transformed to
    /// its representative.
    fn new(occupied: u32, after: u32, moved: impl Fn(u8) -> u8, flips: u32) -> Self {
        let (number, symmetry) = SETS.class(after);
        let target = SETS.of_size(after.count_ones() as usize)[number].mask;
        let image = |point: u8| {
            let point = Point::new(point).map_or(0, |p| transform_point(symmetry, p).index());
            1_u16 << rank(target, point)
        };
        let mut nibbles = [[0; 16]; 4];
        for (i, point) in set_bits(occupied.into()).enumerate() {
            let bit = image(moved(point));
            let table = &mut nibbles[i / 4];
            for (colours, entry) in table.iter_mut().enumerate() {
                if colours >> (i % 4) & 1 == 1 {
                    *entry |= bit;
                }
            }
        }
        let flips = set_bits(flips.into()).fold(0, |all, point| all ^ image(point));
        for entry in &mut nibbles[0] {
            *entry ^= flips;
        }
        Self {
            target: number as u32,
            jumper: 0,
            nibbles,
        }
    }

    /// Creates the map of a symmetry that maps `occupied` to itself.
    pub fn stabilising(occupied: u32, symmetry: u8) -> Self {
        let moved =
            |p| Point::new(p).map_or(0, |p| transform_point(symmetry.into(), p).index() as u8);
        Self::new(occupied, occupied, moved, 0)
    }

    /// Creates the map of placing a piece on the empty point `point`, without ending the turn.
    pub fn placing(occupied: u32, point: u8) -> Self {
        Self::new(occupied, occupied | 1 << point, |p| p, 1 << point)
    }

    /// Creates the map of a jump from `from` to `to` over the points of `run`. The result is the
    /// view of the other player.
    ///
    /// With the jumper's bit *clear*, the same map gives the position *before* a jump of the
    /// opponent from `to` to `from`, again as the other player's view, because flips are their own
    /// inverse.
    pub fn jump(occupied: u32, from: u8, to: u8, run: u32) -> Self {
        let after = occupied ^ (1 << from | 1 << to);
        // Changing sides flips every piece, so the pieces of the run keep their bits.
        let flips = after & !run;
        let map = Self::new(occupied, after, |p| if p == from { to } else { p }, flips);
        Self {
            jumper: rank(occupied, from.into()),
            ..map
        }
    }

    /// Returns the image of colour bits.
    #[inline(always)]
    pub fn apply(&self, colours: usize) -> usize {
        let at = |i: usize| self.nibbles[i][colours >> (4 * i) & 15];
        (at(0) ^ at(1) ^ at(2) ^ at(3)).into()
    }

    /// Returns the image of the low eight colour bits.
    #[inline(always)]
    pub fn low(&self, colours: u8) -> u16 {
        self.nibbles[0][usize::from(colours & 15)] ^ self.nibbles[1][usize::from(colours >> 4)]
    }

    /// Returns the image of the high eight colour bits, to be combined with [`low`](Self::low) by
    /// exclusive or.
    #[inline(always)]
    pub fn high(&self, colours: u8) -> u16 {
        self.nibbles[2][usize::from(colours & 15)] ^ self.nibbles[3][usize::from(colours >> 4)]
    }
}
