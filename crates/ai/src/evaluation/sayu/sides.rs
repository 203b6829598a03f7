//! Where tiles meet free cells.

use super::board::back;

/// What the sides of some tiles look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sides {
    /// Tiles with an open side.
    pub(crate) exposed: i32,
    /// Open sides: those without an arrow towards a free cell.
    pub(crate) open: i32,
    /// Sides with an arrow towards a free cell.
    pub(crate) guards: i32,
}

impl Sides {
    /// The sides of `tiles`, where for each direction the cells of `arrows` have an arrow in it.
    pub(crate) fn new(tiles: u64, arrows: &[u64; 8], free: u64) -> Self {
        let (mut exposed, mut open, mut guards) = (0, 0, 0);
        for (d, arrows) in arrows.iter().enumerate() {
            let at_free = tiles & back(free, d);
            let bare = at_free & !arrows;
            exposed |= bare;
            open += bare.count_ones();
            guards += (at_free & arrows).count_ones();
        }
        Self {
            exposed: exposed.count_ones() as i32,
            open: open as i32,
            guards: guards as i32,
        }
    }

    /// The sides of a single tile that has so many free cells next to it and arrows to some of
    /// them.
    pub(crate) const fn of_tile(free: i32, guards: i32) -> Self {
        let open = free - guards;
        Self {
            exposed: (open > 0) as i32,
            open,
            guards,
        }
    }
}
