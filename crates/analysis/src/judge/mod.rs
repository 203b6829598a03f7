//! Games of Hexflip judged by a table.
//!
//! [`Judge`] says what each turn of a game was worth and what it cost; [`TableRemarks`] says so of
//! recorded games.

mod remarks;
mod table;
mod turns;

pub use remarks::TableRemarks;
pub(crate) use table::JudgingFile;
pub use turns::{Judge, JudgedValue};
