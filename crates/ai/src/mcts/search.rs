//! The search: selection, expansion, backup.

use flipside_rules::Seat;

use super::MctsConfig;
use super::bounds::{Bounds, points};
use super::tree::{Node, ROOT, Tree};
use crate::{Candidates, Evaluator as _, Rng};

/// Factor by which the number of children grows when all of them are refuted.
pub(super) const WIDENING: usize = 4;

#[derive(Debug)]
pub(super) struct Search<G: Candidates> {
    pub(super) config: MctsConfig,
    pub(super) evaluator: G::Evaluator,
    pub(super) tree: Tree<G::Turn>,
    pub(super) rng: Rng,
    /// The number of candidates from which the children of a new root are chosen.
    pub(super) root_candidates: usize,
    /// The nodes of the current visit, from the root.
    path: Vec<u32>,
    /// Whether the current visit added children, which may have proven a value.
    pub(super) has_widened: bool,
    /// Whether the tree has no room for more children.
    pub(super) is_full: bool,
    /// A buffer for the candidates of a node.
    pub(super) candidates: Vec<(G::Turn, i32)>,
    /// A buffer for their nodes.
    pub(super) new_children: Vec<Node<G::Turn>>,
    /// A buffer for the game after a turn.
    pub(super) next: Option<G>,
}

impl<G: Candidates> Search<G> {
    pub(super) fn new(config: MctsConfig, evaluator: G::Evaluator) -> Self {
        Self {
            config,
            evaluator,
            tree: Tree::new(((config.memory as usize) << 20) / size_of::<Node<G::Turn>>()),
            rng: Rng::new(0),
            root_candidates: config.root_candidates(),
            path: Vec::new(),
            has_widened: false,
            is_full: false,
            candidates: Vec::new(),
            new_children: Vec::new(),
            next: None,
        }
    }

    /// Whether the root is proven or the memory is full.
    pub(super) fn is_finished(&self) -> bool {
        self.is_full || self.tree.node(ROOT).bounds.exact().is_some()
    }

    /// Whether the root has no visits.
    pub(super) fn is_new(&self) -> bool {
        self.tree.node(ROOT).visits == 0
    }

    /// Starts a new tree with a root, reached by `turn`.
    pub(super) fn reset(&mut self, turn: G::Turn, game: &G) {
        let static_score = 1.0 - self.static_score(game, game.to_move());
        self.tree.reset(Node::new(turn, static_score as f32));
        self.is_full = false;
    }

    /// Makes a child of the root the new root.
    pub(super) fn advance_to(&mut self, child: u32) {
        self.tree.reroot(child);
        self.is_full = false;
    }

    /// The child of the root for a turn.
    pub(super) fn child(&self, turn: G::Turn) -> Option<u32> {
        let (first, children) = self.tree.children(ROOT);
        let mut numbered = (first..).zip(children);
        numbered
            .find(|(_, node)| node.turn == turn)
            .map(|(number, _)| number)
    }

    /// One visit: descends from the root, the position of `game`, to a new node and backs up its score.
    /// Returns the depth.
    pub(super) fn visit(&mut self, game: &mut G) -> u32 {
        self.path.clear();
        self.path.push(ROOT);
        self.has_widened = false;
        let mut at = ROOT;
        let score = loop {
            let node = self.tree.node(at);
            if let Some(half_points) = node.bounds.exact() {
                break points(half_points);
            }
            if node.visits == 0 {
                break self.expand(at, game);
            }
            match self.select(at, game) {
                Some(child) => {
                    game.play_unchecked(self.tree.node(child).turn);
                    self.path.push(child);
                    at = child;
                }
                // The new children have proven the node, or there was no room for them.
                None => break self.tree.node(at).mean(),
            }
        };
        self.back_up(score);
        self.path.len() as u32 - 1
    }

    /// Adds the first children of a new node, the position of `game`. Returns its score for the player
    /// who made the last turn.
    fn expand(&mut self, at: u32, game: &G) -> f64 {
        let candidates = if at == ROOT {
            self.root_candidates
        } else {
            self.config.initial_candidates as usize
        };
        self.widen(at, game, self.config.initial_children as usize, candidates);
        let static_score = f64::from(self.tree.node(at).static_score);
        let (_, children) = self.tree.children(at);
        let Some(best) = children
            .iter()
            .map(|child| child.static_score)
            .reduce(f32::max)
        else {
            return static_score;
        };
        static_score + self.config.backup_share * (1.0 - f64::from(best) - static_score)
    }

    /// Backs up a score along the path, for the player who made its last turn.
    fn back_up(&mut self, mut score: f64) {
        let mut is_new_proof = false;
        for i in (0..self.path.len()).rev() {
            let at = self.path[i];
            if is_new_proof || self.has_widened {
                is_new_proof = self.update_bounds(at);
            }
            let node = self.tree.node_mut(at);
            score = node.bounds.clamp(score);
            node.visits += 1;
            node.total += score;
            score = 1.0 - score;
        }
    }

    /// Updates a node's bounds from its children. Returns whether they have changed.
    pub(super) fn update_bounds(&mut self, at: u32) -> bool {
        let (_, children) = self.tree.children(at);
        let lower = children.iter().map(|child| child.bounds.lower).max();
        let upper = children.iter().map(|child| child.bounds.upper).max();
        let node = self.tree.node_mut(at);
        let old = node.bounds;
        node.bounds = Bounds {
            lower: lower.unwrap_or(Bounds::LOSS),
            upper: upper.filter(|_| node.is_complete).unwrap_or(Bounds::WIN),
        }
        .flipped();
        node.bounds != old
    }

    /// Selects the child to visit next; first adds children if progressive widening requires it. `None`
    /// if this proves the node, or if there is no room.
    fn select(&mut self, at: u32, game: &G) -> Option<u32> {
        let node = self.tree.node(at);
        let visits = f64::from(node.visits);
        let wanted = self.config.initial_children as usize
            + (self.config.child_growth * visits.sqrt()) as usize;
        let candidates = self.config.initial_candidates as usize
            + (self.config.candidate_growth * visits) as usize;
        let children_count = self.tree.children(at).1.len();
        // Doubling keeps the work of generating candidates again below that of the visits.
        if !node.is_complete
            && (wanted >= 2 * children_count || candidates / 2 >= node.considered as usize)
        {
            self.widen(at, game, wanted, candidates);
        }
        loop {
            let node = self.tree.node(at);
            if node.bounds.exact().is_some() {
                return None;
            }
            if let Some(child) = self.select_puct(at) {
                return Some(child);
            }
            let wanted = WIDENING * self.tree.children(at).1.len().max(1);
            if node.is_complete || !self.widen(at, game, wanted, candidates) {
                return None;
            }
        }
    }

    /// The child with the highest PUCT bound among those that can still improve the node's value.
    fn select_puct(&self, at: u32) -> Option<u32> {
        let node = self.tree.node(at);
        let proven = node.bounds.flipped().lower;
        let exploration =
            self.config.exploration * f64::from(node.visits).sqrt() / f64::from(node.weights);
        let (first, children) = self.tree.children(at);
        let mut best = None;
        let mut best_bound = f64::NEG_INFINITY;
        for (number, child) in (first..).zip(children) {
            if child.bounds.upper <= proven || child.bounds.exact().is_some() {
                continue;
            }
            let mean = if child.visits == 0 {
                f64::from(child.static_score) - self.config.first_play_urgency
            } else {
                child.mean()
            };
            let bound = mean + exploration * f64::from(child.weight) / f64::from(child.visits + 1);
            if bound > best_bound {
                best_bound = bound;
                best = Some(number);
            }
        }
        best
    }

    /// The expected score of a position for `seat`, by the evaluation.
    pub(super) fn static_score(&self, game: &G, seat: Seat) -> f64 {
        let mover = game.to_move();
        let value = self.evaluator.evaluate(game).for_mover(mover);
        let expected = self.evaluator.expected(game, value).for_first(mover);
        expected.for_mover(seat).0.0
    }
}
