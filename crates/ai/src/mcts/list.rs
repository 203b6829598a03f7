//! Listing the turns of a node.

use super::bounds::Bounds;
use super::search::Search;
use super::tree::Node;
use crate::Candidates;

/// Scores are taken to be at least so far from 0 and 1, so that their odds are finite.
const LEAST: f32 = 0.001;

impl<G: Candidates> Search<G> {
    /// Gives a node, where `game` stands, the best of `look` candidates as children, `wanted` in
    /// all. Among equals the order is random. Tells whether there was room.
    pub(super) fn list(&mut self, at: u32, game: &G, wanted: usize, look: usize) -> bool {
        let are_all = self.find_candidates(game, look.max(wanted));
        let looked = if are_all {
            u32::MAX
        } else {
            self.candidates.len() as u32
        };
        self.judge_candidates(at, game);
        let listed = self.tree.children(at).1.len();
        for i in (1..self.fresh.len()).rev() {
            let other = self.rng.below(i as u32 + 1) as usize;
            self.fresh.swap(i, other);
        }
        self.fresh.sort_by(|a, b| b.looks.total_cmp(&a.looks));
        let is_complete = are_all && listed + self.fresh.len() <= wanted;
        self.fresh.truncate(wanted.saturating_sub(listed));
        self.is_full = !self.tree.has_room(listed + self.fresh.len());
        if self.is_full {
            return false;
        }
        self.tree.add_children(at, &self.fresh);
        self.weigh(at);
        let node = self.tree.node_mut(at);
        node.looked = looked;
        node.is_complete = is_complete;
        self.has_listed = true;
        self.prove(at);
        true
    }

    /// Fills the list of candidates; whether these are all turns.
    fn find_candidates(&mut self, game: &G, look: usize) -> bool {
        let candidates = &mut self.candidates;
        candidates.clear();
        game.candidates(&self.evaluator, look, candidates);
        candidates.len() < look
    }

    /// Makes nodes of the candidates that are not among the children of a node.
    fn judge_candidates(&mut self, at: u32, game: &G) {
        let (_, children) = self.tree.children(at);
        if !children.is_empty() {
            let mut known: Vec<G::Turn> = children.iter().map(|child| child.turn).collect();
            known.sort_unstable();
            self.candidates
                .retain(|(turn, _)| known.binary_search(turn).is_err());
        }
        let seat = game.to_move();
        let mut next = self.next.take().unwrap_or_else(|| game.clone());
        self.fresh.clear();
        for &(turn, _) in &self.candidates {
            next.clone_from(game);
            next.play_unchecked(turn);
            let node = match next.outcome() {
                None => Node::new(turn, self.judge(&next, seat) as f32),
                Some(outcome) => Node::finished(turn, Bounds::of(outcome, seat)),
            };
            self.fresh.push(node);
        }
        self.next = Some(next);
    }

    /// Weighs the children of a node: one whose odds look e times worse than the best one's by
    /// `temperature` has an e-th of its weight.
    fn weigh(&mut self, at: u32) {
        let (first, children) = self.tree.children(at);
        let best = children.iter().map(|child| child.looks).fold(0.0, f32::max);
        let best = logit(best);
        let count = children.len() as u32;
        let mut sum = 0.0;
        for child in first..first + count {
            let child = self.tree.node_mut(child);
            let worse = best - logit(child.looks);
            child.weight = if worse > 0.0 {
                libm::expf(-worse / self.config.temperature as f32).max(f32::MIN_POSITIVE)
            } else {
                1.0
            };
            sum += child.weight;
        }
        self.tree.node_mut(at).weights = sum;
    }
}

/// The logarithm of the odds of a score.
fn logit(score: f32) -> f32 {
    let score = score.clamp(LEAST, 1.0 - LEAST);
    libm::logf(score / (1.0 - score))
}
