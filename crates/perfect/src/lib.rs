//! Perfect play of Hexflip: an agent and an adjudicator that look positions up in a table.
//!
//! Tables ignore repetition, but games do not. [`flipside_tablebase::TurnValues`] combines both: it
//! lists the turns that are legal in a game, with their values from the outcome if they end it, and
//! from the table otherwise.

mod adjudicate;
mod agent;
mod open_tables;
mod repetition;

pub use adjudicate::ByTable;
pub use agent::{Perfect, check};
pub use open_tables::{OpenError, open};
