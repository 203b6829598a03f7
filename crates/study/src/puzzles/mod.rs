//! Positions with exactly one right turn.
//!
//! A puzzle is a position of Hexflip in which, by the table, one turn keeps a win or a draw and all
//! others give it up: a draw or loss instead of a win, a loss instead of a draw. A slower win is
//! not a mistake, so a position with two winning turns is not a puzzle, even if the turns are
//! symmetric to each other. Positions have no history, so repetition forbids no turn of a puzzle.

mod check;
mod error;
mod find;
mod kind;
mod make;
mod measure;
mod text;

pub use check::check_puzzle;
pub use error::{ListError, PuzzleError};
pub use kind::{Kind, RangeError, TurnRange};
pub use make::{Made, Plan, Progress, Shortfall, make_puzzles};
pub use measure::{AGENTS, FEWEST_NODES, Needs};

use flipside_tablebase::OnlyTurn;

/// A position in which exactly one turn keeps the value for the player to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The kind: the value to keep, and its number of turns.
    pub kind: Kind,
    /// The position with its right turn.
    pub only: OnlyTurn,
    /// The nodes that each of [`AGENTS`] needs to find the turn.
    pub needs: Needs,
}

impl Puzzle {
    /// Returns the difficulty from 1 to 5: the better agent finds the turn with up to 64, 512,
    /// 4,096 or 32,768 nodes, or needs more.
    #[must_use]
    pub fn grade(&self) -> u8 {
        match self.needs.iter().flatten().min() {
            Some(..=64) => 1,
            Some(..=512) => 2,
            Some(..=4_096) => 3,
            Some(..=32_768) => 4,
            _ => 5,
        }
    }
}
