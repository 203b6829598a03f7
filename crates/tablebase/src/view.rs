//! Positions relative to the player to move, without seats.

use flipside_rules::Seat;
use flipside_rules::hexflip::{BOARD, Position, PositionError, transform_mask};

use crate::geometry::all_jumps;
use crate::layer::Layer;
use crate::sets::{SETS, colours, own_points};
use crate::variant::{Placing, Variant};

/// A position relative to the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// Points with the colour of the player to move.
    pub own: u32,
    /// Points with the colour of the other player.
    pub other: u32,
    /// The hands.
    pub layer: Layer,
}

impl View {
    /// Returns the view of the player to move.
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

    /// Returns the view of an entry of a layer.
    pub(crate) fn of_entry(variant: &Variant, layer: Layer, entry: usize) -> Self {
        let pieces = layer.pieces(variant);
        let occupied = SETS.of_size(pieces)[entry >> pieces].mask;
        let own = own_points(occupied, entry & ((1 << pieces) - 1));
        let other = occupied & !own;
        Self { own, other, layer }
    }

    /// Returns a position with this view. First moves, unless the only full hand is that of the
    /// player to move, which is then Second's.
    ///
    /// # Errors
    /// If the view is invalid under the rule set.
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

    /// Returns the index of the entry in its layer. Symmetric positions may have different entries
    /// with the same value.
    pub(crate) fn entry(&self) -> usize {
        let occupied = self.own | self.other;
        let pieces = occupied.count_ones() as usize;
        let (set, symmetry) = SETS.class(occupied);
        let own = transform_mask(symmetry, self.own);
        set << pieces | colours(SETS.of_size(pieces)[set].mask, own)
    }

    /// Returns the entry that represents the symmetry class of the position: the smallest of its
    /// entries.
    pub(crate) fn class_entry(&self) -> usize {
        let occupied = self.own | self.other;
        let pieces = occupied.count_ones() as usize;
        let (number, symmetry) = SETS.class(occupied);
        let set = &SETS.of_size(pieces)[number];
        let own = transform_mask(symmetry, self.own);
        let images = set
            .stabiliser
            .iter()
            .map(|&s| colours(set.mask, transform_mask(s.into(), own)));
        let smallest = images.fold(colours(set.mask, own), usize::min);
        number << pieces | smallest
    }

    /// Packs the view into an integer.
    pub(crate) const fn key(&self) -> u64 {
        self.own as u64
            | (self.other as u64) << 19
            | (self.layer.hand as u64) << 38
            | (self.layer.other as u64) << 42
    }

    /// Returns the same board and hands with the other player to move.
    pub(crate) const fn with_other_mover(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
            layer: self.layer.opposite(),
        }
    }

    /// Returns the other player's views after each jump of the player to move.
    pub(crate) fn jumps(&self) -> impl Iterator<Item = Self> + '_ {
        let occupied = self.own | self.other;
        all_jumps()
            .iter()
            .filter(move |jump| {
                self.own >> jump.from & 1 == 1
                    && jump.run & !occupied == 0
                    && occupied >> jump.to & 1 == 0
            })
            .map(|jump| Self {
                own: self.other ^ jump.run,
                other: self.own ^ jump.run ^ (1 << jump.from | 1 << jump.to),
                layer: self.layer.opposite(),
            })
    }

    /// Returns the other player's views after each placing turn of the player to move.
    pub(crate) fn placings(&self, variant: &Variant) -> Vec<Self> {
        let (hand, other) = (self.layer.hand.into(), self.layer.other.into());
        let (min, max) = match variant.placing(hand, other) {
            Placing::Exactly(pieces) => (pieces, pieces),
            Placing::UpTo(pieces) => (1, pieces),
        };
        let mut views = Vec::new();
        if max > 0 {
            self.place(min, max, (0, BOARD & !(self.own | self.other)), &mut views);
        }
        views
    }

    /// Adds the views after placing `min` to `max` pieces: those on `placed`, and more on points
    /// of `empty`.
    fn place(&self, min: usize, max: usize, (placed, empty): (u32, u32), views: &mut Vec<Self>) {
        let pieces = placed.count_ones() as usize;
        if pieces > 0 && pieces >= min {
            views.push(Self {
                own: self.other,
                other: self.own | placed,
                layer: Layer {
                    hand: self.layer.other,
                    other: self.layer.hand - pieces as u8,
                },
            });
        }
        if pieces == max {
            return;
        }
        let mut left = empty;
        while left != 0 {
            let point = left & left.wrapping_neg();
            left ^= point;
            self.place(min, max, (placed | point, left), views);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::check::plain_rules::{PlainRules, Status};
    use flipside_rules::hexflip::{Rules, SYMMETRIES};
    use flipside_rules::{RuleSet, hash, no_attachments};

    /// Returns a random view with any hands.
    fn random_view(variant: &Variant, random: u64) -> View {
        let layers = Layer::all(variant);
        let layer = layers[(random % layers.len() as u64) as usize];
        let pieces = layer.pieces(variant);
        let entries = SETS.of_size(pieces).len() << pieces;
        View::of_entry(
            variant,
            layer,
            (hash::mix(random) % entries as u64) as usize,
        )
    }

    #[test]
    fn turns_are_those_of_the_plain_rules() {
        for rules in [
            "",
            "hand=3,place=3,second_place=2",
            "hand=5,place=1,first_place=3",
        ] {
            let variant = Variant::new(&Rules::parse(rules, &no_attachments).unwrap()).unwrap();
            let plain = PlainRules::new(variant.rules());
            let mut compared = 0;
            for i in 0..3_000 {
                let view = random_view(&variant, hash::mix(i));
                let Status::Turns(expected) = plain.status(&view) else {
                    continue;
                };
                let turns: Vec<View> = view.jumps().chain(view.placings(&variant)).collect();
                let key = |v: &View| (v.own, v.other, v.layer);
                let set: BTreeSet<_> = turns.iter().map(key).collect();
                assert_eq!(set.len(), turns.len());
                assert_eq!(set, expected.iter().map(key).collect());
                compared += 1;
            }
            assert!(compared > 1_000, "{compared}");
        }
    }

    #[test]
    fn symmetric_views_have_one_class_entry() {
        let variant = Variant::new(&Rules::default()).unwrap();
        for i in 0..3_000 {
            let view = random_view(&variant, hash::mix(i));
            for symmetry in 0..SYMMETRIES {
                let image = View {
                    own: transform_mask(symmetry, view.own),
                    other: transform_mask(symmetry, view.other),
                    ..view
                };
                assert_eq!(image.class_entry(), view.class_entry());
            }
        }
    }
}
