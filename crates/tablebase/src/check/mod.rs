//! Checks tables with code that is independent of the solver.
//!
//! A table is right if and only if every position satisfies its recurrence: a finished position has
//! distance 0. Any other is won if some turn leads to a lost position, lost if all turns lead to
//! won ones, and drawn otherwise, with a distance one more than after its best turn. Wins and
//! losses depend on ones with a smaller distance, so they are right by induction. A draw that is
//! really a forced win would violate the recurrence at its first step.

mod forward;
pub mod plain_rules;
mod recurrence;

pub use forward::search;
pub use recurrence::{Fault, check_layer, check_sample, check_search};
