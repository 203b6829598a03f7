//! Solves layer after layer, in memory.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::finished;
use crate::geometry::Geometry;
use crate::jumping;
use crate::layer::{Layer, LayerCounts};
use crate::placing::best_placings;
use crate::variant::Variant;

/// The most pieces that a turn can place under any rule set.
const MOST_PLACED: usize = 3;

/// Solves the layers of a rule set one pair after the other, keeping those that the next ones need.
pub(crate) struct Solver {
    variant: Variant,
    /// By pieces on the board.
    geometry: Vec<Geometry>,
    /// Codes of the solved layers that are still needed.
    solved: BTreeMap<Layer, Vec<u16>>,
    /// The pairs of layers that are still to be solved, each by one of its layers, last one first.
    waiting: Vec<Layer>,
}

impl Solver {
    /// A solver that has solved nothing yet.
    pub fn new(variant: Variant) -> Self {
        let mut waiting = Layer::all(&variant);
        waiting.retain(|layer| layer.hand <= layer.other);
        waiting.reverse();
        Self {
            variant,
            geometry: (0..=2 * variant.hand()).map(Geometry::new).collect(),
            solved: BTreeMap::new(),
            waiting,
        }
    }

    /// Smallest codes after the placing turns of a layer, with marks for finished positions.
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
            .for_each(|(after, turns)| finished::mark(turns, hand, owner_loses, after));
        after
    }

    /// Takes over the first layers in the order of [`Layer::all`], which were solved before; `codes`
    /// gives those of a layer that is still needed.
    pub(crate) fn take_over<E>(
        &mut self,
        layers: &[Layer],
        mut codes: impl FnMut(usize) -> Result<Vec<u16>, E>,
    ) -> Result<(), E> {
        self.waiting.retain(|waiting| !layers.contains(waiting));
        for (number, &layer) in layers.iter().enumerate() {
            if self.is_needed(layer) {
                self.solved.insert(layer, codes(number)?);
            }
        }
        Ok(())
    }

    /// Solves the next pair of layers; gives its layers, of which there is one if it is its own
    /// opposite, and none if all are solved or `stop` says so.
    pub(crate) fn advance(&mut self, stop: &(dyn Fn() -> bool + Sync)) -> Option<Vec<Layer>> {
        let layer = *self.waiting.last()?;
        let opposite = layer.opposite();
        let geometry = &self.geometry[layer.pieces(&self.variant)];
        let first = self.after_placing(layer);
        let second = (opposite != layer).then(|| self.after_placing(opposite));
        let after_placing = [&*first, second.as_ref().unwrap_or(&first)];
        let [codes, codes_of_opposite] = jumping::solve(geometry, after_placing, stop)?;
        self.waiting.pop();
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

    /// Whether a turn from a waiting layer can lead to this one.
    fn is_needed(&self, layer: Layer) -> bool {
        let next = self.waiting.last();
        next.is_some_and(|next| layer.in_hand() + MOST_PLACED >= next.in_hand())
    }

    /// The codes of a layer among those solved last.
    pub(crate) fn codes(&self, layer: Layer) -> &[u16] {
        &self.solved[&layer]
    }

    /// Entries of a layer.
    pub(crate) fn entries(&self, layer: Layer) -> usize {
        self.geometry[layer.pieces(&self.variant)].entries()
    }

    /// Counts the positions of a layer among those solved last.
    pub(crate) fn counts(&self, layer: Layer) -> LayerCounts {
        let geometry = &self.geometry[layer.pieces(&self.variant)];
        LayerCounts::of(geometry, self.codes(layer))
    }
}
