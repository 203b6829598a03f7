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
    config: MctsConfig,
    evaluator: G::Evaluator,
    pub(super) tree: Tree<G::Turn>,
    /// The nodes of the present visit, the root first.
    path: Vec<u32>,
    /// Room for the turns of a node.
    listed: Vec<(G::Turn, i32)>,
    /// Room for the game after a turn.
    next: Option<G>,
    /// Whether a node found no room for its turns.
    is_full: bool,
}

impl<G: Candidates> Search<G> {
    pub(super) fn new(config: MctsConfig, evaluator: G::Evaluator) -> Self {
        Self {
            config,
            evaluator,
            tree: Tree::new(((config.memory as usize) << 20) / size_of::<Node<G::Turn>>()),
            path: Vec::new(),
            listed: Vec::new(),
            next: None,
            is_full: false,
        }
    }

    /// Whether there is nothing more to find out, or no memory to do it.
    pub(super) fn is_finished(&self) -> bool {
        self.is_full || self.tree.node(ROOT).bounds.exact().is_some()
    }

    /// Forgets everything but the place where `turn` led to the root.
    pub(super) fn plant(&mut self, turn: G::Turn) {
        self.tree.plant(Node::new(turn, 1.0));
        self.is_full = false;
    }

    /// Whether the root was never visited.
    pub(super) fn is_new(&self) -> bool {
        self.tree.node(ROOT).visits == 0
    }

    /// Makes the turns at the root a little more or less promising, by chance. So equals are told
    /// apart by the seed.
    pub(super) fn shake(&mut self, rng: &mut Rng) {
        let (first, children) = self.tree.children(ROOT);
        for child in first..first + children.len() as u32 {
            self.tree.node_mut(child).weight *= 1.0 + rng.below(1_000) as f32 / 10_000.0;
        }
    }

    /// Makes a child of the root the root.
    pub(super) fn step_to(&mut self, child: u32) {
        self.tree.grow_from(child);
        self.is_full = false;
    }

    /// The child that a turn leads to.
    pub(super) fn child(&self, parent: u32, turn: G::Turn) -> Option<u32> {
        if self.tree.is_empty() {
            return None;
        }
        let (first, children) = self.tree.children(parent);
        (first..)
            .zip(children)
            .find(|(_, node)| node.turn == turn)
            .map(|(i, _)| i)
    }

    /// Goes down from the root, where `game` stands, to a new node, and adds what is found there
    /// to all nodes passed. Tells the depth.
    pub(super) fn visit(&mut self, game: &mut G) -> u32 {
        self.path.clear();
        self.path.push(ROOT);
        let mut at = ROOT;
        let bounds = loop {
            let node = self.tree.node(at);
            if node.visits == 0 || node.bounds.exact().is_some() {
                break node.bounds;
            }
            match self.select(at, game) {
                Some(child) => {
                    game.play_unchecked(self.tree.node(child).turn);
                    self.path.push(child);
                    at = child;
                }
                None => break self.tree.node(at).bounds,
            }
        };
        let node = self.tree.node(at);
        let score = if let Some(half_points) = node.bounds.exact() {
            points(half_points)
        } else if node.visits == 0 {
            1.0 - self.open(at, game)
        } else {
            node.mean()
        };
        self.back_up(score, self.tree.node(at).bounds != bounds);
        self.path.len() as u32 - 1
    }

    /// Adds a score, seen by the player who made the last turn of the path, to its nodes.
    fn back_up(&mut self, mut score: f64, mut is_new_proof: bool) {
        for i in (0..self.path.len()).rev() {
            let at = self.path[i];
            if is_new_proof && i + 1 < self.path.len() {
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
    fn prove(&mut self, at: u32) -> bool {
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

    /// The child to visit next; `None` if there is no room to list one.
    fn select(&mut self, at: u32, game: &G) -> Option<u32> {
        let node = self.tree.node(at);
        let visits = f64::from(node.visits);
        let root = visits.sqrt();
        let considered = self.config.width as usize + (self.config.growth * root) as usize;
        let mut is_complete = node.is_complete;
        if considered > self.tree.children(at).1.len() && !is_complete {
            self.list(at, game, 2 * considered);
            is_complete = self.tree.node(at).is_complete;
        }
        let node = self.tree.node(at);
        let certain = node.bounds.flipped().lower;
        let exploration = self.config.exploration * root / f64::from(node.weights);
        let unvisited = 1.0 - node.mean() - self.config.first_play;
        loop {
            let (first, children) = self.tree.children(at);
            let mut best = None;
            let mut best_bound = f64::NEG_INFINITY;
            for (i, child) in children.iter().enumerate() {
                if child.bounds.upper <= certain || child.bounds.exact().is_some() {
                    continue;
                }
                if i >= considered && best.is_some() {
                    break;
                }
                let mean = if child.visits == 0 {
                    unvisited
                } else {
                    child.mean()
                };
                let bound =
                    mean + exploration * f64::from(child.weight) / f64::from(child.visits + 1);
                if bound > best_bound {
                    best_bound = bound;
                    best = Some(first + i as u32);
                }
            }
            if best.is_some() || is_complete {
                return best;
            }
            let listed = children.len();
            if !self.list(at, game, WIDENING * listed) {
                return None;
            }
            is_complete = self.tree.node(at).is_complete;
        }
    }

    /// Lists the best turns of a node where `game` stands, or all there are; whether there was
    /// room.
    fn list(&mut self, at: u32, game: &G, width: usize) -> bool {
        self.listed.clear();
        game.candidates(&self.evaluator, width, &mut self.listed);
        let is_complete = if self.listed.len() < width {
            let all = game.count_turns() as usize;
            if self.listed.len() < all {
                self.list_rest(game);
            }
            true
        } else {
            false
        };
        self.is_full = !self.tree.has_room(self.listed.len());
        if self.is_full {
            return false;
        }
        let known = self.tree.children(at).1.len();
        let best = self.listed.first().map_or(0, |&(_, score)| score);
        let unit = self.config.temperature * f64::from(self.evaluator.scale());
        let new = self.listed[known..].iter().map(|&(turn, score)| {
            let weight = match best.saturating_sub(score) {
                0 => 1.0,
                worse => libm::expf((f64::from(-worse) / unit) as f32),
            };
            Node::new(turn, weight.max(f32::MIN_POSITIVE))
        });
        self.tree.add_children(at, new);
        self.tree.node_mut(at).is_complete = is_complete;
        true
    }

    /// Adds the turns that the game does not count among the candidates.
    fn list_rest(&mut self, game: &G) {
        let worst = self.listed.last().map_or(0, |&(_, score)| score);
        let mut known: Vec<G::Turn> = self.listed.iter().map(|&(turn, _)| turn).collect();
        known.sort_unstable();
        self.listed.extend(
            game.turns()
                .into_iter()
                .filter(|turn| known.binary_search(turn).is_err())
                .map(|turn| (turn, worst)),
        );
    }

    /// Meets a new node, where `game` stands: lists its turns, sees ends of the game, and tells the
    /// score of the player to move.
    fn open(&mut self, at: u32, game: &G) -> f64 {
        let seat = game.to_move();
        if let Some(outcome) = game.outcome() {
            self.tree.node_mut(at).bounds = Bounds::of(outcome, seat.other());
            return points(Bounds::of(outcome, seat).lower);
        }
        if !self.list(at, game, self.config.width as usize) {
            return self.judge(game, seat);
        }
        let ahead = self.look_ahead(at, game, seat);
        self.prove(at);
        let bounds = self.tree.node(at).bounds.flipped();
        let share = self.config.lookahead;
        let score = match ahead {
            Some(ahead) if share >= 1.0 => ahead,
            Some(ahead) => share * ahead + (1.0 - share) * self.judge(game, seat),
            None => points(bounds.lower),
        };
        bounds.clamp(score)
    }

    /// Marks the children that end the game, from the most promising one to the first that does
    /// not, whose position's score is told.
    fn look_ahead(&mut self, at: u32, game: &G, seat: Seat) -> Option<f64> {
        let mut next = self.next.take().unwrap_or_else(|| game.clone());
        let mut score = None;
        let (first, children) = self.tree.children(at);
        for child in first..first + children.len() as u32 {
            next.clone_from(game);
            next.play_unchecked(self.tree.node(child).turn);
            let Some(outcome) = next.outcome() else {
                score = Some(self.judge(&next, seat));
                break;
            };
            let bounds = Bounds::of(outcome, seat);
            self.tree.node_mut(child).bounds = bounds;
            if bounds.lower == Bounds::WIN {
                break;
            }
        }
        self.next = Some(next);
        score
    }

    /// The score that a position promises to `seat` at a glance.
    fn judge(&self, game: &G, seat: Seat) -> f64 {
        let mover = game.to_move();
        let value = self.evaluator.evaluate(game).for_mover(mover);
        let expected = self.evaluator.expected(game, value).for_first(mover);
        expected.for_mover(seat).0.0
    }
}
