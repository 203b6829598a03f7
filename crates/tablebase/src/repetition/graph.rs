//! The graph of keeping turns of a layer and its opposite.

use rayon::prelude::*;

use super::Fate;
use super::drawn::Drawn;
use super::settle::Settled;
use super::stalled::stalled;
use crate::loaded::LoadedTable;
use crate::view::View;

/// The drawn classes of a layer and its opposite as nodes, and the turns that keep the draw as
/// edges.
pub(super) struct Graph<'a> {
    pub table: &'a LoadedTable,
    /// The layer, and its opposite if different. Node numbers of the opposite follow those of the
    /// layer.
    layers: Vec<Drawn>,
    /// The best fate after a placing turn: [`Fate::Loses`] if no placing turn keeps the draw, or
    /// all that do lead to positions that the opponent wins.
    pub placing: Vec<Fate>,
    /// Where the jumps of each node begin in `targets`, and the end.
    starts: Vec<u32>,
    targets: Vec<u32>,
}

/// The turns of consecutive nodes.
#[derive(Default)]
struct Chunk {
    placing: Vec<Fate>,
    counts: Vec<u32>,
    targets: Vec<u32>,
}

const CHUNK: usize = 4096;

impl<'a> Graph<'a> {
    /// Builds the graph. `settled` must contain all layers with fewer pieces in hand.
    pub fn new(table: &'a LoadedTable, layers: Vec<Drawn>, settled: &Settled) -> Self {
        let mut graph = Self {
            table,
            layers,
            placing: Vec::new(),
            starts: vec![0],
            targets: Vec::new(),
        };
        let nodes = graph.len();
        let chunks: Vec<Chunk> = (0..nodes.div_ceil(CHUNK))
            .into_par_iter()
            .map(|chunk| {
                let mut turns = Chunk::default();
                for node in chunk * CHUNK..nodes.min((chunk + 1) * CHUNK) {
                    graph.add_turns(node, settled, &mut turns);
                }
                turns
            })
            .collect();
        let mut end = 0;
        for chunk in chunks {
            graph.placing.extend(chunk.placing);
            graph.targets.extend(chunk.targets);
            graph.starts.extend(chunk.counts.iter().map(|count| {
                end += count;
                end
            }));
        }
        graph
    }

    fn add_turns(&self, node: usize, settled: &Settled, turns: &mut Chunk) {
        let view = self.view(node);
        let best = view
            .placings(self.table.variant())
            .iter()
            .filter_map(|after| settled.fate(after))
            .map(Fate::before_turn)
            .max();
        turns.placing.push(best.unwrap_or(Fate::Loses));
        let begin = turns.targets.len();
        let jumps = view.jumps().filter_map(|after| self.node(&after));
        turns.targets.extend(jumps.map(|node| node as u32));
        // Jumps to symmetric positions are one edge.
        turns.targets[begin..].sort_unstable();
        let mut kept = begin;
        for i in begin..turns.targets.len() {
            if i == begin || turns.targets[i] != turns.targets[kept - 1] {
                turns.targets[kept] = turns.targets[i];
                kept += 1;
            }
        }
        turns.targets.truncate(kept);
        turns.counts.push((kept - begin) as u32);
    }

    pub fn len(&self) -> usize {
        self.layers.iter().map(Drawn::len).sum()
    }

    /// Returns a position of the class.
    pub fn view(&self, node: usize) -> View {
        let first = self.layers[0].len();
        let (drawn, number) = match node < first {
            true => (&self.layers[0], node),
            false => (&self.layers[1], node - first),
        };
        let entry = drawn.entry(number);
        View::of_entry(self.table.variant(), drawn.layer, entry)
    }

    /// Returns the node of a view of these layers; `None` if it is not drawn.
    pub fn node(&self, view: &View) -> Option<usize> {
        let number = |drawn: &Drawn| drawn.number(view.class_entry());
        match view.layer == self.layers[0].layer {
            true => number(&self.layers[0]),
            false => Some(self.layers[0].len() + number(self.layers.get(1)?)?),
        }
    }

    /// Returns the nodes that the keeping jumps lead to.
    pub fn jumps(&self, node: usize) -> &[u32] {
        &self.targets[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// Returns which nodes a stalled position has a jump to.
    pub fn after_stalled(&self) -> Vec<bool> {
        let mut after = vec![false; self.len()];
        for drawn in &self.layers {
            for view in stalled(self.table, drawn.layer) {
                for node in view.jumps().filter_map(|view| self.node(&view)) {
                    after[node] = true;
                }
            }
        }
        after
    }

    /// Splits the fates of the nodes by layer.
    pub fn split(self, fates: &[Fate]) -> Vec<(Drawn, Vec<Fate>)> {
        let mut begin = 0;
        let split = self.layers.into_iter().map(|drawn| {
            let end = begin + drawn.len();
            let part = fates[begin..end].to_vec();
            begin = end;
            (drawn, part)
        });
        split.collect()
    }
}
