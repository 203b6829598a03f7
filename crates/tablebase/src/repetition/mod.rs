//! What the repetition rule makes of positions that a table calls drawn.
//!
//! Under the real rules no game is drawn: a third occurrence is barred, and whoever has no legal
//! turn left has lost. [`settle`] proves for some of the table's draws who wins, for a game that
//! begins at the position. `docs/hexflip-solved.md` has the argument and the results; in short:
//!
//! A player in a drawn position may only make *keeping* turns, those that lead to drawn positions.
//! A strongly connected part of their graph cannot be entered again once it is left. So if all ways
//! out of a small part lead to positions whose winner is known, the part is a finite game of its
//! own, in which each position may come about twice. A search solves it by looking at every
//! course of the game, counts of occurrences included. What is known then settles other positions:
//! those from which the player to move can reach a position lost for the opponent, and those from
//! which all keeping turns lead to positions won by the opponent.

mod drawn;
mod forcing;
mod graph;
mod parts;
mod settle;
mod stalled;

pub use forcing::Limits;
pub use settle::{Effort, LayerFates, Sample, Settled, settle};
pub use stalled::{could_stall, stalled_entries};

/// Occurrences that the standard rules allow; the next one is barred.
const MOST_OCCURRENCES: u8 = 2;

/// Who wins a position that the table calls drawn, if the game begins there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fate {
    /// The player to move loses.
    Loses,
    /// Nothing is proven.
    Open,
    /// The player to move wins.
    Wins,
}

impl Fate {
    /// The fate for the player who makes a turn, from the one for the opponent after it.
    const fn before_turn(self) -> Self {
        match self {
            Self::Loses => Self::Wins,
            Self::Open => Self::Open,
            Self::Wins => Self::Loses,
        }
    }
}
