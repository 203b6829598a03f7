//! Alpha-beta search to the end of the game, on the margin.

use std::cmp::Reverse;

use flipside_rules::set_bits;

use super::board::{Board, Frame, Placement};
use super::chains::{Chains, Steps, most_among, most_conversions, placements};
use super::replies::Replies;
use crate::Stop;
use crate::alphabeta::table::{Bound, Finding, Place, Table};

/// Beyond all margins.
const INFINITE: i32 = 100;

/// Work between two looks at requests to stop.
const WORK_BETWEEN_LOOKS: u64 = 10_000;

const TABLE_BYTES: usize = 4 << 20;

/// The work is over before the value is known: too much of it, or a request to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Interrupted;

/// What positions with so many turns left keep from one to the next.
#[derive(Clone, Default)]
struct Level {
    /// Turns that refuted others.
    killers: [Option<Placement>; 2],
    /// A list to be used again.
    turns: Vec<(i32, Placement)>,
}

/// A search of one position. Values are margins at the end, seen by the player to move.
pub(super) struct Solver<'a> {
    frame: Frame,
    /// Work done: positions and steps of chains.
    spent: u64,
    most: u64,
    next_look: u64,
    stop: &'a Stop,
    table: Table<Placement>,
    levels: Vec<Level>,
    /// For sorting.
    room: Vec<(i32, Placement)>,
}

impl<'a> Solver<'a> {
    pub(super) fn new(frame: Frame, most: u64, stop: &'a Stop) -> Self {
        let mut table = Table::new(TABLE_BYTES, Some(most));
        table.clear();
        Self {
            frame,
            spent: 0,
            most,
            next_look: 0,
            stop,
            table,
            levels: Vec::new(),
            room: Vec::new(),
        }
    }

    pub(super) const fn spent(&self) -> u64 {
        self.spent
    }

    fn spend(&mut self, work: u64) -> Result<(), Interrupted> {
        self.spent += work;
        if self.spent > self.most {
            return Err(Interrupted);
        }
        if self.spent >= self.next_look {
            self.next_look = self.spent + WORK_BETWEEN_LOOKS;
            if self.stop.is_requested() {
                return Err(Interrupted);
            }
        }
        Ok(())
    }

    /// The value of a position in which the game goes on, and a best turn.
    pub(super) fn solve(&mut self, board: &Board) -> Result<(i32, Option<Placement>), Interrupted> {
        let left = board.turns_left();
        self.levels = vec![Level::default(); left as usize + 1];
        self.best(board, left, -INFINITE, INFINITE, None)
    }

    /// The value of a position: exact within the window, else a bound on its side of the window.
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
        let place = Place {
            key: board.key(),
            history: 0,
            history_matters: u32::MAX,
        };
        let mut first = None;
        if let Some((finding, _)) = self.table.get(&place) {
            let decides = match finding.bound {
                Bound::Exact => true,
                Bound::Lower => finding.value >= beta,
                Bound::Upper => finding.value <= alpha,
            };
            if decides {
                return Ok(finding.value);
            }
            first = finding.turn;
        }
        let (value, turn) = self.best(board, left, alpha, beta, first)?;
        let bound = if value <= alpha {
            Bound::Upper
        } else if value >= beta {
            Bound::Lower
        } else {
            Bound::Exact
        };
        let finding = Finding {
            turn,
            value,
            bound,
            depth: left,
            reach: left,
        };
        self.table.put(&place, finding);
        Ok(value)
    }

    /// The value of a position with one turn left: the placed tile counts one, each converted one
    /// two.
    fn last(&mut self, board: &Board, beta: i32) -> Result<i32, Interrupted> {
        let placed = board.margin() + 1;
        let enough = (beta - placed + 1).div_euclid(2).max(1) as u32;
        let mut steps = 1;
        let most = most_conversions(&self.frame, board, enough, &mut steps);
        self.spend(steps)?;
        Ok(placed + 2 * most as i32)
    }

    /// The value of a position with two turns left.
    ///
    /// The mover gains one tile by placing, the opponent as well. So a turn that converts n tiles,
    /// to which the opponent can certainly reply with r conversions, comes to no more than the
    /// margin and 2 (n − r). Most turns are not even listed for that.
    fn last_two(&mut self, board: &Board, mut alpha: i32, beta: i32) -> Result<i32, Interrupted> {
        let frame = self.frame;
        let margin = board.margin();
        let least = ((alpha - margin).div_euclid(2) + 1).max(0);
        let mut steps = 1;
        let mut turns = std::mem::take(&mut self.levels[2].turns);
        turns.clear();
        for cell in set_bits(board.placeable()) {
            for orientation in 0..8 {
                let chains = Chains {
                    frame: &frame,
                    board,
                    orientation,
                };
                let longest = chains.longest_by_direction(cell, &mut steps);
                for tile in set_bits(board.supply) {
                    let most = most_among(&longest, chains.placed_arrows(tile)) as i32;
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
        sort(&mut turns, &mut self.room);
        let mut replies = None;
        let mut sets = Vec::new();
        for &(most, turn) in &turns {
            if margin + 2 * most <= alpha {
                break;
            }
            let replies = replies.get_or_insert_with(|| Replies::new(&frame, board, &mut steps));
            let reply = replies.after(turn.tile, turn.cell) as i32;
            if margin + 2 * (most - reply) <= alpha {
                continue;
            }
            let chains = Chains {
                frame: &frame,
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
                let next = board.after(&frame, &Placement { converted, ..turn });
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
        self.spend(steps)?;
        Ok(alpha)
    }

    /// The value of a position in which the game goes on, and the turn that has it, if it is above
    /// `alpha`.
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
        let steps = turns_with_promise(&self.frame, board, &mut turns);
        self.spend(steps)?;
        sort(&mut turns, &mut self.room);
        let killers = self.levels[left as usize].killers;
        to_front([first, killers[0], killers[1]], &mut turns);
        let mut best = (-INFINITE, None);
        for (i, &(_, turn)) in turns.iter().enumerate() {
            let next = board.after(&self.frame, &turn);
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

/// Puts these turns, as far as they are there, before the others.
fn to_front(wanted: [Option<Placement>; 3], turns: &mut [(i32, Placement)]) {
    let mut front = 0;
    for turn in wanted.into_iter().flatten() {
        if let Some(i) = turns[front..].iter().position(|(_, other)| *other == turn) {
            turns[front..=front + i].rotate_right(1);
            front += 1;
        }
    }
}

/// Appends all turns with what they promise: how many tiles the mover converts more than the opponent
/// certainly can right after.
fn turns_with_promise(frame: &Frame, board: &Board, into: &mut Vec<(i32, Placement)>) -> Steps {
    let mut steps = 0;
    let replies = Replies::new(frame, board, &mut steps);
    steps += placements(frame, board, |turn| {
        let reply = replies.after(turn.tile, turn.cell) as i32;
        into.push((turn.converted.count_ones() as i32 - reply, turn));
    });
    steps
}

/// Sorts turns by their numbers, greatest first, and otherwise leaves them in their order; `room` is
/// used up. The numbers are few, so each has a pile of its own.
fn sort(turns: &mut Vec<(i32, Placement)>, room: &mut Vec<(i32, Placement)>) {
    const HALF: i32 = 50;
    let pile = |&(number, _): &(i32, Placement)| (HALF - number).clamp(0, 2 * HALF - 1) as usize;
    let mut starts = [0; 2 * HALF as usize + 1];
    for turn in turns.iter() {
        starts[pile(turn) + 1] += 1;
    }
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    room.clear();
    room.extend_from_slice(turns);
    for turn in turns.iter() {
        let place = &mut starts[pile(turn)];
        room[*place] = *turn;
        *place += 1;
    }
    std::mem::swap(turns, room);
}
