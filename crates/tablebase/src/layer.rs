//! Layers: all positions with the same hands.

use rayon::prelude::*;

use crate::code::{DRAW, Value};
use crate::geometry::Geometry;
use crate::variant::Variant;

/// A layer: the hands of the player to move and of the other player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Layer {
    /// Pieces in the hand of the player to move.
    pub hand: u8,
    /// Pieces in the hand of the other player.
    pub other: u8,
}

impl Layer {
    /// Creates the layer with these hands.
    pub(crate) const fn new(hand: usize, other: usize) -> Self {
        Self {
            hand: hand as u8,
            other: other as u8,
        }
    }

    /// Returns the layer that a jump leads to.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self {
            hand: self.other,
            other: self.hand,
        }
    }

    /// Returns the number of pieces in both hands.
    pub(crate) const fn in_hand(self) -> usize {
        self.hand as usize + self.other as usize
    }

    /// Returns the number of pieces on the board under a rule set.
    #[must_use]
    pub fn pieces(self, variant: &Variant) -> usize {
        2 * variant.hand() - self.in_hand()
    }

    /// Returns the layers in the order in which they are solved: every turn leads to an earlier
    /// layer, or (a jump) to the adjacent [`Layer::opposite`].
    pub(crate) fn all(variant: &Variant) -> Vec<Self> {
        let hand = variant.hand();
        let mut layers = Vec::new();
        for sum in 0..=2 * hand {
            for small in sum.saturating_sub(hand)..=sum / 2 {
                let layer = Self::new(small, sum - small);
                layers.push(layer);
                if layer != layer.opposite() {
                    layers.push(layer.opposite());
                }
            }
        }
        layers
    }
}

/// Counts of a layer's positions up to symmetry. A finished position counts as won or lost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LayerCounts {
    /// Positions.
    pub positions: u64,
    /// Positions won by the player to move.
    pub won: u64,
    /// Positions lost by the player to move.
    pub lost: u64,
    /// Drawn positions.
    pub drawn: u64,
    /// The longest win or loss in turns.
    pub longest: u16,
}

impl LayerCounts {
    /// Counts the codes of a layer.
    pub(crate) fn of(geometry: &Geometry, codes: &[u16]) -> Self {
        codes
            .par_chunks(1 << geometry.pieces)
            .enumerate()
            .map(|(set, codes)| Self::of_set(geometry, set, codes))
            .reduce(Self::default, Self::and)
    }

    fn of_set(geometry: &Geometry, set: usize, codes: &[u16]) -> Self {
        let turns = &geometry.turns[set];
        let mut counts = Self::default();
        for (colours, &code) in codes.iter().enumerate() {
            if turns.stabiliser.is_empty() || turns.is_representative(colours) {
                counts.positions += 1;
                counts.won += u64::from(code > DRAW);
                counts.lost += u64::from(code < DRAW);
            }
            counts.longest = counts
                .longest
                .max(Value::from_code(code).turns().unwrap_or(0));
        }
        counts.drawn = counts.positions - counts.won - counts.lost;
        counts
    }

    /// Returns the sum of both counts.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            positions: self.positions + other.positions,
            won: self.won + other.won,
            lost: self.lost + other.lost,
            drawn: self.drawn + other.drawn,
            longest: self.longest.max(other.longest),
        }
    }
}
