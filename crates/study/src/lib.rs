//! What the exact table of Hexflip says about play.
//!
//! [`play_keepers`] plays games between players who never give away a draw, to see what the
//! repetition rule makes of drawn positions. [`puzzles`] finds positions with one right turn and
//! measures what searching agents need to find it. [`Careless`] players make the positions in which
//! something can go wrong.

mod asked;
mod careless;
mod games;
mod keeper;
pub mod puzzles;

pub use asked::{AskError, ask};
pub use careless::Careless;
pub use games::{KeepersGame, Line, play_keepers};
pub use keeper::Keeper;
