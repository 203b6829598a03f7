//! Alpha-beta search.
//!
//! `deepen` runs one `search` after the other, each a turn deeper, over a `tree`: a game seen
//! through an evaluator, or one that a test makes up. See `docs/agents.md` for what is searched
//! how, and why.

mod config;
mod deepen;
mod game_tree;
mod limits;
mod score;
mod search;
mod spec;
pub(crate) mod table;
mod techniques;
#[cfg(test)]
mod tests;
mod tree;

use std::time::Instant;

use flipside_rules::{ExpectedScore, ForMover};

pub use config::{AlphaBetaConfig, Beam};
pub use techniques::Techniques;

use self::deepen::deepen;
use self::game_tree::GameTree;
use self::limits::{Interrupt, Limits};
use self::search::{Found, Search};
use self::table::Table;
use self::techniques::Technique;
use self::tree::Tree as _;
use crate::play_out::{Attempt, play_out};
use crate::{Agent, Choice, Evaluator, NoChoice, Playable, Proof, Rng, Stop};

/// Searches as many turns ahead as its budget allows, and takes the turn that leads to the
/// best-looking position if both sides go on like that. Among turns of equal value chance decides.
#[derive(Clone, Debug)]
pub struct AlphaBeta<G: Playable> {
    config: AlphaBetaConfig,
    evaluator: G::Evaluator,
    rng: Rng,
    table: Table<G::Turn>,
}

impl<G: Playable> AlphaBeta<G> {
    /// A player to whom a game has still to be announced, with an evaluator that judges the
    /// positions at the end of the lines that it looks at.
    #[must_use]
    pub fn new(config: AlphaBetaConfig, evaluator: G::Evaluator) -> Self {
        Self {
            config,
            evaluator,
            rng: Rng::new(0),
            table: Table::new(config.table_bytes(), config.nodes),
        }
    }

    /// The turns of the root, best-looking first, those that look equally good in random order.
    fn root_turns(&mut self, game: &G, width: usize) -> Vec<G::Turn> {
        let mut turns = Vec::new();
        let tree = GameTree::<G> {
            evaluator: &self.evaluator,
        };
        tree.turns(game, usize::MAX, &mut turns);
        for i in (1..turns.len()).rev() {
            turns.swap(i, self.rng.below(i as u32 + 1) as usize);
        }
        turns.sort_by_key(|&(_, score)| std::cmp::Reverse(score));
        turns.truncate(width);
        turns.into_iter().map(|(turn, _)| turn).collect()
    }

    fn choice(
        &self,
        game: &G,
        found: Found<G::Turn>,
        turn: G::Turn,
        is_sound: bool,
    ) -> Choice<G::Turn> {
        let Found { value, line } = found;
        let is_decisive = score::is_decisive(value);
        let expected = match value {
            _ if !is_decisive => self.evaluator.expected(game, ForMover(value)).0,
            1.. => ExpectedScore(1.0),
            _ => ExpectedScore(0.0),
        };
        let proof = Proof {
            turns: Some(score::turns_to_end(value)),
            ..Proof::default()
        };
        Choice {
            value: Some(ForMover(expected)),
            line,
            proven: (is_decisive && is_sound).then_some(proof),
            ..Choice::bare(turn)
        }
    }
}

impl<G: Playable> AlphaBeta<G> {
    fn endgame(&self, game: &G, stop: &Stop) -> Attempt<G::Turn> {
        if self.config.techniques.has(Technique::ENDGAME) {
            play_out(game, self.config.purse(), stop)
        } else {
            Attempt::InVain(0)
        }
    }
}

impl<G: Playable> Agent<G> for AlphaBeta<G> {
    fn begin(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn choose(&mut self, game: &G, stop: &Stop) -> Result<Choice<G::Turn>, NoChoice> {
        if game.outcome().is_some() {
            return Err(NoChoice::GameOver);
        }
        let moment = self.config.time.map(|time| Instant::now() + time);
        let attempt = self.endgame(game, stop);
        if stop.is_requested() {
            return Err(NoChoice::Stopped);
        }
        let used = match attempt {
            Attempt::Solved(choice) => return Ok(choice),
            Attempt::InVain(used) => used,
        };
        let plan = self.config.plan::<G>();
        let turns = self.root_turns(game, plan.width);
        let &first = turns.first().ok_or(NoChoice::GameOver)?;
        let tree = GameTree {
            evaluator: &self.evaluator,
        };
        // However much was used up, at least one turn is looked at.
        let left = self
            .config
            .nodes
            .map(|nodes| nodes.saturating_sub(used).max(1));
        let limits = Limits::new(left, moment, stop);
        let mut search = Search::new(&tree, game.clone(), plan, limits, &mut self.table);
        let deepened = deepen(&mut search, turns, self.config.max_depth());
        let nodes = search.visited();
        if deepened.interrupt == Some(Interrupt::Stopped) {
            return Err(NoChoice::Stopped);
        }
        let choice = match deepened.found {
            None => Choice::bare(first),
            Some(found) => {
                let turn = found.line.first().copied().unwrap_or(first);
                self.choice(game, found, turn, plan.sees_all_turns())
            }
        };
        Ok(Choice {
            nodes: Some(used + nodes),
            depth: Some(deepened.depth),
            ..choice
        })
    }
}
