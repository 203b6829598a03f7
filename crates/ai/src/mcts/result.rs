//! The result of a search: the best turn, the principal variation, and the length of proofs.

use super::bounds::{Bounds, points};
use super::search::{Search, WIDENING};
use super::tree::{Node, ROOT};
use crate::Candidates;

impl<G: Candidates> Search<G> {
    /// The best child: the fastest proven win; otherwise the child with most visits among those that
    /// are not refuted and can be better than the proven value; otherwise the slowest loss.
    pub(super) fn best(&self, at: u32) -> Option<u32> {
        let (first, children) = self.tree.children(at);
        let proven = self.tree.node(at).bounds.flipped().lower;
        let key = |i: u32| {
            let child = self.tree.node(i);
            match child.bounds.exact() {
                Some(Bounds::WIN) => (3, u32::MAX - self.turns_to_lose(i), 0.0),
                Some(Bounds::LOSS) => (0, self.turns_to_win(i), 0.0),
                // Worse than the proven value.
                _ if child.bounds.lower < proven
                    && (child.bounds.upper <= proven || child.mean() < points(proven)) =>
                {
                    (1, child.visits, child.mean())
                }
                _ => (2, child.visits, child.mean()),
            }
        };
        let mut best: Option<(u32, (u8, u32, f64))> = None;
        for i in first..first + children.len() as u32 {
            let key = key(i);
            if best.is_none_or(|(_, other)| key > other) {
                best = Some((i, key));
            }
        }
        best.map(|(i, _)| i)
    }

    /// Adds children to the root, the position of `game`, until one is not refuted or all turns are
    /// children. If there is no room for them, returns a turn that does not lose at once.
    pub(super) fn find_unrefuted(&mut self, game: &G) -> Option<G::Turn> {
        loop {
            let root = self.tree.node(ROOT);
            let (_, children) = self.tree.children(ROOT);
            let is_refuted = |child: &Node<_>| child.bounds.exact() == Some(Bounds::LOSS);
            if root.is_complete || !children.iter().all(is_refuted) {
                return None;
            }
            let wanted = WIDENING * children.len().max(1);
            if !self.widen(ROOT, game, wanted, self.root_candidates) {
                let open = self.new_children.iter().find(|turn| !is_refuted(turn));
                return open.map(|node| node.turn);
            }
        }
    }

    /// The maximum number of turns to the end of a node that is proven lost for its mover.
    pub(super) fn turns_to_lose(&self, at: u32) -> u32 {
        let (first, children) = self.tree.children(at);
        (first..first + children.len() as u32)
            .map(|i| 1 + self.turns_to_win(i))
            .max()
            .unwrap_or(0)
    }

    /// The maximum number of turns to the end of a node that is proven won for its mover.
    pub(super) fn turns_to_win(&self, at: u32) -> u32 {
        let (first, children) = self.tree.children(at);
        (first..)
            .zip(children)
            .filter(|(_, child)| child.bounds.exact() == Some(Bounds::WIN))
            .map(|(i, _)| 1 + self.turns_to_lose(i))
            .min()
            .unwrap_or(0)
    }

    /// The principal variation.
    pub(super) fn line(&self) -> Vec<G::Turn> {
        let mut line = Vec::new();
        let mut at = ROOT;
        while let Some(next) = self.best(at) {
            let node = self.tree.node(next);
            if node.visits == 0 && !line.is_empty() {
                break;
            }
            line.push(node.turn);
            at = next;
        }
        line
    }
}
