//! How the repetition rule decides positions that are drawn in a table.
//!
//! Under the full rules no game is drawn: a third occurrence of a position is forbidden, and a
//! player without a legal turn loses. [`settle`] proves the winner of some drawn positions, for
//! games that start there. `docs/hexflip-solved.md` has the proof and the results. In short:
//!
//! In a drawn position, a player may only make *keeping* turns, which lead to drawn positions. A
//! strongly connected component of their graph cannot be entered again after it is left. So if all
//! turns out of a small component lead to positions whose winner is known, the component is a
//! finite game in which each position may occur twice, and an exhaustive search with occurrence
//! counts solves it. The result settles other positions: those in which the player to move can
//! reach a position lost for the opponent, and those in which all keeping turns lead to positions
//! won by the opponent.

mod components;
mod drawn;
mod forcing;
mod graph;
mod settle;
mod stalled;

pub use forcing::Limits;
pub use settle::{Effort, LayerFates, Sample, Settled, settle};
pub use stalled::{could_stall, stalled_entries};

/// The number of occurrences of a position that the standard rules allow.
const MAX_OCCURRENCES: u8 = 2;

/// Who wins a drawn position under the full rules, if the game starts there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fate {
    /// The player to move loses.
    Loses,
    /// Not proven.
    Open,
    /// The player to move wins.
    Wins,
}

impl Fate {
    /// Converts the opponent's fate after a turn to that of the player who makes the turn.
    const fn before_turn(self) -> Self {
        match self {
            Self::Loses => Self::Wins,
            Self::Open => Self::Open,
            Self::Wins => Self::Loses,
        }
    }
}
