//! Alpha-beta search.

use super::limits::{Interrupt, Limits};
use super::score;
use super::table::{Bound, Finding, Place, Table};
use super::techniques::{Technique, Techniques};
use super::tree::Tree;
use crate::EVALUATION_LIMIT;

/// What a search may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Plan {
    /// Turns looked at in each position.
    pub(super) width: usize,
    /// Of these, so many are searched to the full depth before reductions.
    pub(super) late: usize,
    /// Percentage of [`Tree::slack`].
    pub(super) slack: u32,
    pub(super) techniques: Techniques,
}

impl Plan {
    /// Whether the value of a search is that of all turns, searched to the full depth.
    pub(super) fn is_exact(&self) -> bool {
        self.sees_all_turns() && !self.techniques.are_selective()
    }

    /// Whether all turns are looked at in each position, so that wins and losses are proven.
    pub(super) const fn sees_all_turns(&self) -> bool {
        self.width == usize::MAX
    }
}

/// What is kept for each ply of the line that is being searched.
struct Frame<T: Tree> {
    node: T::Node,
    turns: Vec<(T::Turn, i32)>,
    /// Turns that refuted the turn before, latest first.
    killers: [Option<T::Turn>; 2],
    /// The best continuation from here.
    line: Vec<T::Turn>,
    /// How many turns ahead the value looked.
    reach: u32,
}

/// A search of one root.
pub(super) struct Search<'a, T: Tree> {
    tree: &'a T,
    plan: Plan,
    limits: Limits<'a>,
    table: &'a mut Table<T::Turn>,
    frames: Vec<Frame<T>>,
}

/// What a search of the root has come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Found<T> {
    pub(super) value: i32,
    /// The best continuation; it begins with the best turn.
    pub(super) line: Vec<T>,
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
        plan: Plan,
        limits: Limits<'a>,
        table: &'a mut Table<T::Turn>,
    ) -> Self {
        table.clear();
        let mut search = Self {
            tree,
            plan,
            limits,
            table,
            frames: Vec::new(),
        };
        search.frames.push(Frame::new(root));
        search
    }

    /// Nodes visited so far.
    pub(super) const fn visited(&self) -> u64 {
        self.limits.visited()
    }

    pub(super) const fn plan(&self) -> &Plan {
        &self.plan
    }

    const fn uses(&self, technique: Technique) -> bool {
        self.plan.techniques.has(technique)
    }

    /// Searches `turns` of the root to `depth` within a window. What is found is in `best` even if
    /// the search is interrupted, unless that happens before the first turn is through.
    pub(super) fn root(
        &mut self,
        turns: &[T::Turn],
        depth: u32,
        window: (i32, i32),
        best: &mut Option<Found<T::Turn>>,
    ) -> Result<(), Interrupt> {
        let (mut alpha, beta) = window;
        *best = None;
        for (i, &turn) in turns.iter().enumerate() {
            self.play(0, turn);
            let value = self.turn_value(0, depth, i, 0, alpha, beta)?;
            if best.as_ref().is_none_or(|best| value > best.value) {
                let mut line = vec![turn];
                line.extend_from_slice(&self.frames[1].line);
                *best = Some(Found { value, line });
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Ok(())
    }

    /// Puts the node after a turn into the next frame.
    fn play(&mut self, ply: usize, turn: T::Turn) {
        if self.frames.len() == ply + 1 {
            let node = self.frames[ply].node.clone();
            self.frames.push(Frame::new(node));
        }
        let (before, after) = self.frames.split_at_mut(ply + 1);
        after[0].node.clone_from(&before[ply].node);
        self.tree.play(&mut after[0].node, turn);
    }

    /// The value, for the player who made it, of turn number `i` of the node at `ply`; the next
    /// frame stands at the node after it.
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
        if i > 0 && self.uses(Technique::SCOUT) {
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
    /// else a bound on its side of the window.
    fn value(&mut self, ply: usize, depth: u32, alpha: i32, beta: i32) -> Result<i32, Interrupt> {
        self.limits.visit()?;
        let frame = &mut self.frames[ply];
        frame.line.clear();
        frame.reach = 0;
        if let Some(end) = self.tree.end(&frame.node) {
            return Ok(score::of_end(end, ply as u32));
        }
        // A line is too long to go on, or has come to its end where nothing urgent is left.
        let is_over = depth == 0 && !self.is_extended(ply);
        if is_over || ply as u32 >= score::MAX_PLY {
            return Ok(self.tree.evaluate(&self.frames[ply].node).0);
        }
        let depth = depth.max(1);
        let mut first = None;
        let place = self.uses(Technique::TABLE).then(|| self.place(ply));
        if let Some(place) = &place
            && let Some((finding, holds)) = self.table.get(place)
        {
            first = finding.turn;
            if holds && let Some(value) = self.known(finding, ply, depth, alpha, beta) {
                self.frames[ply].reach = finding.reach;
                return Ok(value);
            }
        }
        let (value, turn) = self.best_turn(ply, depth, alpha, beta, first)?;
        if let Some(place) = &place {
            let bound = if value <= alpha {
                Bound::Upper
            } else if value >= beta {
                Bound::Lower
            } else {
                Bound::Exact
            };
            let finding = Finding {
                turn,
                value: score::seen_from_node(value, ply as u32),
                bound,
                depth,
                reach: self.frames[ply].reach,
            };
            self.table.put(place, finding);
        }
        Ok(value)
    }

    /// Whether a line that should end at `ply` goes on for a turn.
    fn is_extended(&self, ply: usize) -> bool {
        self.uses(Technique::EXTENSION) && self.tree.is_unsettled(&self.frames[ply].node)
    }

    fn place(&self, ply: usize) -> Place {
        let node = &self.frames[ply].node;
        Place {
            key: self.tree.key(node),
            history: self.tree.history(node),
            history_matters: self.tree.turns_before_history_matters(node),
        }
    }

    /// The value of a node about which something holds that was found before, if that is enough.
    fn known(
        &self,
        finding: &Finding<T::Turn>,
        ply: usize,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let deep_enough = if self.plan.is_exact() {
            finding.depth == depth
        } else {
            finding.depth >= depth
        };
        if !deep_enough {
            return None;
        }
        let value = score::seen_from_root(finding.value, ply as u32);
        let decides = match finding.bound {
            // Within an open window the line is wanted, too.
            Bound::Exact => beta - alpha == 1 || !self.uses(Technique::SCOUT),
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        decides.then_some(value)
    }

    /// The best value among the node's turns, and the turn, if one was better than `alpha`.
    fn best_turn(
        &mut self,
        ply: usize,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        first: Option<T::Turn>,
    ) -> Result<(i32, Option<T::Turn>), Interrupt> {
        let mut turns = std::mem::take(&mut self.frames[ply].turns);
        turns.clear();
        self.promising(ply, first, &mut turns);
        let promising = turns.len();
        let mut is_listed = false;
        let mut best = (-score::INFINITE, None);
        let mut reach = 0;
        for i in 0.. {
            if i == turns.len() && !is_listed {
                is_listed = true;
                self.list(ply, promising, &mut turns);
            }
            let Some(&(turn, score)) = turns.get(i) else {
                break;
            };
            let promise = self.promise(depth, score).filter(|_| i > 0);
            if let Some(promise) = promise
                && promise <= alpha
            {
                best.0 = best.0.max(promise);
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
                self.remember(ply, turn);
                break;
            }
        }
        let frame = &mut self.frames[ply];
        frame.turns = turns;
        frame.reach = reach;
        Ok(best)
    }

    /// The most that a turn with this score can be expected to be worth; `None` where its score says
    /// too little about that.
    fn promise(&self, depth: u32, score: i32) -> Option<i32> {
        if score >= EVALUATION_LIMIT || !self.uses(Technique::FORESIGHT) {
            return None;
        }
        let slack = self.tree.slack(depth)?;
        // A slack is a few hundred, and the percentage at most 10,000.
        Some(score.saturating_add(slack.saturating_mul(self.plan.slack as i32) / 100))
    }

    fn reduction(&self, depth: u32, i: usize) -> u32 {
        if depth >= 3 && i >= self.plan.late && self.uses(Technique::REDUCTIONS) {
            1
        } else {
            0
        }
    }

    /// Begins the list of turns with those that did well elsewhere, as far as they are there: `first`
    /// and killers. Where one of them refutes the turn before, the others need not be listed. Their
    /// scores are not known, so they are given one that tells nothing (see [`Self::promise`]).
    fn promising(&self, ply: usize, first: Option<T::Turn>, turns: &mut Vec<(T::Turn, i32)>) {
        let Frame { node, killers, .. } = &self.frames[ply];
        let killers = killers
            .iter()
            .copied()
            .filter(|_| self.uses(Technique::KILLERS));
        for turn in [first].into_iter().chain(killers).flatten() {
            let is_new = turns.iter().all(|&(other, _)| other != turn);
            if is_new && self.tree.allows(node, turn) {
                turns.push((turn, EVALUATION_LIMIT));
            }
        }
    }

    /// Appends the turns of a node to the first ones, without naming any of these again.
    fn list(&self, ply: usize, promising: usize, turns: &mut Vec<(T::Turn, i32)>) {
        self.tree
            .turns(&self.frames[ply].node, self.plan.width, turns);
        for i in 0..promising {
            let (turn, _) = turns[i];
            let mut others = turns[promising..].iter();
            if let Some(j) = others.position(|&(other, _)| other == turn) {
                turns.remove(promising + j);
            }
        }
    }

    /// Remembers a turn that refuted the one before.
    fn remember(&mut self, ply: usize, turn: T::Turn) {
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(turn) {
            *killers = [Some(turn), killers[0]];
        }
    }
}
