//! Sets of occupied points up to symmetry, and their indices.

use std::sync::LazyLock;

use flipside_rules::hexflip::{BOARD, POINTS, SYMMETRIES, transform_mask};
use flipside_rules::set_bits;

/// The maximum number of pieces on the board.
pub(crate) const MAX_PIECES: usize = 16;

/// A representative set of occupied points: the smallest mask among its images.
pub(crate) struct PointSet {
    /// The points.
    pub mask: u32,
    /// Symmetries other than the identity that map the set to itself.
    pub stabiliser: Vec<u8>,
}

/// All sets, by number of points and then by mask.
pub(crate) struct Sets {
    by_size: Vec<Vec<PointSet>>,
    /// For every mask, the index of its representative among those of its size, and a symmetry that
    /// maps the mask to it.
    class: Vec<(u16, u8)>,
}

/// The sets: a table of about 4 MB, built on first use.
pub(crate) static SETS: LazyLock<Sets> = LazyLock::new(Sets::new);

impl Sets {
    fn new() -> Self {
        let mut by_size: Vec<Vec<PointSet>> = (0..=POINTS).map(|_| Vec::new()).collect();
        let mut class = vec![(0, 0); 1 << POINTS];
        for mask in 0..=BOARD {
            let image = |s: &u8| transform_mask((*s).into(), mask);
            let symmetries = 0..SYMMETRIES as u8;
            let list = &mut by_size[mask.count_ones() as usize];
            // The identity comes first, so a representative maps to itself by the identity.
            let symmetry = symmetries.clone().min_by_key(image).unwrap_or(0);
            let smallest = image(&symmetry);
            if smallest == mask {
                class[mask as usize] = (list.len() as u16, 0);
                list.push(PointSet {
                    mask,
                    stabiliser: symmetries.skip(1).filter(|s| image(s) == mask).collect(),
                });
            } else {
                class[mask as usize] = (class[smallest as usize].0, symmetry);
            }
        }
        by_size.truncate(MAX_PIECES + 1);
        Self { by_size, class }
    }

    /// Returns the representatives with `pieces` points.
    pub fn of_size(&self, pieces: usize) -> &[PointSet] {
        &self.by_size[pieces]
    }

    /// Returns the index of the representative of a mask, and a symmetry that maps the mask to it.
    pub fn class(&self, mask: u32) -> (usize, usize) {
        let (number, symmetry) = self.class[mask as usize];
        (number.into(), symmetry.into())
    }
}

/// Returns the rank of a point among the points of `mask`.
pub(crate) const fn rank(mask: u32, point: usize) -> u32 {
    (mask & ((1 << point) - 1)).count_ones()
}

/// Returns the colour bits of a position: bit `i` is set if `own` contains the `i`th point of
/// `occupied`.
pub(crate) fn colours(occupied: u32, own: u32) -> usize {
    let mut bits = 0;
    for (i, point) in set_bits(occupied.into()).enumerate() {
        bits |= (own as usize >> point & 1) << i;
    }
    bits
}

/// Inverts [`colours`].
pub(crate) fn own_points(occupied: u32, colours: usize) -> u32 {
    set_bits(occupied.into())
        .enumerate()
        .filter(|(i, _)| colours >> i & 1 == 1)
        .fold(0, |own, (_, point)| own | 1 << point)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn representatives_cover_all_sets() {
        for pieces in 0..=MAX_PIECES {
            let sets = SETS.of_size(pieces);
            let all: usize = sets
                .iter()
                .map(|set| SYMMETRIES / (set.stabiliser.len() + 1))
                .sum();
            let binomial = (0..pieces).fold(1, |b, i| b * (POINTS - i) / (i + 1));
            assert_eq!(all, binomial);
            assert!(sets.is_sorted_by_key(|set| set.mask));
        }
        for mask in (0..=BOARD).filter(|m| m.count_ones() as usize <= MAX_PIECES) {
            let (number, symmetry) = SETS.class(mask);
            let set = &SETS.of_size(mask.count_ones() as usize)[number];
            assert_eq!(transform_mask(symmetry, mask), set.mask);
        }
    }

    #[test]
    fn colours_round_trip() {
        let occupied = 0b101_1000_0011_0001_u32;
        for bits in 0..1 << occupied.count_ones() {
            assert_eq!(colours(occupied, own_points(occupied, bits)), bits);
        }
    }
}
