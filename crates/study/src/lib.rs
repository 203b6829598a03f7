//! What the exact table of Hexflip says about play.
//!
//! [`play_keepers`] plays games between players who never give away a draw, to see what the
//! repetition rule makes of drawn positions.

mod games;
mod keeper;

pub use games::{KeepersGame, Line, play_keepers};
pub use keeper::Keeper;
