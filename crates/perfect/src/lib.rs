//! Perfect play of Hexflip: an agent that looks its turns up in a table of all positions, and an
//! adjudicator that decides games by it.
//!
//! A table ignores repetition, a game does not. [`Judged`] brings the two together: it values the
//! turns that are legal in a game, with the game's own end where one ends it.

mod adjudicate;
mod agent;
mod bars;
mod judged;
mod shared;

pub use adjudicate::ByTable;
pub use agent::{Perfect, check};
pub use judged::Judged;
pub use shared::{OpenError, open};
