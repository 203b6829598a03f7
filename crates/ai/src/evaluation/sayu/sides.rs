//! The sides of tiles at free cells.

use super::board::back;

/// Counts of the sides of a set of tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sides {
    /// The number of tiles with an open side.
    pub(crate) exposed: i32,
    /// The number of open sides: free neighbouring cells without an arrow to them.
    pub(crate) open: i32,
    /// The number of arrows to free cells.
    pub(crate) guards: i32,
}

impl Sides {
    /// The sides of `tiles`; `arrows` has the cells with an arrow, by direction.
    pub(crate) fn new(tiles: u64, arrows: &[u64; 8], free: u64) -> Self {
        let (mut exposed, mut open, mut guards) = (0, 0, 0);
        for (d, arrows) in arrows.iter().enumerate() {
            let at_free = tiles & back(free, d);
            let unguarded = at_free & !arrows;
            exposed |= unguarded;
            open += unguarded.count_ones();
            guards += (at_free & arrows).count_ones();
        }
        Self {
            exposed: exposed.count_ones() as i32,
            open: open as i32,
            guards: guards as i32,
        }
    }

    /// The sides of a single tile with `free` free neighbouring cells and arrows to `guards` of them.
    pub(crate) const fn of_tile(free: i32, guards: i32) -> Self {
        let open = free - guards;
        Self {
            exposed: (open > 0) as i32,
            open,
            guards,
        }
    }
}
