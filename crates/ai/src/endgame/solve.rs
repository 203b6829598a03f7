//! Alpha-beta search to the end of the game, on the margin.

use std::cmp::Reverse;

use flipside_rules::set_bits;

use super::board::{Board, Placement, RuleOptions};
use super::chains::{Chains, Replies, Steps, max_over, most_conversions, placements};
use crate::Stop;
use crate::alphabeta::table::{Bound, Table, TableData, TableKey};

/// Beyond all margins.
const INFINITE: i32 = 100;

/// Work between two checks for a stop request.
const WORK_BETWEEN_CHECKS: u64 = 10_000;

const TABLE_BYTES: usize = 4 << 20;

/// The search was ended by the work limit or a stop request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Interrupted;

/// Data shared by positions with the same number of turns left.
#[derive(Clone, Default)]
struct Level {
    /// Killer turns, latest first.
    killers: [Option<Placement>; 2],
    /// A buffer for the turns of a position.
    turns: Vec<(i32, Placement)>,
}

/// A search of one position. Values are margins at the end, for the player to move.
pub(super) struct Solver<'a> {
    options: RuleOptions,
    /// Work done: positions and steps of chains.
    work: u64,
    max_work: u64,
    next_check: u64,
    stop: &'a Stop,
    table: Table<Placement>,
    levels: Vec<Level>,
    /// A buffer for sorting.
    buffer: Vec<(i32, Placement)>,
}

impl<'a> Solver<'a> {
    pub(super) fn new(options: RuleOptions, max_work: u64, stop: &'a Stop) -> Self {
        let mut table = Table::new(TABLE_BYTES, Some(max_work));
        table.clear();
        Self {
            options,
            work: 0,
            max_work,
            next_check: 0,
            stop,
            table,
            levels: Vec::new(),
            buffer: Vec::new(),
        }
    }

    pub(super) const fn work(&self) -> u64 {
        self.work
    }

    fn add_work(&mut self, work: u64) -> Result<(), Interrupted> {
        self.work += work;
        if self.work > self.max_work {
            return Err(Interrupted);
        }
        if self.work >= self.next_check {
            self.next_check = self.work + WORK_BETWEEN_CHECKS;
            if self.stop.is_requested() {
                return Err(Interrupted);
            }
        }
        Ok(())
    }

    /// The value of an unfinished position, and a best turn.
    pub(super) fn solve(&mut self, board: &Board) -> Result<(i32, Option<Placement>), Interrupted> {
        let left = board.turns_left();
        self.levels = vec![Level::default(); left as usize + 1];
        self.best(board, left, -INFINITE, INFINITE, None)
    }

    /// The value of a position: exact within the window, otherwise a bound.
    fn value(
        &mut self,
        board: &Board,
        left: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Interrupted> {
        match left {
            0 => return Ok(board.margin()),
            1 => return self.last(board, beta),
            2 => return self.last_two(board, alpha, beta),
            _ => {}
        }
        let key = TableKey {
            position: board.key(),
            history: 0,
            history_matters: u32::MAX,
        };
        let mut first = None;
        if let Some((data, _)) = self.table.probe(&key) {
            let decides = match data.bound {
                Bound::Exact => true,
                Bound::Lower => data.value >= beta,
                Bound::Upper => data.value <= alpha,
            };
            if decides {
                return Ok(data.value);
            }
            first = data.turn;
        }
        let (value, turn) = self.best(board, left, alpha, beta, first)?;
        let data = TableData {
            turn,
            value,
            bound: Bound::of(value, alpha, beta),
            depth: left,
            reach: left,
        };
        self.table.store(&key, data);
        Ok(value)
    }

    /// The value of a position with one turn left: the placed tile counts one, each converted tile
    /// two.
    fn last(&mut self, board: &Board, beta: i32) -> Result<i32, Interrupted> {
        let placed = board.margin() + 1;
        let enough = (beta - placed + 1).div_euclid(2).max(1) as u32;
        let mut steps = 1;
        let most = most_conversions(&self.options, board, enough, &mut steps);
        self.add_work(steps)?;
        Ok(placed + 2 * most as i32)
    }

    /// The value of a position with two turns left.
    ///
    /// Each player gains one tile by placing. If a turn converts n tiles and the opponent can reply
    /// with at least r conversions, its value is at most the margin plus 2 (n − r). This bound skips
    /// most turns.
    fn last_two(&mut self, board: &Board, mut alpha: i32, beta: i32) -> Result<i32, Interrupted> {
        let options = self.options;
        let margin = board.margin();
        let least = ((alpha - margin).div_euclid(2) + 1).max(0);
        let mut steps = 1;
        let mut turns = std::mem::take(&mut self.levels[2].turns);
        turns.clear();
        for cell in set_bits(board.placeable()) {
            for orientation in 0..8 {
                let chains = Chains {
                    options: &options,
                    board,
                    orientation,
                };
                let longest = chains.longest_by_direction(cell, &mut steps);
                for tile in set_bits(board.supply) {
                    let most = max_over(&longest, chains.placed_arrows(tile)) as i32;
                    if most >= least {
                        let turn = Placement {
                            converted: 0,
                            tile,
                            cell,
                            orientation,
                        };
                        turns.push((most, turn));
                    }
                }
            }
        }
        sort(&mut turns, &mut self.buffer);
        let mut replies = None;
        let mut sets = Vec::new();
        for &(most, turn) in &turns {
            if margin + 2 * most <= alpha {
                break;
            }
            let replies = replies.get_or_insert_with(|| Replies::new(&options, board, &mut steps));
            let reply = replies.after(turn.tile, turn.cell) as i32;
            if margin + 2 * (most - reply) <= alpha {
                continue;
            }
            let chains = Chains {
                options: &options,
                board,
                orientation: turn.orientation,
            };
            let arrows = chains.placed_arrows(turn.tile);
            sets.clear();
            chains.sets(turn.cell, arrows, 0, &mut sets, &mut steps);
            sets.sort_unstable_by_key(|set| (Reverse(set.count_ones()), *set));
            sets.dedup();
            for &converted in &sets {
                if margin + 2 * (converted.count_ones() as i32 - reply) <= alpha {
                    break;
                }
                let next = board.after(&options, &Placement { converted, ..turn });
                alpha = alpha.max(-self.value(&next, 1, -beta, -alpha)?);
                if alpha >= beta {
                    break;
                }
            }
            if alpha >= beta {
                break;
            }
        }
        self.levels[2].turns = turns;
        self.add_work(steps)?;
        Ok(alpha)
    }

    /// The value of an unfinished position, and its turn if the value is above `alpha`.
    fn best(
        &mut self,
        board: &Board,
        left: u32,
        mut alpha: i32,
        beta: i32,
        first: Option<Placement>,
    ) -> Result<(i32, Option<Placement>), Interrupted> {
        let mut turns = std::mem::take(&mut self.levels[left as usize].turns);
        turns.clear();
        let steps = scored_turns(&self.options, board, &mut turns);
        self.add_work(steps)?;
        sort(&mut turns, &mut self.buffer);
        let killers = self.levels[left as usize].killers;
        to_front([first, killers[0], killers[1]], &mut turns);
        let mut best = (-INFINITE, None);
        for (i, &(_, turn)) in turns.iter().enumerate() {
            let next = board.after(&self.options, &turn);
            let mut value = alpha + 1;
            if i > 0 {
                value = -self.value(&next, left - 1, -alpha - 1, -alpha)?;
            }
            if i == 0 || value > alpha && value < beta {
                value = -self.value(&next, left - 1, -beta, -alpha)?;
            }
            best.0 = best.0.max(value);
            if value > alpha {
                alpha = value;
                best.1 = Some(turn);
            }
            if value >= beta {
                let killers = &mut self.levels[left as usize].killers;
                if killers[0] != Some(turn) {
                    *killers = [Some(turn), killers[0]];
                }
                break;
            }
        }
        self.levels[left as usize].turns = turns;
        Ok(best)
    }
}

/// Moves these turns to the front, as far as they are in the list.
fn to_front(wanted: [Option<Placement>; 3], turns: &mut [(i32, Placement)]) {
    let mut front = 0;
    for turn in wanted.into_iter().flatten() {
        if let Some(i) = turns[front..].iter().position(|(_, other)| *other == turn) {
            turns[front..=front + i].rotate_right(1);
            front += 1;
        }
    }
}

/// Appends all turns with their scores: the mover's conversions minus the lower bound of the
/// opponent's reply.
fn scored_turns(options: &RuleOptions, board: &Board, into: &mut Vec<(i32, Placement)>) -> Steps {
    let mut steps = 0;
    let replies = Replies::new(options, board, &mut steps);
    steps += placements(options, board, |turn| {
        let reply = replies.after(turn.tile, turn.cell) as i32;
        into.push((turn.converted.count_ones() as i32 - reply, turn));
    });
    steps
}

/// Sorts turns by decreasing score: a stable counting sort. `buffer` is overwritten.
fn sort(turns: &mut Vec<(i32, Placement)>, buffer: &mut Vec<(i32, Placement)>) {
    const HALF: i32 = 50;
    let bucket = |&(score, _): &(i32, Placement)| (HALF - score).clamp(0, 2 * HALF - 1) as usize;
    let mut starts = [0; 2 * HALF as usize + 1];
    for turn in turns.iter() {
        starts[bucket(turn) + 1] += 1;
    }
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    buffer.clear();
    buffer.extend_from_slice(turns);
    for turn in turns.iter() {
        let next = &mut starts[bucket(turn)];
        buffer[*next] = *turn;
        *next += 1;
    }
    std::mem::swap(turns, buffer);
}
