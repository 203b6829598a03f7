//! Solves the layers one after the other, in memory.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::code::{FINISHED_LOST, FINISHED_WON};
use crate::geometry::{Geometry, SetTurns};
use crate::jumping;
use crate::layer::{Layer, LayerCounts};
use crate::placing::best_placings;
use crate::variant::Variant;

/// The maximum number of pieces that a turn can place under any rule set.
const MAX_PLACED: usize = 3;

/// Solves the layers of a rule set pair by pair, and keeps the layers that later pairs need.
pub(crate) struct Solver {
    variant: Variant,
    /// By number of pieces on the board.
    geometry: Vec<Geometry>,
    /// Codes of the solved layers that are still needed.
    solved: BTreeMap<Layer, Vec<u16>>,
    /// One layer of each unsolved pair, in reverse order.
    pending: Vec<Layer>,
}

impl Solver {
    /// Creates a solver.
    pub fn new(variant: Variant) -> Self {
        let mut pending = Layer::all(&variant);
        pending.retain(|layer| layer.hand <= layer.other);
        pending.reverse();
        Self {
            variant,
            geometry: (0..=2 * variant.hand()).map(Geometry::new).collect(),
            solved: BTreeMap::new(),
            pending,
        }
    }

    /// Returns the smallest codes after the placing turns of a layer, with marks for finished
    /// positions.
    fn after_placing(&self, layer: Layer) -> Vec<u16> {
        let (hand, other) = (usize::from(layer.hand), usize::from(layer.other));
        let pieces = layer.pieces(&self.variant);
        let mut after = best_placings(
            pieces,
            hand,
            self.variant.placing(hand, other),
            &|pieces| &self.geometry[pieces],
            &|left| &self.solved[&Layer::new(other, left)],
        );
        let owner_loses = self.variant.owner_loses_overline();
        after
            .par_chunks_mut(1 << pieces)
            .zip(&self.geometry[pieces].turns)
            .for_each(|(after, turns)| mark_finished(turns, hand, owner_loses, after));
        after
    }

    /// Resumes after the first layers in the order of [`Layer::all`], which were solved earlier;
    /// `codes` returns the codes of a layer that is still needed.
    pub(crate) fn resume<E>(
        &mut self,
        layers: &[Layer],
        mut codes: impl FnMut(usize) -> Result<Vec<u16>, E>,
    ) -> Result<(), E> {
        self.pending.retain(|pending| !layers.contains(pending));
        for (number, &layer) in layers.iter().enumerate() {
            if self.is_needed(layer) {
                self.solved.insert(layer, codes(number)?);
            }
        }
        Ok(())
    }

    /// Solves the next pair of layers and returns its layers (only one if it is its own opposite);
    /// `None` if all are solved or `stop` returns `true`.
    pub(crate) fn advance(&mut self, stop: &(dyn Fn() -> bool + Sync)) -> Option<Vec<Layer>> {
        let layer = *self.pending.last()?;
        let opposite = layer.opposite();
        let geometry = &self.geometry[layer.pieces(&self.variant)];
        let first = self.after_placing(layer);
        let second = (opposite != layer).then(|| self.after_placing(opposite));
        let after_placing = [&*first, second.as_ref().unwrap_or(&first)];
        let [codes, codes_of_opposite] = jumping::solve(geometry, after_placing, stop)?;
        self.pending.pop();
        let mut solved = core::mem::take(&mut self.solved);
        solved.retain(|layer, _| self.is_needed(*layer));
        self.solved = solved;
        self.solved.insert(layer, codes);
        let mut layers = vec![layer];
        if opposite != layer {
            self.solved.insert(opposite, codes_of_opposite);
            layers.push(opposite);
        }
        Some(layers)
    }

    /// Returns whether a turn from an unsolved layer can lead to this one.
    fn is_needed(&self, layer: Layer) -> bool {
        let next = self.pending.last();
        next.is_some_and(|next| layer.in_hand() + MAX_PLACED >= next.in_hand())
    }

    /// Returns the codes of a layer of the last pair.
    pub(crate) fn codes(&self, layer: Layer) -> &[u16] {
        &self.solved[&layer]
    }

    /// Returns the number of entries of a layer.
    pub(crate) fn entries(&self, layer: Layer) -> usize {
        self.geometry[layer.pieces(&self.variant)].entries()
    }

    /// Counts the positions of a layer of the last pair.
    pub(crate) fn counts(&self, layer: Layer) -> LayerCounts {
        let geometry = &self.geometry[layer.pieces(&self.variant)];
        LayerCounts::of(geometry, self.codes(layer))
    }
}

/// Marks the finished positions of one set (rules 1 to 4) in `after`, the smallest codes after a
/// placing turn, indexed by colour bits.
///
/// `hand` is the hand of the player to move, who can have no legal turn only if it is empty.
fn mark_finished(turns: &SetTurns, hand: usize, owner_loses_overline: bool, after: &mut [u16]) {
    if turns.windows.is_empty() && hand > 0 {
        return;
    }
    for (own, after) in after.iter_mut().enumerate() {
        let (mut lines, mut lines_of_other) = (0, 0);
        for &window in &turns.windows {
            lines += u8::from(own & window == window);
            lines_of_other += u8::from(own & window == 0);
        }
        if lines_of_other >= 2 {
            *after = FINISHED_WON;
        } else if lines >= 2 && owner_loses_overline || hand == 0 && own & turns.jumpers == 0 {
            *after = FINISHED_LOST;
        } else if lines >= 1 {
            *after = FINISHED_WON;
        }
    }
}
