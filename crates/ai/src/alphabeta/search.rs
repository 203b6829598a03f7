//! Alpha-beta search.

use super::limits::{Interrupt, Limits};
use super::score;
use super::search_features::{SearchFeature, SearchFeatures};
use super::table::{Bound, Table, TableData, TableKey};
use super::tree::Tree;
use crate::EVALUATION_LIMIT;

/// The options of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SearchOptions {
    /// The number of turns searched in each position.
    pub(super) width: usize,
    /// Late-move-reduction threshold: the number of turns searched to the full depth.
    pub(super) lmr_threshold: usize,
    /// Margin of futility pruning, in percent of [`Tree::futility_margin`].
    pub(super) futility_margin: u32,
    pub(super) features: SearchFeatures,
}

impl SearchOptions {
    /// Whether the value of a search is that of all turns, searched to the full depth.
    pub(super) fn is_exact(&self) -> bool {
        self.is_full_width() && !self.features.are_selective()
    }

    /// Whether all turns are searched in each position, so that wins and losses are proven.
    pub(super) const fn is_full_width(&self) -> bool {
        self.width == usize::MAX
    }
}

/// The data of one ply of the line that is being searched.
struct Frame<T: Tree> {
    node: T::Node,
    turns: Vec<(T::Turn, i32)>,
    /// Killer turns, latest first.
    killers: [Option<T::Turn>; 2],
    /// The principal variation from here.
    line: Vec<T::Turn>,
    /// The number of turns ahead that the value depends on.
    reach: u32,
}

/// A search of one root.
pub(super) struct Search<'a, T: Tree> {
    tree: &'a T,
    options: SearchOptions,
    limits: Limits<'a>,
    table: &'a mut Table<T::Turn>,
    frames: Vec<Frame<T>>,
}

/// A principal variation and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ScoredLine<T> {
    pub(super) value: i32,
    /// The turns, starting with the best one.
    pub(super) line: Vec<T>,
}

/// The result of searching turns of the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RootResult<T> {
    /// The best of the turns whose search is complete; `None` before the first of them. The value is
    /// exact within the window, otherwise a bound.
    pub(super) best: Option<ScoredLine<T>>,
    /// The turns that lose by force, in search order. Their values are upper bounds.
    pub(super) refuted: Vec<ScoredLine<T>>,
}

impl<T: Tree> Frame<T> {
    const fn new(node: T::Node) -> Self {
        Self {
            node,
            turns: Vec::new(),
            killers: [None; 2],
            line: Vec::new(),
            reach: 0,
        }
    }
}

impl<'a, T: Tree> Search<'a, T> {
    pub(super) fn new(
        tree: &'a T,
        root: T::Node,
        options: SearchOptions,
        limits: Limits<'a>,
        table: &'a mut Table<T::Turn>,
    ) -> Self {
        table.clear();
        let mut search = Self {
            tree,
            options,
            limits,
            table,
            frames: Vec::new(),
        };
        search.frames.push(Frame::new(root));
        search
    }

    /// The number of nodes visited so far.
    pub(super) const fn visited(&self) -> u64 {
        self.limits.visited()
    }

    pub(super) const fn options(&self) -> &SearchOptions {
        &self.options
    }

    const fn uses(&self, feature: SearchFeature) -> bool {
        self.options.features.has(feature)
    }

    /// Searches `turns` of the root to `depth` within a window whose bounds are not losses. `result`
    /// is valid even if the search is interrupted.
    pub(super) fn root(
        &mut self,
        turns: &[T::Turn],
        depth: u32,
        window: (i32, i32),
        result: &mut RootResult<T::Turn>,
    ) -> Result<(), Interrupt> {
        let (mut alpha, beta) = window;
        for (i, &turn) in turns.iter().enumerate() {
            self.play(0, turn);
            let value = self.turn_value(0, depth, i, 0, alpha, beta)?;
            let is_best = result.best.as_ref().is_none_or(|best| value > best.value);
            if is_best || score::is_lost(value) {
                let mut line = vec![turn];
                line.extend_from_slice(&self.frames[1].line);
                let scored = ScoredLine { value, line };
                if score::is_lost(value) {
                    result.refuted.push(scored.clone());
                }
                if is_best {
                    result.best = Some(scored);
                }
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Ok(())
    }

    /// Writes the node after a turn to the next frame.
    fn play(&mut self, ply: usize, turn: T::Turn) {
        if self.frames.len() == ply + 1 {
            let node = self.frames[ply].node.clone();
            self.frames.push(Frame::new(node));
        }
        let (before, after) = self.frames.split_at_mut(ply + 1);
        after[0].node.clone_from(&before[ply].node);
        self.tree.play(&mut after[0].node, turn);
    }

    /// The value of turn number `i` of the node at `ply`, for the player who makes it. The next frame
    /// contains the node after the turn.
    fn turn_value(
        &mut self,
        ply: usize,
        depth: u32,
        i: usize,
        reduction: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Interrupt> {
        let depth = depth - 1;
        if i > 0 && self.uses(SearchFeature::PVS) {
            let mut value = -self.value(ply + 1, depth - reduction, -alpha - 1, -alpha)?;
            if value > alpha && reduction > 0 {
                value = -self.value(ply + 1, depth, -alpha - 1, -alpha)?;
            }
            if value <= alpha || value >= beta {
                return Ok(value);
            }
        }
        Ok(-self.value(ply + 1, depth, -beta, -alpha)?)
    }

    /// The value of the node at `ply` for its mover, searched to `depth`: exact within the window,
    /// otherwise a bound.
    fn value(&mut self, ply: usize, depth: u32, alpha: i32, beta: i32) -> Result<i32, Interrupt> {
        self.limits.visit()?;
        let frame = &mut self.frames[ply];
        frame.line.clear();
        frame.reach = 0;
        if let Some(end) = self.tree.end(&frame.node) {
            return Ok(score::of_outcome(end, ply as u32));
        }
        let is_leaf = depth == 0 && !self.is_extended(ply);
        if is_leaf || ply as u32 >= score::MAX_PLY {
            return Ok(self.tree.evaluate(&self.frames[ply].node).0);
        }
        let depth = depth.max(1);
        let mut first = None;
        let key = self.uses(SearchFeature::TABLE).then(|| self.table_key(ply));
        if let Some(key) = &key
            && let Some((data, holds)) = self.table.probe(key)
        {
            first = data.turn;
            if holds && let Some(value) = self.table_cutoff(data, ply, depth, alpha, beta) {
                self.frames[ply].reach = data.reach;
                return Ok(value);
            }
        }
        let (value, turn) = self.search_turns(ply, depth, alpha, beta, first)?;
        if let Some(key) = &key {
            let data = TableData {
                turn,
                value: score::to_table(value, ply as u32),
                bound: Bound::of(value, alpha, beta),
                depth,
                reach: self.frames[ply].reach,
            };
            self.table.store(key, data);
        }
        Ok(value)
    }

    /// Whether a line that would end at `ply` is extended by a turn.
    fn is_extended(&self, ply: usize) -> bool {
        self.uses(SearchFeature::EXTENSION) && self.tree.has_threat(&self.frames[ply].node)
    }

    fn table_key(&self, ply: usize) -> TableKey {
        let node = &self.frames[ply].node;
        TableKey {
            position: self.tree.key(node),
            history: self.tree.history(node),
            history_matters: self.tree.turns_before_history_matters(node),
        }
    }

    /// The value of a node from the table, if it suffices.
    fn table_cutoff(
        &self,
        data: &TableData<T::Turn>,
        ply: usize,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let deep_enough = if self.options.is_exact() {
            data.depth == depth
        } else {
            data.depth >= depth
        };
        if !deep_enough {
            return None;
        }
        let value = score::from_table(data.value, ply as u32);
        let decides = match data.bound {
            // Within an open window, the principal variation is needed as well.
            Bound::Exact => beta - alpha == 1 || !self.uses(SearchFeature::PVS),
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        decides.then_some(value)
    }

    /// The best value among the node's turns, and its turn if the value is above `alpha`.
    fn search_turns(
        &mut self,
        ply: usize,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        first: Option<T::Turn>,
    ) -> Result<(i32, Option<T::Turn>), Interrupt> {
        let mut turns = std::mem::take(&mut self.frames[ply].turns);
        turns.clear();
        self.add_known_turns(ply, first, &mut turns);
        let known = turns.len();
        let mut is_listed = false;
        let mut best = (-score::INFINITE, None);
        let mut reach = 0;
        for i in 0.. {
            if i == turns.len() && !is_listed {
                is_listed = true;
                self.add_other_turns(ply, known, &mut turns);
            }
            let Some(&(turn, score)) = turns.get(i) else {
                break;
            };
            let bound = self.futility_bound(depth, score).filter(|_| i > 0);
            if let Some(bound) = bound
                && bound <= alpha
            {
                best.0 = best.0.max(bound);
                reach = reach.max(depth);
                continue;
            }
            self.play(ply, turn);
            let reduction = self.reduction(depth, i);
            let value = self.turn_value(ply, depth, i, reduction, alpha, beta)?;
            reach = reach.max(self.frames[ply + 1].reach + 1);
            if value > best.0 {
                best.0 = value;
            }
            if value > alpha {
                alpha = value;
                best.1 = Some(turn);
                let (before, after) = self.frames.split_at_mut(ply + 1);
                let line = &mut before[ply].line;
                line.clear();
                line.push(turn);
                line.extend_from_slice(&after[0].line);
            }
            if value >= beta {
                self.add_killer(ply, turn);
                break;
            }
        }
        let frame = &mut self.frames[ply];
        frame.turns = turns;
        frame.reach = reach;
        Ok(best)
    }

    /// The upper bound that futility pruning assumes for a turn with this score; `None` where it is
    /// not used.
    fn futility_bound(&self, depth: u32, score: i32) -> Option<i32> {
        if score >= EVALUATION_LIMIT || !self.uses(SearchFeature::FUTILITY) {
            return None;
        }
        let margin = self.tree.futility_margin(depth)?;
        // The margin is a few hundred, and the percentage at most 10,000.
        Some(score.saturating_add(margin.saturating_mul(self.options.futility_margin as i32) / 100))
    }

    fn reduction(&self, depth: u32, i: usize) -> u32 {
        if depth >= 3 && i >= self.options.lmr_threshold && self.uses(SearchFeature::LMR) {
            1
        } else {
            0
        }
    }

    /// Starts the list of turns with `first` (from the table) and the killer turns, as far as they are
    /// legal. If one of them causes a cutoff, the others need not be generated. Their scores are
    /// unknown; they get one that [`Self::futility_bound`] ignores.
    fn add_known_turns(&self, ply: usize, first: Option<T::Turn>, turns: &mut Vec<(T::Turn, i32)>) {
        let Frame { node, killers, .. } = &self.frames[ply];
        let killers = killers
            .iter()
            .copied()
            .filter(|_| self.uses(SearchFeature::KILLERS));
        for turn in [first].into_iter().chain(killers).flatten() {
            let is_new = turns.iter().all(|&(other, _)| other != turn);
            if is_new && self.tree.is_legal(node, turn) {
                turns.push((turn, EVALUATION_LIMIT));
            }
        }
    }

    /// Appends the other turns of a node.
    fn add_other_turns(&self, ply: usize, known: usize, turns: &mut Vec<(T::Turn, i32)>) {
        self.tree
            .turns(&self.frames[ply].node, self.options.width, turns);
        for i in 0..known {
            let (turn, _) = turns[i];
            let mut others = turns[known..].iter();
            if let Some(j) = others.position(|&(other, _)| other == turn) {
                turns.remove(known + j);
            }
        }
    }

    /// Records a turn that caused a cutoff.
    fn add_killer(&mut self, ply: usize, turn: T::Turn) {
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(turn) {
            *killers = [Some(turn), killers[0]];
        }
    }
}
