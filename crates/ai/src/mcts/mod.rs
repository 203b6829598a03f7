//! Monte-Carlo tree search with an evaluation.

mod answer;
mod bounds;
mod config;
mod list;
#[cfg(test)]
mod proofs;
mod search;
mod tree;

use std::time::Instant;

use flipside_rules::{ExpectedScore, ForMover};

pub use config::MctsConfig;

use crate::play_out::{Attempt, Purse, play_out};
use crate::{Agent, Budget, Choice, NoChoice, Playable, Proof, Rng, Stop};
use bounds::{Bounds, points};
use search::Search;
use tree::ROOT;

/// Best-first search: every visit goes down the tree to a new node, which is judged by the
/// evaluation. Wins, losses and draws are proven where the tree reaches the end of the game.
#[derive(Debug)]
pub struct Mcts<G: Playable> {
    budget: Budget,
    search: Search<G>,
    /// The game at the root of the tree.
    root: Option<G>,
    /// Whether the tree's root has followed all turns since the last choice.
    is_up_to_date: bool,
}

impl<G: Playable> Mcts<G> {
    /// A player to whom a game has still to be announced.
    #[must_use]
    pub fn new(config: MctsConfig, evaluator: G::Evaluator) -> Self {
        Self {
            budget: config.budget,
            search: Search::new(config, evaluator),
            root: None,
            is_up_to_date: false,
        }
    }

    /// Makes the tree one of `game`: what is left of the last search, or a new one.
    fn prepare(&mut self, game: &G, any: G::Turn) {
        let is_same = self.is_up_to_date
            && self.root.as_ref().is_some_and(|root| {
                root.position() == game.position()
                    && root.turns_before_history_matters() == game.turns_before_history_matters()
            });
        if !is_same {
            // The root's own turn is never looked at.
            self.search.plant(any, game);
        }
        self.is_up_to_date = false;
        self.root = Some(game.clone());
    }

    const fn purse(&self) -> Purse {
        match self.budget {
            Budget::Nodes(nodes) => Purse::Nodes(nodes as u64),
            Budget::Time(time) => Purse::Time(time),
        }
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
                self.search.step_to(child);
                self.is_up_to_date = true;
            }
            None => {
                self.root = None;
                self.is_up_to_date = false;
            }
        }
    }

    fn choose(&mut self, game: &G, stop: &Stop) -> Result<Choice<G::Turn>, NoChoice> {
        let any = game.pick_turn(|_| 0).ok_or(NoChoice::GameOver)?;
        let start = match self.budget {
            Budget::Nodes(_) => None,
            Budget::Time(_) => Some(Instant::now()),
        };
        let mut nodes = match play_out(game, self.purse(), stop) {
            Attempt::Solved(choice) => return Ok(choice),
            Attempt::InVain(nodes) => nodes,
        };
        self.prepare(game, any);
        let mut current = game.clone();
        let mut depth = 0;
        // Whatever was spent, a new root is visited once.
        while (self.search.is_new() || !self.is_spent(nodes, start)) && !self.search.is_finished() {
            if stop.is_requested() {
                return Err(NoChoice::Stopped);
            }
            current.clone_from(game);
            depth = depth.max(self.search.visit(&mut current));
            nodes += 1;
        }
        let best = self.search.best(ROOT).ok_or(NoChoice::Stopped)?;
        let node = self.search.tree.node(best);
        let root = self.search.tree.node(ROOT).bounds.flipped();
        let value = match root.exact() {
            Some(half_points) => points(half_points),
            None if node.visits == 0 => 1.0 - self.search.tree.node(ROOT).mean(),
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
