//! Settles all drawn positions, starting with empty hands.

use std::collections::BTreeMap;

use flipside_rules::hash;
use rayon::prelude::*;

use super::Fate;
use super::components::{NONE, components};
use super::drawn::Drawn;
use super::forcing::{Forcing, Limits};
use super::graph::Graph;
use crate::layer::Layer;
use crate::loaded::LoadedTable;
use crate::variant::Variant;
use crate::view::View;

/// The proven winners of a table's drawn positions.
pub struct Settled {
    variant: Variant,
    layers: BTreeMap<Layer, (Drawn, Vec<Fate>)>,
    sample: Sample,
}

/// Limits of the work, and the sample.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The maximum size of a solved component, in symmetry classes.
    pub largest: usize,
    /// The maximum number of positions with history searched per position of a component.
    pub states: u32,
    /// Of the positions that stay open, one in this many is searched separately.
    pub one_in: u64,
    /// The limits of these searches.
    pub limits: Limits,
    /// The seed of the sample.
    pub seed: u64,
}

/// Counts of a layer's drawn positions up to symmetry.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LayerFates {
    /// Drawn positions.
    pub drawn: u64,
    /// Positions proven to be won by the player to move.
    pub wins: u64,
    /// Positions proven to be lost by the player to move.
    pub loses: u64,
    /// Positions in closed components, solved by exhaustive search.
    pub in_closed_parts: u64,
}

/// Results of a sample of open positions, each searched separately.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sample {
    /// Positions searched.
    pub positions: u64,
    /// Positions proven to be won by the player to move.
    pub wins: u64,
    /// Positions proven to be lost by the player to move.
    pub loses: u64,
}

impl Settled {
    /// Returns the fate of a view; `None` if it is not drawn in the table.
    #[must_use]
    pub fn fate(&self, view: &View) -> Option<Fate> {
        let (drawn, fates) = self.layers.get(&view.layer)?;
        Some(fates[drawn.number(view.class_entry())?])
    }

    /// Returns the drawn positions up to symmetry, with their fates.
    pub fn positions(&self) -> impl Iterator<Item = (View, Fate)> + '_ {
        self.layers.values().flat_map(move |(drawn, fates)| {
            let view = |number| View::of_entry(&self.variant, drawn.layer, drawn.entry(number));
            let numbered = fates.iter().copied().enumerate();
            numbered.map(move |(number, fate)| (view(number), fate))
        })
    }

    /// Returns the results of the sample.
    #[must_use]
    pub const fn sample(&self) -> Sample {
        self.sample
    }
}

/// Settles as many drawn positions as possible. Calls `report` for each layer, with the size of its
/// largest open component.
#[must_use]
pub fn settle(
    table: &LoadedTable,
    effort: &Effort,
    mut report: impl FnMut(Layer, LayerFates, usize),
) -> Settled {
    let mut settled = Settled {
        variant: *table.variant(),
        layers: BTreeMap::new(),
        sample: Sample::default(),
    };
    for pair in pairs(table) {
        let layers: Vec<Drawn> = pair.iter().map(|&l| Drawn::new(table, l)).collect();
        let graph = Graph::new(table, layers, &settled);
        let mut work = Work::new(&graph);
        let open_component = work.run(effort.largest, effort.states);
        settled.sample = settled.sample.and(work.sample(effort));
        let (fates, solved) = (work.fates, work.solved);
        let mut begin = 0;
        for (drawn, fates) in graph.split(&fates) {
            let count = |fate| fates.iter().filter(|&&f| f == fate).count() as u64;
            let solved = &solved[begin..begin + drawn.len()];
            begin += drawn.len();
            let counts = LayerFates {
                drawn: drawn.len() as u64,
                wins: count(Fate::Wins),
                loses: count(Fate::Loses),
                in_closed_parts: solved.iter().filter(|&&s| s).count() as u64,
            };
            report(drawn.layer, counts, open_component);
            settled.layers.insert(drawn.layer, (drawn, fates));
        }
    }
    settled
}

impl LayerFates {
    /// Returns the sum of both counts.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            drawn: self.drawn + other.drawn,
            wins: self.wins + other.wins,
            loses: self.loses + other.loses,
            in_closed_parts: self.in_closed_parts + other.in_closed_parts,
        }
    }
}

impl Sample {
    const fn and(self, other: Self) -> Self {
        Self {
            positions: self.positions + other.positions,
            wins: self.wins + other.wins,
            loses: self.loses + other.loses,
        }
    }
}

/// Returns the layers paired with their opposites. Every turn leads to the same pair or an earlier
/// one.
fn pairs(table: &LoadedTable) -> Vec<Vec<Layer>> {
    let mut pairs: Vec<Vec<Layer>> = Vec::new();
    for layer in Layer::all(table.variant()) {
        match pairs.last_mut() {
            Some(pair) if pair[0] == layer.opposite() => pair.push(layer),
            _ => pairs.push(vec![layer]),
        }
    }
    pairs
}

/// The work on one layer and its opposite.
struct Work<'a> {
    graph: &'a Graph<'a>,
    fates: Vec<Fate>,
    /// Which nodes belong to a solved closed component.
    solved: Vec<bool>,
    /// The predecessors of each node by keeping jumps.
    predecessors: Predecessors,
    /// The number of keeping jumps of each node that do not lead to positions won by the opponent.
    remaining: Vec<u32>,
    /// Nodes that follow a stalled position: after two occurrences of them, the last turn of a win
    /// may be forbidden.
    after_stalled: Vec<bool>,
}

impl<'a> Work<'a> {
    fn new(graph: &'a Graph<'a>) -> Self {
        let nodes = graph.len();
        Self {
            graph,
            fates: vec![Fate::Open; nodes],
            solved: vec![false; nodes],
            predecessors: Predecessors::new(graph),
            remaining: (0..nodes).map(|n| graph.jumps(n).len() as u32).collect(),
            after_stalled: graph.after_stalled(),
        }
    }

    /// Settles as many nodes as possible; returns the size of the largest component that stays
    /// open.
    fn run(&mut self, largest: usize, states: u32) -> usize {
        let immediate: Vec<(usize, Fate)> = (0..self.graph.len())
            .filter_map(|node| match self.graph.placing[node] {
                Fate::Wins => Some((node, Fate::Wins)),
                Fate::Loses if self.remaining[node] == 0 => Some((node, Fate::Loses)),
                _ => None,
            })
            .collect();
        self.propagate(immediate);
        loop {
            let fates = &self.fates;
            let (component, members) = components(
                fates.len(),
                |node| fates[node] != Fate::Open,
                |node| self.graph.jumps(node),
            );
            let closed: Vec<&[u32]> = members
                .iter()
                .filter(|nodes| nodes.len() <= largest && self.is_closed(&component, nodes))
                .map(Vec::as_slice)
                .collect();
            let found: Vec<(usize, Fate)> = closed
                .par_iter()
                .flat_map_iter(|nodes| self.solve(&component, nodes, states))
                .collect();
            if found.is_empty() {
                return members.iter().map(Vec::len).max().unwrap_or(0);
            }
            for &(node, _) in &found {
                self.solved[node] = true;
            }
            self.propagate(found);
        }
    }

    /// Returns whether all turns out of a component lead to settled positions, and no node of it
    /// follows a stalled position.
    fn is_closed(&self, component: &[u32], nodes: &[u32]) -> bool {
        nodes.iter().all(|&node| {
            let node = node as usize;
            let stays = |&after: &u32| [NONE, component[node]].contains(&component[after as usize]);
            !self.after_stalled[node]
                && self.graph.placing[node] != Fate::Open
                && self.graph.jumps(node).iter().all(stays)
        })
    }

    /// Returns the fates of all nodes of a closed component; empty if the limit does not suffice
    /// for one of them, because a component counts as left for good only if it is settled as a
    /// whole.
    fn solve(&self, component: &[u32], nodes: &[u32], states: u32) -> Vec<(usize, Fate)> {
        let number = component[nodes[0] as usize];
        let inside = |node: usize| component[node] == number;
        let mut forcing = Forcing::new(self.graph, &self.fates, &inside);
        let limits = Limits {
            states,
            turns: u32::MAX,
        };
        let mut found = Vec::new();
        for &node in nodes {
            let fate = forcing.fate(&self.graph.view(node as usize), limits);
            if fate == Fate::Open {
                return Vec::new();
            }
            found.push((node as usize, fate));
        }
        found
    }

    /// Searches a sample of the open positions separately. The results do not settle other nodes: a
    /// position in an open component may occur again.
    fn sample(&self, effort: &Effort) -> Sample {
        let drawn = |node: &usize| {
            let place = self.graph.view(*node).key();
            let random = hash::mix(effort.seed ^ hash::mix(place));
            self.fates[*node] == Fate::Open && random.is_multiple_of(effort.one_in)
        };
        let inside = |node: usize| !self.after_stalled[node];
        let search = |node: usize| {
            let mut forcing = Forcing::new(self.graph, &self.fates, &inside);
            let fate = match inside(node) {
                true => forcing.iterative_deepening(&self.graph.view(node), effort.limits),
                false => Fate::Open,
            };
            Sample {
                positions: 1,
                wins: (fate == Fate::Wins).into(),
                loses: (fate == Fate::Loses).into(),
            }
        };
        (0..self.graph.len())
            .into_par_iter()
            .filter(drawn)
            .map(search)
            .reduce(Sample::default, Sample::and)
    }

    /// Records fates and propagates them to the predecessors.
    fn propagate(&mut self, found: Vec<(usize, Fate)>) {
        // All at once first: fates found together do not decide each other.
        for &(node, fate) in &found {
            self.fates[node] = fate;
        }
        let mut queue = found;
        while let Some((node, fate)) = queue.pop() {
            for i in self.predecessors.range(node) {
                let before = self.predecessors.nodes[i] as usize;
                if fate == Fate::Wins {
                    self.remaining[before] -= 1;
                }
                if self.fates[before] != Fate::Open {
                    continue;
                }
                let follows = match fate {
                    Fate::Loses => Fate::Wins,
                    _ if self.remaining[before] == 0
                        && self.graph.placing[before] == Fate::Loses =>
                    {
                        Fate::Loses
                    }
                    _ => continue,
                };
                self.fates[before] = follows;
                queue.push((before, follows));
            }
        }
    }
}

/// The keeping jumps, reversed.
struct Predecessors {
    starts: Vec<u32>,
    nodes: Vec<u32>,
}

impl Predecessors {
    fn new(graph: &Graph<'_>) -> Self {
        let count = graph.len();
        let mut starts = vec![0_u32; count + 1];
        for node in 0..count {
            for &after in graph.jumps(node) {
                starts[after as usize + 1] += 1;
            }
        }
        for i in 0..count {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut nodes = vec![0; starts[count] as usize];
        for node in 0..count {
            for &after in graph.jumps(node) {
                nodes[next[after as usize] as usize] = node as u32;
                next[after as usize] += 1;
            }
        }
        Self { starts, nodes }
    }

    fn range(&self, node: usize) -> std::ops::Range<usize> {
        self.starts[node] as usize..self.starts[node + 1] as usize
    }
}
