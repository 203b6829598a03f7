//! Monte-Carlo tree search with an evaluation.

mod bounds;
mod config;
#[cfg(test)]
mod proofs;
mod result;
mod search;
mod tree;
mod widening;

use std::time::Instant;

use flipside_rules::{ExpectedScore, ForMover};

pub use config::MctsConfig;

use crate::try_endgame::{EndgameAttempt, try_endgame};
use crate::{Agent, Budget, Choice, ChooseError, Playable, Proof, Rng, Stop};
use bounds::{Bounds, points};
use search::Search;
use tree::ROOT;

/// Monte-Carlo tree search (PUCT) with an evaluation instead of playouts. Wins, losses and draws are
/// proven where the tree reaches the end of the game.
#[derive(Debug)]
pub struct Mcts<G: Playable> {
    budget: Budget,
    search: Search<G>,
    /// The game at the root of the tree.
    root: Option<G>,
    /// Whether the root has followed all turns since the last choice.
    is_up_to_date: bool,
}

impl<G: Playable> Mcts<G> {
    /// Creates an agent.
    #[must_use]
    pub fn new(config: MctsConfig, evaluator: G::Evaluator) -> Self {
        Self {
            budget: config.budget,
            search: Search::new(config, evaluator),
            root: None,
            is_up_to_date: false,
        }
    }

    /// Prepares the tree for `game`: reuses the subtree of the last search, or starts a new tree.
    fn prepare_tree(&mut self, game: &G, any: G::Turn) {
        let is_same = self.is_up_to_date
            && self.root.as_ref().is_some_and(|root| {
                root.position() == game.position() && root.history_hash() == game.history_hash()
            });
        if !is_same {
            // The root's own turn is never used.
            self.search.reset(any, game);
        }
        self.is_up_to_date = false;
        self.root = Some(game.clone());
    }

    fn is_spent(&self, nodes: u64, start: Option<Instant>) -> bool {
        match self.budget {
            Budget::Nodes(most) => nodes >= most.into(),
            Budget::Time(time) => start.is_some_and(|start| start.elapsed() >= time),
        }
    }
}

impl<G: Playable> Agent<G> for Mcts<G> {
    fn begin(&mut self, seed: u64) {
        self.search.rng = Rng::new(seed);
        self.root = None;
        self.search.tree.clear();
        self.is_up_to_date = false;
    }

    fn observe(&mut self, game: &G, turn: G::Turn) {
        let Some(root) = &mut self.root else {
            return;
        };
        let child = if root.position() == game.position() {
            self.search.child(turn)
        } else {
            None
        };
        match child {
            Some(child) => {
                root.play_unchecked(turn);
                self.search.advance_to(child);
                self.is_up_to_date = true;
            }
            None => {
                self.root = None;
                self.is_up_to_date = false;
            }
        }
    }

    fn choose(&mut self, game: &G, stop: &Stop) -> Result<Choice<G::Turn>, ChooseError> {
        let any = game.pick_turn(|_| 0).ok_or(ChooseError::GameOver)?;
        let start = match self.budget {
            Budget::Nodes(_) => None,
            Budget::Time(_) => Some(Instant::now()),
        };
        let mut nodes = match try_endgame(game, self.budget, stop) {
            EndgameAttempt::Solved(choice) => return Ok(choice),
            EndgameAttempt::Unsolved(nodes) => nodes,
        };
        self.prepare_tree(game, any);
        let mut current = game.clone();
        let mut depth = 0;
        // A new root is visited once, even if the endgame solver has used the whole budget.
        while (self.search.is_new() || !self.is_spent(nodes, start)) && !self.search.is_finished() {
            if stop.is_requested() {
                return Err(ChooseError::Stopped);
            }
            current.clone_from(game);
            depth = depth.max(self.search.visit(&mut current));
            nodes += 1;
        }
        if let Some(turn) = self.search.find_unrefuted(game) {
            return Ok(Choice {
                nodes: Some(nodes),
                depth: Some(depth),
                ..Choice::new(turn)
            });
        }
        let best = self.search.best(ROOT).ok_or(ChooseError::Stopped)?;
        let node = self.search.tree.node(best);
        let root = self.search.tree.node(ROOT).bounds.flipped();
        let value = match root.exact() {
            Some(half_points) => points(half_points),
            None if node.visits == 0 => f64::from(node.static_score),
            None => node.mean(),
        };
        Ok(Choice {
            turn: node.turn,
            value: Some(ForMover(ExpectedScore(value))),
            nodes: Some(nodes),
            depth: Some(depth),
            line: self.search.line(),
            proven: root.exact().map(|half_points| Proof {
                turns: (half_points == Bounds::WIN).then(|| 1 + self.search.turns_to_lose(best)),
                ..Proof::default()
            }),
        })
    }
}
