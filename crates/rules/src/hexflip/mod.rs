//! Hexflip: 19 points, jump and flip, four in a line.
//!
//! The rules are those of the project's page `docs/rules.md`.

mod board;
mod game;
mod position;
mod rules;
mod symmetry;
mod turn;

pub use board::{BOARD, POINTS, Point, SHIFTS, WINDOWS, spread, windows_filled};
pub use game::{Hexflip, IllegalTurn};
pub use position::{Position, PositionError};
pub use rules::{MAX_HAND, Overline, Rules};
pub use symmetry::{SYMMETRIES, transform_mask, transform_point};
pub use turn::{JUMPS, Turn};
