//! What a search answers: the best turn, the expected line, and how soon proven games end.

use super::bounds::{Bounds, points};
use super::search::Search;
use super::tree::ROOT;
use crate::Candidates;

impl<G: Candidates> Search<G> {
    /// The best child: one that is proven to win as soon as possible, or the one with most visits
    /// among those that are not refuted, or one that loses as late as possible.
    pub(super) fn best(&self, at: u32) -> Option<u32> {
        let (first, children) = self.tree.children(at);
        let certain = self.tree.node(at).bounds.flipped().lower;
        let key = |i: u32| {
            let child = self.tree.node(i);
            match child.bounds.exact() {
                Some(Bounds::WIN) => (3, u32::MAX - self.turns_to_lose(i), 0.0),
                Some(Bounds::LOSS) => (0, self.turns_to_win(i), 0.0),
                // What is proven counts as much as what was found out by visits.
                _ if child.mean() < points(certain) && child.bounds.lower < certain => {
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

    /// The turns that a node proven to be lost for its mover lasts at most.
    pub(super) fn turns_to_lose(&self, at: u32) -> u32 {
        let (first, children) = self.tree.children(at);
        (first..first + children.len() as u32)
            .map(|i| 1 + self.turns_to_win(i))
            .max()
            .unwrap_or(0)
    }

    /// The turns that a node proven to be won for its mover lasts at most.
    pub(super) fn turns_to_win(&self, at: u32) -> u32 {
        let (first, children) = self.tree.children(at);
        (first..)
            .zip(children)
            .filter(|(_, child)| child.bounds.exact() == Some(Bounds::WIN))
            .map(|(i, _)| 1 + self.turns_to_lose(i))
            .min()
            .unwrap_or(0)
    }

    /// The expected continuation.
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
