//! All drawn positions, from those with empty hands upwards.

use std::collections::BTreeMap;

use flipside_rules::hash;
use rayon::prelude::*;

use super::Fate;
use super::drawn::Drawn;
use super::forcing::{Forcing, Limits};
use super::graph::Graph;
use super::parts::{NONE, parts};
use crate::layer::Layer;
use crate::loaded::LoadedTable;
use crate::variant::Variant;
use crate::view::View;

/// What is proven of a table's drawn positions.
pub struct Settled {
    variant: Variant,
    layers: BTreeMap<Layer, (Drawn, Vec<Fate>)>,
    sample: Sample,
}

/// How much work is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Classes of positions in a part that is solved, at most.
    pub largest: usize,
    /// Positions with history to look at for each position of such a part, at most.
    pub states: u32,
    /// One in so many of the positions that stay open is searched by itself.
    pub one_in: u64,
    /// How far it is searched.
    pub limits: Limits,
    /// By which it is drawn.
    pub seed: u64,
}

/// What is proven of a layer's drawn positions, each class counted once.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LayerFates {
    /// Drawn positions.
    pub drawn: u64,
    /// Those that the player to move wins.
    pub wins: u64,
    /// Those that the player to move loses.
    pub loses: u64,
    /// Positions that belong to closed parts, solved by looking at every course of the game.
    pub in_closed_parts: u64,
}

/// What became of positions drawn from those that stay open, each searched by itself.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sample {
    /// Positions looked at.
    pub positions: u64,
    /// Those that the player to move wins.
    pub wins: u64,
    /// Those that the player to move loses.
    pub loses: u64,
}

impl Settled {
    /// What is proven of a view; `None` if the table does not call it drawn.
    #[must_use]
    pub fn fate(&self, view: &View) -> Option<Fate> {
        let (drawn, fates) = self.layers.get(&view.layer)?;
        Some(fates[drawn.number(view.class_entry())?])
    }

    /// The drawn positions, one of each class, with what is proven of them.
    pub fn positions(&self) -> impl Iterator<Item = (View, Fate)> + '_ {
        self.layers.values().flat_map(move |(drawn, fates)| {
            let view = |number| View::of_entry(&self.variant, drawn.layer, drawn.entry(number));
            let numbered = fates.iter().copied().enumerate();
            numbered.map(move |(number, fate)| (view(number), fate))
        })
    }

    /// What became of the sample.
    #[must_use]
    pub const fn sample(&self) -> Sample {
        self.sample
    }
}

/// Proves what it can. Calls `report` for each layer, with the size of its largest open part.
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
        let open_part = work.run(effort.largest, effort.states);
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
            report(drawn.layer, counts, open_part);
            settled.layers.insert(drawn.layer, (drawn, fates));
        }
    }
    settled
}

impl LayerFates {
    /// The counts of both together.
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

/// The layers with their opposites, so that every turn leads to the same pair or an earlier one.
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
    /// Which nodes belong to a closed part that was solved.
    solved: Vec<bool>,
    /// The nodes with a keeping jump to each node.
    before: Before,
    /// Keeping jumps of each node that do not lead to positions won by the opponent.
    hopes: Vec<u32>,
    /// Nodes that come after a stalled position: where they have come about twice, a win may be
    /// barred at its end.
    after_stalled: Vec<bool>,
}

impl<'a> Work<'a> {
    fn new(graph: &'a Graph<'a>) -> Self {
        let nodes = graph.len();
        Self {
            graph,
            fates: vec![Fate::Open; nodes],
            solved: vec![false; nodes],
            before: Before::new(graph),
            hopes: (0..nodes).map(|n| graph.jumps(n).len() as u32).collect(),
            after_stalled: graph.after_stalled(),
        }
    }

    /// Settles what can be settled; gives the size of the largest part that stays open.
    fn run(&mut self, largest: usize, states: u32) -> usize {
        let at_once: Vec<(usize, Fate)> = (0..self.graph.len())
            .filter_map(|node| match self.graph.placing[node] {
                Fate::Wins => Some((node, Fate::Wins)),
                Fate::Loses if self.hopes[node] == 0 => Some((node, Fate::Loses)),
                _ => None,
            })
            .collect();
        self.spread(at_once);
        loop {
            let fates = &self.fates;
            let (part, members) = parts(
                fates.len(),
                |node| fates[node] != Fate::Open,
                |node| self.graph.jumps(node),
            );
            let closed: Vec<&[u32]> = members
                .iter()
                .filter(|nodes| nodes.len() <= largest && self.is_closed(&part, nodes))
                .map(Vec::as_slice)
                .collect();
            let found: Vec<(usize, Fate)> = closed
                .par_iter()
                .flat_map_iter(|nodes| self.solve(&part, nodes, states))
                .collect();
            if found.is_empty() {
                return members.iter().map(Vec::len).max().unwrap_or(0);
            }
            for &(node, _) in &found {
                self.solved[node] = true;
            }
            self.spread(found);
        }
    }

    /// Whether nothing is open beyond these nodes, which are a part, and none comes after a stalled
    /// position.
    fn is_closed(&self, part: &[u32], nodes: &[u32]) -> bool {
        nodes.iter().all(|&node| {
            let node = node as usize;
            let stays = |&after: &u32| [NONE, part[node]].contains(&part[after as usize]);
            !self.after_stalled[node]
                && self.graph.placing[node] != Fate::Open
                && self.graph.jumps(node).iter().all(stays)
        })
    }

    /// The fates of all nodes of a closed part; none if the limit does not suffice for one of them,
    /// since only a part that is settled as a whole cannot come about again.
    fn solve(&self, part: &[u32], nodes: &[u32], states: u32) -> Vec<(usize, Fate)> {
        let number = part[nodes[0] as usize];
        let inside = |node: usize| part[node] == number;
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

    /// Draws from the open positions and searches each by itself. What is found is not taken over:
    /// a position beyond a part that stays open may come about again.
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
                true => forcing.deepen(&self.graph.view(node), effort.limits),
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

    /// Takes over what was found, and what follows from it for the positions before.
    fn spread(&mut self, found: Vec<(usize, Fate)>) {
        // What was found together belongs together: it decides nothing within itself.
        for &(node, fate) in &found {
            self.fates[node] = fate;
        }
        let mut queue = found;
        while let Some((node, fate)) = queue.pop() {
            for i in self.before.range(node) {
                let before = self.before.nodes[i] as usize;
                if fate == Fate::Wins {
                    self.hopes[before] -= 1;
                }
                if self.fates[before] != Fate::Open {
                    continue;
                }
                let follows = match fate {
                    Fate::Loses => Fate::Wins,
                    _ if self.hopes[before] == 0 && self.graph.placing[before] == Fate::Loses => {
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

/// The keeping jumps backwards.
struct Before {
    starts: Vec<u32>,
    nodes: Vec<u32>,
}

impl Before {
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
