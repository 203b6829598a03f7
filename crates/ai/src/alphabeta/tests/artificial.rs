//! Artificial trees: many ways to the same node, few values, so that most of them are equal.

use flipside_rules::{ForMover, hash::mix};

use super::super::search_features::{SearchFeature, SearchFeatures};
use super::super::tree::{End, Tree};
use super::{check, found, lossless_subsets, minimax, searched, tree_turns};
use crate::EVALUATION_LIMIT;

/// Layers of nodes; turns lead from a layer to the next. Everything about a node follows from its
/// number and a seed.
pub(super) struct Layers {
    pub(super) seed: u64,
    /// Nodes in a layer.
    pub(super) width: u64,
    /// The maximum number of turns of a node.
    pub(super) branching: u64,
    /// The number of different evaluations.
    pub(super) values: u64,
    /// One in this number of nodes is an end.
    pub(super) ends: u64,
    /// Nodes before this layer have a threat.
    pub(super) settled: u64,
}

#[derive(Clone)]
pub(super) struct Node {
    pub(super) layer: u64,
    pub(super) number: u64,
}

impl Layers {
    fn draw(&self, node: &Node, what: u64, below: u64) -> u64 {
        mix(mix(mix(self.seed ^ what) ^ node.layer) ^ node.number) % below
    }
}

impl Tree for Layers {
    type Node = Node;
    type Turn = u64;

    fn end(&self, node: &Node) -> Option<ForMover<End>> {
        if self.draw(node, 1, self.ends) > 0 {
            return None;
        }
        let ends = [End::Won, End::Drawn, End::Lost];
        Some(ForMover(ends[self.draw(node, 2, 3) as usize]))
    }

    fn evaluate(&self, node: &Node) -> ForMover<i32> {
        let value = self.draw(node, 3, self.values) as i32;
        ForMover(value - (self.values / 2) as i32)
    }

    fn turns(&self, node: &Node, width: usize, into: &mut Vec<(u64, i32)>) {
        let count = 1 + self.draw(node, 4, self.branching);
        into.extend((0..count).take(width).map(|turn| (turn, 0)));
    }

    fn has_threat(&self, node: &Node) -> bool {
        node.layer < self.settled
    }

    fn is_legal(&self, node: &Node, turn: u64) -> bool {
        turn < 1 + self.draw(node, 4, self.branching)
    }

    fn play(&self, node: &mut Node, turn: u64) {
        node.number = self.draw(node, 5 + turn, self.width);
        node.layer += 1;
    }

    fn key(&self, node: &Node) -> u64 {
        mix(mix(node.layer) ^ node.number)
    }
}

#[test]
fn ties_and_transpositions() {
    for number in 0..4_000 {
        let tree = Layers {
            seed: number,
            width: 2 + number % 30,
            branching: 1 + number % 5,
            values: [1, 2, 3, 5, 1_000][number as usize % 5],
            ends: [2, 5, 20, 1_000_000][number as usize / 5 % 4],
            settled: 0,
        };
        let root = Node {
            layer: 0,
            number: 0,
        };
        check(
            &tree,
            &|node| tree_turns(&tree, node),
            &root,
            1 + number as u32 % 6,
            number as usize,
            &format!("tree {number}"),
        );
    }
}

/// A tree whose turns come best first, with the value of the node after each as their score.
pub(super) struct Ordered(pub(super) Layers);

impl Tree for Ordered {
    type Node = Node;
    type Turn = u64;

    fn end(&self, node: &Node) -> Option<ForMover<End>> {
        self.0.end(node)
    }

    fn evaluate(&self, node: &Node) -> ForMover<i32> {
        self.0.evaluate(node)
    }

    fn turns(&self, node: &Node, width: usize, into: &mut Vec<(u64, i32)>) {
        let start = into.len();
        self.0.turns(node, usize::MAX, into);
        for (turn, score) in &mut into[start..] {
            let mut next = node.clone();
            self.play(&mut next, *turn);
            *score = match self.end(&next) {
                None => -self.evaluate(&next).0,
                Some(ForMover(End::Drawn)) => 0,
                Some(ForMover(End::Lost)) => EVALUATION_LIMIT,
                Some(ForMover(End::Won)) => -EVALUATION_LIMIT,
            };
        }
        into[start..].sort_by_key(|&(_, score)| std::cmp::Reverse(score));
        into.truncate(start.saturating_add(width));
    }

    fn is_legal(&self, node: &Node, turn: u64) -> bool {
        self.0.is_legal(node, turn)
    }

    fn play(&self, node: &mut Node, turn: u64) {
        self.0.play(node, turn);
    }

    fn key(&self, node: &Node) -> u64 {
        self.0.key(node)
    }

    fn futility_margin(&self, depth: u32) -> Option<i32> {
        (depth == 1).then_some(0)
    }
}

#[test]
fn lines_are_extended_while_there_are_threats() {
    for number in 0..1_000 {
        let settled = 1 + number % 5;
        let tree = Layers {
            seed: number,
            width: 2 + number % 30,
            branching: 1 + number % 5,
            values: 1_000,
            ends: 20,
            settled,
        };
        let root = Node {
            layer: 0,
            number: 0,
        };
        if tree.end(&root).is_some() {
            continue;
        }
        let features = SearchFeatures::all()
            .lossless()
            .with(SearchFeature::EXTENSION);
        for depth in 1..=6 {
            let deep = depth.max(settled as u32);
            let right = minimax(&tree, &|node| tree_turns(&tree, node), &root, 0, deep);
            let (value, _) = searched(&tree, &root, depth, features, 0);
            assert_eq!(value, right, "tree {number}, depth {depth}");
        }
    }
}

#[test]
fn futility_pruning_is_lossless_if_scores_are_values() {
    // The table would bring deeper values to shallower nodes, as in every selective search.
    let lossless = lossless_subsets().into_iter();
    let with_futility: Vec<SearchFeatures> = lossless
        .map(|features| {
            features
                .with(SearchFeature::FUTILITY)
                .without(SearchFeature::TABLE)
        })
        .collect();
    for number in 0..2_000 {
        let tree = Ordered(Layers {
            seed: number,
            width: 2 + number % 30,
            branching: 1 + number % 7,
            values: [3, 5, 1_000][number as usize % 3],
            ends: [5, 20, 1_000_000][number as usize / 3 % 3],
            settled: 0,
        });
        let root = Node {
            layer: 0,
            number: 0,
        };
        if tree.end(&root).is_some() {
            continue;
        }
        let depth = 1 + number as u32 % 6;
        let right = minimax(&tree, &|node| tree_turns(&tree, node), &root, 0, depth);
        let features = with_futility[number as usize % with_futility.len()];
        let (value, _) = searched(&tree, &root, depth, features, 0);
        assert_eq!(value, right, "tree {number}, depth {depth}");
    }
}

#[test]
fn futility_pruning_visits_fewer_nodes() {
    let tree = Ordered(Layers {
        seed: 1,
        width: 1_000_000,
        branching: 30,
        values: 1_000,
        ends: 1_000_000,
        settled: 0,
    });
    let root = Node {
        layer: 0,
        number: 0,
    };
    let lossless = SearchFeatures::all().lossless();
    let [with, without] = [lossless.with(SearchFeature::FUTILITY), lossless]
        .map(|features| found(&tree, &root, 4, features, 1 << 20).1);
    assert!(4 * with < 3 * without, "{with} {without}");
}
