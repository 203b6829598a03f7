//! The tree, in one piece of memory.

use super::bounds::{Bounds, points};

/// A node: a turn and what is known about it. All values are seen by the player who made the turn.
///
/// A node stands for the whole path of turns that leads to it, never for a position: where history
/// bars turns, nothing that is known about one path is used on another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<T> {
    /// The turn that leads here.
    pub(super) turn: T,
    /// How often it was visited.
    pub(super) visits: u32,
    /// The sum of the scores of these visits.
    pub(super) total: f64,
    /// The score that the position after the turn promises at a glance.
    pub(super) looks: f32,
    /// How promising that makes the turn, relative to its siblings.
    pub(super) weight: f32,
    /// The sum of the children's weights.
    pub(super) weights: f32,
    /// The candidates that were looked at to find the children; the largest number if these were all
    /// turns.
    pub(super) looked: u32,
    first_child: u32,
    children: u32,
    pub(super) bounds: Bounds,
    /// Whether all legal turns are among the children.
    pub(super) is_complete: bool,
}

impl<T> Node<T> {
    pub(super) const fn new(turn: T, looks: f32) -> Self {
        Self {
            turn,
            visits: 0,
            total: 0.0,
            looks,
            weight: 1.0,
            weights: 0.0,
            looked: 0,
            first_child: 0,
            children: 0,
            bounds: Bounds::OPEN,
            is_complete: false,
        }
    }

    /// A node where the game is over.
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

/// The number of the root.
pub(super) const ROOT: u32 = 0;

/// All nodes. Children of a node stand side by side.
#[derive(Clone, Debug)]
pub(super) struct Tree<T> {
    nodes: Vec<Node<T>>,
    /// Where [`Tree::grow_from`] builds the next tree.
    spare: Vec<Node<T>>,
    most: usize,
}

impl<T: Copy> Tree<T> {
    /// An empty tree of at most `most` nodes.
    pub(super) const fn new(most: usize) -> Self {
        Self {
            nodes: Vec::new(),
            spare: Vec::new(),
            most,
        }
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
    }

    /// Begins a tree with a root alone.
    pub(super) fn plant(&mut self, root: Node<T>) {
        self.nodes.clear();
        self.nodes.push(root);
    }

    pub(super) fn node(&self, number: u32) -> &Node<T> {
        &self.nodes[number as usize]
    }

    pub(super) fn node_mut(&mut self, number: u32) -> &mut Node<T> {
        &mut self.nodes[number as usize]
    }

    /// The children of a node, and the number of the first.
    pub(super) fn children(&self, number: u32) -> (u32, &[Node<T>]) {
        let &Node {
            first_child,
            children,
            ..
        } = self.node(number);
        let first = first_child as usize;
        (first_child, &self.nodes[first..first + children as usize])
    }

    /// Whether there is room for so many nodes more.
    pub(super) const fn has_room(&self, nodes: usize) -> bool {
        self.nodes.len() + nodes <= self.most
    }

    /// Gives a node further children. Those that it has move to a new place together with them.
    pub(super) fn add_children(&mut self, number: u32, fresh: &[Node<T>]) {
        let &Node {
            first_child,
            children,
            ..
        } = self.node(number);
        let first = first_child as usize;
        let place = self.nodes.len();
        self.nodes
            .extend_from_within(first..first + children as usize);
        self.nodes.extend_from_slice(fresh);
        let count = self.nodes.len() - place;
        let node = &mut self.nodes[number as usize];
        node.first_child = place as u32;
        node.children = count as u32;
    }

    /// Keeps what grows from one node, which becomes the root, and forgets the rest.
    pub(super) fn grow_from(&mut self, number: u32) {
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
