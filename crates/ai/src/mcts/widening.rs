//! Progressive widening: adding children to a node.

use super::bounds::Bounds;
use super::search::Search;
use super::tree::Node;
use crate::Candidates;

/// Scores are clamped to this distance from 0 and 1, so that their odds are finite.
const MIN_SCORE: f32 = 0.001;

impl<G: Candidates> Search<G> {
    /// Adds the best of `count` candidates to the children of a node, the position of `game`, up to
    /// `wanted` in total. Equal candidates are in random order. Returns whether there was room.
    pub(super) fn widen(&mut self, at: u32, game: &G, wanted: usize, count: usize) -> bool {
        let are_all = self.find_candidates(game, count.max(wanted));
        let considered = if are_all {
            u32::MAX
        } else {
            self.candidates.len() as u32
        };
        self.evaluate_candidates(at, game);
        let children_count = self.tree.children(at).1.len();
        for i in (1..self.new_children.len()).rev() {
            let other = self.rng.below(i as u32 + 1) as usize;
            self.new_children.swap(i, other);
        }
        self.new_children
            .sort_by(|a, b| b.static_score.total_cmp(&a.static_score));
        let is_complete = are_all && children_count + self.new_children.len() <= wanted;
        self.new_children
            .truncate(wanted.saturating_sub(children_count));
        self.is_full = !self.tree.has_room(children_count + self.new_children.len());
        if self.is_full {
            return false;
        }
        self.tree.add_children(at, &self.new_children);
        self.set_priors(at);
        let node = self.tree.node_mut(at);
        node.considered = considered;
        node.is_complete = is_complete;
        self.has_widened = true;
        self.update_bounds(at);
        true
    }

    /// Generates up to `count` candidates. Returns whether these are all turns.
    fn find_candidates(&mut self, game: &G, count: usize) -> bool {
        let candidates = &mut self.candidates;
        candidates.clear();
        game.candidates(&self.evaluator, count, candidates);
        candidates.len() < count
    }

    /// Creates nodes for the candidates that are not yet children of a node.
    fn evaluate_candidates(&mut self, at: u32, game: &G) {
        let (_, children) = self.tree.children(at);
        if !children.is_empty() {
            let mut known: Vec<G::Turn> = children.iter().map(|child| child.turn).collect();
            known.sort_unstable();
            self.candidates
                .retain(|(turn, _)| known.binary_search(turn).is_err());
        }
        let seat = game.to_move();
        let mut next = self.next.take().unwrap_or_else(|| game.clone());
        self.new_children.clear();
        for &(turn, _) in &self.candidates {
            next.clone_from(game);
            next.play_unchecked(turn);
            let node = match next.outcome() {
                None => Node::new(turn, self.static_score(&next, seat) as f32),
                Some(outcome) => Node::finished(turn, Bounds::of(outcome, seat)),
            };
            self.new_children.push(node);
        }
        self.next = Some(next);
    }

    /// Sets the priors of a node's children: the softmax of their log-odds with `temperature`.
    fn set_priors(&mut self, at: u32) {
        let (first, children) = self.tree.children(at);
        let best = children
            .iter()
            .map(|child| child.static_score)
            .fold(0.0, f32::max);
        let best = logit(best);
        let count = children.len() as u32;
        let mut sum = 0.0;
        for child in first..first + count {
            let child = self.tree.node_mut(child);
            let worse = best - logit(child.static_score);
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
    let score = score.clamp(MIN_SCORE, 1.0 - MIN_SCORE);
    libm::logf(score / (1.0 - score))
}
