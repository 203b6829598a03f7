//! Alpha-beta search.
//!
//! `iterative_deepening` runs one `search` after the other, each a turn deeper, over a `tree`: a
//! game with an evaluator, or an artificial tree of a test. `docs/agents.md` describes the search
//! and the measurements behind it.

mod config;
mod game_tree;
mod iterative_deepening;
mod limits;
mod score;
mod search;
mod search_features;
pub(crate) mod table;
#[cfg(test)]
mod tests;
mod tree;

use std::time::Instant;

use flipside_rules::{ExpectedScore, ForMover};

pub use config::{AlphaBetaConfig, Beam};
pub use search_features::SearchFeatures;

use self::game_tree::GameTree;
use self::iterative_deepening::iterative_deepening;
use self::limits::{Interrupt, Limits};
use self::search::{ScoredLine, Search, SearchOptions};
use self::search_features::SearchFeature;
use self::table::Table;
use self::tree::Tree as _;
use crate::try_endgame::{EndgameAttempt, try_endgame};
use crate::{Agent, Choice, ChooseError, Evaluator, Playable, Proof, Rng, Stop};

/// Alpha-beta search with iterative deepening. Chooses the turn of the best value, at random among
/// equals.
#[derive(Clone, Debug)]
pub struct AlphaBeta<G: Playable> {
    config: AlphaBetaConfig,
    evaluator: G::Evaluator,
    rng: Rng,
    table: Table<G::Turn>,
}

impl<G: Playable> AlphaBeta<G> {
    /// Creates an agent that evaluates leaf positions with `evaluator`.
    #[must_use]
    pub fn new(config: AlphaBetaConfig, evaluator: G::Evaluator) -> Self {
        Self {
            config,
            evaluator,
            rng: Rng::new(0),
            table: Table::new(config.table_bytes(), config.nodes),
        }
    }

    /// The turns of the root, highest score first, equal scores in random order.
    fn root_turns(&mut self, game: &G) -> Vec<G::Turn> {
        let mut turns = Vec::new();
        let tree = GameTree::<G> {
            evaluator: &self.evaluator,
        };
        tree.turns(game, usize::MAX, &mut turns);
        for i in (1..turns.len()).rev() {
            turns.swap(i, self.rng.below(i as u32 + 1) as usize);
        }
        turns.sort_by_key(|&(_, score)| std::cmp::Reverse(score));
        turns.into_iter().map(|(turn, _)| turn).collect()
    }

    /// Converts the result of a search to a choice.
    fn choice(
        &self,
        game: &G,
        options: &SearchOptions,
        best: ScoredLine<G::Turn>,
        is_interrupted: bool,
    ) -> Option<Choice<G::Turn>> {
        let ScoredLine { value, line } = best;
        let expected = match value {
            _ if !score::is_decisive(value) => self.evaluator.expected(game, ForMover(value)).0,
            1.. => ExpectedScore(1.0),
            _ => ExpectedScore(0.0),
        };
        // The length of the longest defence requires all turns, searched to the full depth.
        let is_longest = options.is_exact() && !is_interrupted;
        let turns = (value > 0 || is_longest).then(|| score::turns_to_end(value));
        let proof = Proof {
            turns,
            ..Proof::default()
        };
        let is_proven = score::is_decisive(value) && options.is_full_width();
        let turn = line.first().copied()?;
        Some(Choice {
            value: Some(ForMover(expected)),
            line,
            proven: is_proven.then_some(proof),
            ..Choice::new(turn)
        })
    }
}

impl<G: Playable> Agent<G> for AlphaBeta<G> {
    fn begin(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn choose(&mut self, game: &G, stop: &Stop) -> Result<Choice<G::Turn>, ChooseError> {
        if game.outcome().is_some() {
            return Err(ChooseError::GameOver);
        }
        let deadline = self.config.time.map(|time| Instant::now() + time);
        let attempt = match self.config.features.has(SearchFeature::ENDGAME) {
            true => try_endgame(game, self.config.endgame_budget(), stop),
            false => EndgameAttempt::Unsolved(0),
        };
        if stop.is_requested() {
            return Err(ChooseError::Stopped);
        }
        let used = match attempt {
            EndgameAttempt::Solved(choice) => return Ok(choice),
            EndgameAttempt::Unsolved(used) => used,
        };
        let options = self.config.options::<G>();
        let turns = self.root_turns(game);
        let tree = GameTree {
            evaluator: &self.evaluator,
        };
        // At least one turn is searched, even if the endgame solver has used the whole budget.
        let left = self
            .config
            .nodes
            .map(|nodes| nodes.saturating_sub(used).max(1));
        let limits = Limits::new(left, deadline, stop);
        let mut search = Search::new(&tree, game.clone(), options, limits, &mut self.table);
        let result = iterative_deepening(&mut search, turns, self.config.max_depth());
        let nodes = search.visited();
        if result.interrupt == Some(Interrupt::Stopped) {
            return Err(ChooseError::Stopped);
        }
        let is_interrupted = result.interrupt.is_some();
        let choice = result
            .best
            .and_then(|best| self.choice(game, &options, best, is_interrupted))
            .or_else(|| result.open.first().copied().map(Choice::new))
            .ok_or(ChooseError::GameOver)?;
        Ok(Choice {
            nodes: Some(used + nodes),
            depth: Some(result.depth),
            ..choice
        })
    }
}
