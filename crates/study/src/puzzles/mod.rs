//! Positions with exactly one right turn.
//!
//! A puzzle is a position of Hexflip in which one turn keeps a win or a draw by the table, and all
//! others give it away: a draw or loss instead of a win, a loss instead of a draw. A turn that wins
//! later than another one is no mistake, so such positions are no puzzles. Nor are positions in
//! which two turns that are symmetric to one another are right. A position has no history, so
//! repetition bars no turn of a puzzle.

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

/// A position in which all turns but one give away what the player to move has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The grade by depth: what there is to keep, and for how long.
    pub kind: Kind,
    /// The position with its right turn.
    pub only: OnlyTurn,
    /// The nodes that each of [`AGENTS`] needs to find the turn.
    pub needs: Needs,
}

impl Puzzle {
    /// The grade by nodes, from 1 to 5: the better one of the agents finds the turn with up to 64,
    /// 512, 4,096 or 32,768 nodes, or with none of these.
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
