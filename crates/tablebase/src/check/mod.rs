//! Checks that a table is right, by means that have nothing to do with how it was made.
//!
//! A table is right if and only if every position satisfies its own recurrence: a finished position
//! counts 0; any other is won if some turn leads to a lost one, lost if all lead to won ones, and
//! drawn otherwise, with one turn more than its best turn. Wins and losses rest on ones with fewer
//! turns, so they are right by induction; a drawn position that could be forced would break the
//! recurrence at the first step.

mod forward;
pub mod plain_rules;
mod recurrence;

pub use forward::search;
pub use recurrence::{Fault, check_layer, check_sample, check_search};
