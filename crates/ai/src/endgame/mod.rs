//! Endgames of Sayū played out: how they end if both sides go for the best margin.
//!
//! `solve` searches all turns to the end of the game. What makes that fast: turns that lead to the
//! same position are one (`board::Placement`); the last two turns are bounded by the longest chains
//! (`chains`) and by what the opponent can reply whatever happens (`replies`).

mod board;
mod chains;
mod replies;
mod solve;
#[cfg(test)]
mod tests;

use flipside_rules::{ExpectedScore, ForMover, Game as _, Sided as _, sayu};

use crate::{Endgame, Solution, Stop};
use board::{Board, Frame, Placement};
use solve::Solver;

/// Work that a position with two turns left takes, times the square root of the turns on the third
/// last turn: from measurements, see `docs/agents.md`.
const WORK: u64 = 5_000;

/// Roughly how much work it is to solve a position: the square root of the number of lines, as for
/// any alpha-beta search with good order.
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

/// See [`crate::Searchable::solve_endgame`].
pub(crate) fn solve(game: &sayu::Game, most: u64, stop: &Stop) -> Option<Endgame<sayu::Turn>> {
    let board = Board::new(game);
    // As long as the pie rule may still be used, turns are not all placements.
    let may_be_swapped = game.rules().swap() && game.position().occupied().count_ones() <= 1;
    if game.outcome().is_some() || may_be_swapped || expected_work(&board) > most / 2 {
        return None;
    }
    let mut solver = Solver::new(Frame::new(game.rules()), most, stop);
    let solution = line(game, &mut solver);
    Some(Endgame {
        visited: solver.spent(),
        solution,
    })
}

/// Solves a game and then what is left of it after each best turn.
fn line(game: &sayu::Game, solver: &mut Solver<'_>) -> Option<Solution<sayu::Turn>> {
    let (margin, first) = solver.solve(&Board::new(game)).ok()?;
    let mut line = vec![turn(game, first?)?];
    let mut current = game.clone();
    while let Some(&last) = line.last() {
        current.play_unchecked(last);
        // The line is a bonus: it may end for lack of time.
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

/// The turn that a placement stands for: of all with the same effect, the first.
fn turn(game: &sayu::Game, placement: Placement) -> Option<sayu::Turn> {
    let mut turns = game.turns().into_iter();
    turns.find(|turn| Placement::of(*turn) == Some(placement))
}

/// The outcome for the mover if the margin at the end is so many tiles for him.
fn value(game: &sayu::Game, margin: i32) -> ForMover<ExpectedScore> {
    let for_first = ForMover(margin).for_first(game.to_move());
    let lead = 2 * for_first.0 - i32::from(game.rules().komi().halves);
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
