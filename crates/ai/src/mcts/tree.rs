//! The tree, in contiguous memory.

use super::bounds::{Bounds, points};

/// A node. All values are for the player who made its turn.
///
/// A node represents the path of turns that leads to it, not a position: under a repetition rule,
/// results of one path do not apply to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<T> {
    /// The turn that leads here.
    pub(super) turn: T,
    /// The number of visits.
    pub(super) visits: u32,
    /// The sum of the scores of all visits.
    pub(super) total: f64,
    /// The expected score of the position after the turn, by the evaluation.
    pub(super) static_score: f32,
    /// The unnormalised prior of the turn.
    pub(super) weight: f32,
    /// The sum of the children's weights.
    pub(super) weights: f32,
    /// The number of candidates considered for the children; the maximum if these were all turns.
    pub(super) considered: u32,
    first_child: u32,
    children: u32,
    pub(super) bounds: Bounds,
    /// Whether all legal turns are among the children.
    pub(super) is_complete: bool,
}

impl<T> Node<T> {
    pub(super) const fn new(turn: T, static_score: f32) -> Self {
        Self {
            turn,
            visits: 0,
            total: 0.0,
            static_score,
            weight: 1.0,
            weights: 0.0,
            considered: 0,
            first_child: 0,
            children: 0,
            bounds: Bounds::OPEN,
            is_complete: false,
        }
    }

    /// A node with a finished game.
    pub(super) fn finished(turn: T, bounds: Bounds) -> Self {
        Self {
            bounds,
            ..Self::new(turn, points(bounds.lower) as f32)
        }
    }

    /// The mean score; 0 without visits.
    pub(super) fn mean(&self) -> f64 {
        self.total / f64::from(self.visits.max(1))
    }
}

/// The index of the root.
pub(super) const ROOT: u32 = 0;

/// All nodes. The children of a node are adjacent.
#[derive(Clone, Debug)]
pub(super) struct Tree<T> {
    nodes: Vec<Node<T>>,
    /// The buffer in which [`Tree::reroot`] builds the next tree.
    spare: Vec<Node<T>>,
    max_nodes: usize,
}

impl<T: Copy> Tree<T> {
    /// An empty tree of at most `max_nodes` nodes.
    pub(super) const fn new(max_nodes: usize) -> Self {
        Self {
            nodes: Vec::new(),
            spare: Vec::new(),
            max_nodes,
        }
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
    }

    /// Starts a new tree with a root.
    pub(super) fn reset(&mut self, root: Node<T>) {
        self.nodes.clear();
        self.nodes.push(root);
    }

    pub(super) fn node(&self, number: u32) -> &Node<T> {
        &self.nodes[number as usize]
    }

    pub(super) fn node_mut(&mut self, number: u32) -> &mut Node<T> {
        &mut self.nodes[number as usize]
    }

    /// The children of a node, and the index of the first.
    pub(super) fn children(&self, number: u32) -> (u32, &[Node<T>]) {
        let &Node {
            first_child,
            children,
            ..
        } = self.node(number);
        let first = first_child as usize;
        (first_child, &self.nodes[first..first + children as usize])
    }

    /// Whether there is room for this number of additional nodes.
    pub(super) const fn has_room(&self, nodes: usize) -> bool {
        self.nodes.len() + nodes <= self.max_nodes
    }

    /// Adds children to a node. The existing children are moved, so that all are adjacent.
    pub(super) fn add_children(&mut self, number: u32, new_children: &[Node<T>]) {
        let &Node {
            first_child,
            children,
            ..
        } = self.node(number);
        let first = first_child as usize;
        let place = self.nodes.len();
        self.nodes
            .extend_from_within(first..first + children as usize);
        self.nodes.extend_from_slice(new_children);
        let count = self.nodes.len() - place;
        let node = &mut self.nodes[number as usize];
        node.first_child = place as u32;
        node.children = count as u32;
    }

    /// Makes a node the root; removes all nodes that are not below it.
    pub(super) fn reroot(&mut self, number: u32) {
        self.spare.clear();
        self.spare.push(*self.node(number));
        let mut next = 0;
        while let Some(&Node {
            first_child,
            children,
            ..
        }) = self.spare.get(next)
        {
            let first = first_child as usize;
            self.spare[next].first_child = self.spare.len() as u32;
            self.spare
                .extend_from_slice(&self.nodes[first..first + children as usize]);
            next += 1;
        }
        std::mem::swap(&mut self.nodes, &mut self.spare);
    }
}

#[cfg(test)]
mod tests {
    use flipside_rules::{hexflip, sayu};

    use super::*;

    #[test]
    fn nodes_are_as_small_as_the_docs_say() {
        assert_eq!(size_of::<Node<hexflip::Turn>>(), 48);
        assert_eq!(size_of::<Node<sayu::Turn>>(), 72);
    }
}
