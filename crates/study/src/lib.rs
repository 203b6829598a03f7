//! Studies of Hexflip with its table.
//!
//! [`puzzles`] finds positions with one right turn and measures how many nodes search agents need to
//! find it. [`NoisyGreedy`] players produce positions in which mistakes are possible.

mod ask;
mod noisy_greedy;
pub mod puzzles;

pub use ask::{AskError, ask};
pub use noisy_greedy::NoisyGreedy;
