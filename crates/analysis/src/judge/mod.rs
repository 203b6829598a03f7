//! Games of Hexflip judged by a table.
//!
//! [`Judge`] says what each turn of a game was worth and what it cost.

mod table;
mod turns;

pub(crate) use table::JudgingFile;
pub use turns::{Judge, JudgedValue};
