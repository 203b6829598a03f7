//! Positions as the table sees them: without seat names.

use flipside_rules::Seat;
use flipside_rules::hexflip::{Position, PositionError, transform_mask};

use crate::layer::Layer;
use crate::sets::{SETS, colours, own_points};
use crate::variant::Variant;

/// A position seen by the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// Points with the colour of the player to move.
    pub own: u32,
    /// Points with the other player's colour.
    pub other: u32,
    /// The hands.
    pub layer: Layer,
}

impl View {
    /// The view of the player to move.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let (mover, other) = (position.mover(), position.mover().other());
        Self {
            own: position.stones(mover),
            other: position.stones(other),
            layer: Layer {
                hand: position.hand(mover),
                other: position.hand(other),
            },
        }
    }

    /// The view of an entry of a layer.
    pub(crate) fn of_entry(variant: &Variant, layer: Layer, entry: usize) -> Self {
        let pieces = layer.pieces(variant);
        let occupied = SETS.of_size(pieces)[entry >> pieces].mask;
        let own = own_points(occupied, entry & ((1 << pieces) - 1));
        let other = occupied & !own;
        Self { own, other, layer }
    }

    /// A position with this view: First moves, unless the only full hand is that of the player to
    /// move, which is then Second's.
    ///
    /// # Errors
    /// If this is no view under the rule set.
    pub fn position(&self, variant: &Variant) -> Result<Position, PositionError> {
        let full = variant.rules().hand();
        let Layer { hand, other } = self.layer;
        let (stones, hands) = ([self.own, self.other], [hand, other]);
        if hand == full && other < full {
            let [own, other] = stones;
            Position::new(
                variant.rules(),
                [other, own],
                [hands[1], hands[0]],
                Seat::Second,
            )
        } else {
            Position::new(variant.rules(), stones, hands, Seat::First)
        }
    }

    /// The number of the entry in its layer; symmetric positions may have different entries, which
    /// then hold the same value.
    pub(crate) fn entry(&self) -> usize {
        let occupied = self.own | self.other;
        let pieces = occupied.count_ones() as usize;
        let (set, symmetry) = SETS.class(occupied);
        let own = transform_mask(symmetry, self.own);
        set << pieces | colours(SETS.of_size(pieces)[set].mask, own)
    }
}
