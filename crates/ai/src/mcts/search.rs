//! The search itself: one visit after another.

use flipside_rules::Seat;

use super::MctsConfig;
use super::bounds::{Bounds, points};
use super::tree::{Node, ROOT, Tree};
use crate::{Candidates, Evaluator as _, Rng};

/// So many times more turns are listed when all those at a node are refuted.
const WIDENING: usize = 4;

#[derive(Debug)]
pub(super) struct Search<G: Candidates> {
    pub(super) config: MctsConfig,
    pub(super) evaluator: G::Evaluator,
    pub(super) tree: Tree<G::Turn>,
    pub(super) rng: Rng,
    /// The candidates that a new root is chosen from.
    pub(super) look_at_root: usize,
    /// The nodes of the present visit, the root first.
    path: Vec<u32>,
    /// Whether the present visit listed turns anywhere, which may have proven something.
    pub(super) has_listed: bool,
    /// Whether a node found no room for its turns.
    pub(super) is_full: bool,
    /// Room for the candidates of a node.
    pub(super) candidates: Vec<(G::Turn, i32)>,
    /// Room for the nodes that they become.
    pub(super) fresh: Vec<Node<G::Turn>>,
    /// Room for the game after a turn.
    pub(super) next: Option<G>,
}

impl<G: Candidates> Search<G> {
    pub(super) fn new(config: MctsConfig, evaluator: G::Evaluator) -> Self {
        Self {
            config,
            evaluator,
            tree: Tree::new(((config.memory as usize) << 20) / size_of::<Node<G::Turn>>()),
            rng: Rng::new(0),
            look_at_root: config.look_at_root(),
            path: Vec::new(),
            has_listed: false,
            is_full: false,
            candidates: Vec::new(),
            fresh: Vec::new(),
            next: None,
        }
    }

    /// Whether there is nothing more to find out, or no memory to do it.
    pub(super) fn is_finished(&self) -> bool {
        self.is_full || self.tree.node(ROOT).bounds.exact().is_some()
    }

    /// Whether the root was never visited.
    pub(super) fn is_new(&self) -> bool {
        self.tree.node(ROOT).visits == 0
    }

    /// Forgets everything but a root, to which `turn` led.
    pub(super) fn plant(&mut self, turn: G::Turn, game: &G) {
        let looks = 1.0 - self.judge(game, game.to_move());
        self.tree.plant(Node::new(turn, looks as f32));
        self.is_full = false;
    }

    /// Makes a child of the root the root.
    pub(super) fn step_to(&mut self, child: u32) {
        self.tree.grow_from(child);
        self.is_full = false;
    }

    /// The child of the root that a turn leads to.
    pub(super) fn child(&self, turn: G::Turn) -> Option<u32> {
        let (first, children) = self.tree.children(ROOT);
        let mut numbered = (first..).zip(children);
        numbered
            .find(|(_, node)| node.turn == turn)
            .map(|(number, _)| number)
    }

    /// Goes down from the root, where `game` stands, to a new node, and adds what is found there
    /// to all nodes passed. Tells the depth.
    pub(super) fn visit(&mut self, game: &mut G) -> u32 {
        self.path.clear();
        self.path.push(ROOT);
        self.has_listed = false;
        let mut at = ROOT;
        let score = loop {
            let node = self.tree.node(at);
            if let Some(half_points) = node.bounds.exact() {
                break points(half_points);
            }
            if node.visits == 0 {
                break self.meet(at, game);
            }
            match self.select(at, game) {
                Some(child) => {
                    game.play_unchecked(self.tree.node(child).turn);
                    self.path.push(child);
                    at = child;
                }
                // The turns that were just listed have proven the node, or found no room.
                None => break self.tree.node(at).mean(),
            }
        };
        self.back_up(score);
        self.path.len() as u32 - 1
    }

    /// Lists the turns of a new node, where `game` stands, and tells its score, seen by the player
    /// who made the last turn.
    fn meet(&mut self, at: u32, game: &G) -> f64 {
        let look = if at == ROOT {
            self.look_at_root
        } else {
            self.config.look as usize
        };
        self.list(at, game, self.config.width as usize, look);
        let looks = f64::from(self.tree.node(at).looks);
        let (_, children) = self.tree.children(at);
        let Some(best) = children.iter().map(|child| child.looks).reduce(f32::max) else {
            return looks;
        };
        looks + self.config.lookahead * (1.0 - f64::from(best) - looks)
    }

    /// Adds a score, seen by the player who made the last turn of the path, to its nodes.
    fn back_up(&mut self, mut score: f64) {
        let mut is_new_proof = false;
        for i in (0..self.path.len()).rev() {
            let at = self.path[i];
            if is_new_proof || self.has_listed {
                is_new_proof = self.prove(at);
            }
            let node = self.tree.node_mut(at);
            score = node.bounds.clamp(score);
            node.visits += 1;
            node.total += score;
            score = 1.0 - score;
        }
    }

    /// Draws a node's bounds from its children; whether that told anything new.
    pub(super) fn prove(&mut self, at: u32) -> bool {
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

    /// The child to visit next, after more turns are listed if it is time to; `None` if the node
    /// is proven by that, or if there is no room.
    fn select(&mut self, at: u32, game: &G) -> Option<u32> {
        let node = self.tree.node(at);
        let visits = f64::from(node.visits);
        let wanted = self.config.width as usize + (self.config.growth * visits.sqrt()) as usize;
        let look = self.config.look as usize + (self.config.more * visits) as usize;
        let listed = self.tree.children(at).1.len();
        // Doubling keeps the work of listing anew below that of the visits.
        if !node.is_complete && (wanted >= 2 * listed || look / 2 >= node.looked as usize) {
            self.list(at, game, wanted, look);
        }
        loop {
            let node = self.tree.node(at);
            if node.bounds.exact().is_some() {
                return None;
            }
            if let Some(child) = self.most_urgent(at) {
                return Some(child);
            }
            let wanted = WIDENING * self.tree.children(at).1.len().max(1);
            if node.is_complete || !self.list(at, game, wanted, look) {
                return None;
            }
        }
    }

    /// The child with the highest bound among those that can still better the node's value.
    fn most_urgent(&self, at: u32) -> Option<u32> {
        let node = self.tree.node(at);
        let certain = node.bounds.flipped().lower;
        let exploration =
            self.config.exploration * f64::from(node.visits).sqrt() / f64::from(node.weights);
        let (first, children) = self.tree.children(at);
        let mut best = None;
        let mut best_bound = f64::NEG_INFINITY;
        for (number, child) in (first..).zip(children) {
            if child.bounds.upper <= certain || child.bounds.exact().is_some() {
                continue;
            }
            let mean = if child.visits == 0 {
                f64::from(child.looks) - self.config.first_play
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

    /// The score that a position promises to `seat` at a glance.
    pub(super) fn judge(&self, game: &G, seat: Seat) -> f64 {
        let mover = game.to_move();
        let value = self.evaluator.evaluate(game).for_mover(mover);
        let expected = self.evaluator.expected(game, value).for_first(mover);
        expected.for_mover(seat).0.0
    }
}
