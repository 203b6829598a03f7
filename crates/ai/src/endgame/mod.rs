//! The endgame solver of Sayū. Both sides play for the best margin.
//!
//! `solve` searches all turns to the end of the game. Turns that lead to the same position are
//! merged (`board::Placement`). The last two turns are bounded by the longest chains and by the
//! replies that the opponent keeps whatever the turn (`chains`).

mod board;
mod chains;
mod solve;
#[cfg(test)]
mod tests;

use flipside_rules::{ExpectedScore, ForMover, Game as _, Sayu, Sided as _, sayu};

use crate::{Endgame, Searchable, Solution, Stop};
use board::{Board, Placement, RuleOptions};
use solve::Solver;

/// The work for a position with two turns left, times the square root of the number of turns three
/// turns before the end. Measured; see `docs/agents.md`.
const WORK: u64 = 5_000;

/// The expected work to solve a position: the square root of the number of lines, as for any
/// alpha-beta search with good turn order.
fn expected_work(board: &Board) -> u64 {
    let mut tiles = u64::from(board.supply.count_ones());
    let mut cells = u64::from(board.free.count_ones());
    let mut work = WORK;
    for _ in 2..board.turns_left() {
        work = work.saturating_mul((8 * tiles * cells).isqrt());
        tiles -= 1;
        cells -= 1;
    }
    work
}

impl Searchable for Sayu {
    const BEAM: Option<usize> = Some(40);

    fn solve_endgame(&self, max_work: u64, stop: &Stop) -> Option<Endgame<sayu::Turn>> {
        let board = Board::new(self);
        // While the pie rule can still be used, not all turns are placements.
        let is_swappable = self.rules().swap() && self.position().occupied().count_ones() <= 1;
        if self.outcome().is_some() || is_swappable || expected_work(&board) > max_work / 2 {
            return None;
        }
        let mut solver = Solver::new(RuleOptions::new(self.rules()), max_work, stop);
        let solution = line(self, &mut solver);
        Some(Endgame {
            work: solver.work(),
            solution,
        })
    }
}

/// Solves the position, then the positions after each best turn.
fn line(game: &Sayu, solver: &mut Solver<'_>) -> Option<Solution<sayu::Turn>> {
    let (margin, first) = solver.solve(&Board::new(game)).ok()?;
    let mut line = vec![turn(game, first?)?];
    let mut current = game.clone();
    while let Some(&last) = line.last() {
        current.play_unchecked(last);
        // The rest of the line is optional: the work limit may end it.
        let Ok((_, Some(next))) = solver.solve(&Board::new(&current)) else {
            break;
        };
        line.extend(turn(&current, next));
    }
    Some(Solution {
        value: value(game, margin),
        margin: ForMover(margin),
        line,
    })
}

/// The first turn with the effect of a placement.
fn turn(game: &Sayu, placement: Placement) -> Option<sayu::Turn> {
    let mut turns = game.turns().into_iter();
    turns.find(|turn| Placement::of(*turn) == Some(placement))
}

/// The outcome for the mover, given their margin in tiles at the end.
fn value(game: &Sayu, margin: i32) -> ForMover<ExpectedScore> {
    let for_first = ForMover(margin).for_first(game.to_move());
    let lead = 2 * for_first.0 - i32::from(game.komi().halves);
    let first = ExpectedScore(match lead.signum() {
        1 => 1.0,
        0 => 0.5,
        _ => 0.0,
    });
    match game.to_move() {
        flipside_rules::Seat::First => ForMover(first),
        flipside_rules::Seat::Second => ForMover(first.flipped()),
    }
}
