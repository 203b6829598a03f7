//! Made-up trees: many ways to the same node, few values, so that most of them are equal.

use flipside_rules::{ForMover, hash::mix};

use super::super::tree::{End, Tree};
use super::{check, told};

/// Layers of nodes; turns lead from a layer to the next. Everything about a node follows from its
/// number and a seed.
struct Layers {
    seed: u64,
    /// Nodes in a layer.
    width: u64,
    /// The most turns of a node.
    branching: u64,
    /// Different evaluations.
    values: u64,
    /// One node in so many is an end.
    ends: u64,
}

#[derive(Clone)]
struct Node {
    layer: u64,
    number: u64,
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
        };
        let root = Node {
            layer: 0,
            number: 0,
        };
        check(
            &tree,
            &|node| told(&tree, node),
            &root,
            1 + number as u32 % 6,
            number as usize,
            &format!("tree {number}"),
        );
    }
}
