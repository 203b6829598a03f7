//! Research on Hexflip that no product crate needs.
//!
//! [`play_draw_keepers`] plays games between players that never give up a draw, which shows how the
//! repetition rule decides drawn positions. `docs/hexflip-solved.md` has the results. The proofs
//! about repetition are in `flipside_tablebase::repetition`, because they need the numbering of the
//! table's entries.

mod draw_keeper;
mod games;

pub use draw_keeper::DrawKeeper;
pub use games::{DrawKeeperGame, Setup, play_draw_keepers};
