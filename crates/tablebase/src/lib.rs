//! The tablebase of Hexflip: solves rule sets, and writes, checks and probes tables.
//!
//! A table holds the value of every position of a rule set: win, loss or draw for the player to
//! move, and the distance to the end in turns. `docs/tablebase.md` describes the solver and the
//! file format.

mod cache;
pub mod check;
mod code;
mod colour_map;
mod error;
mod facts;
mod file;
mod gather;
mod geometry;
mod jumping;
mod layer;
mod loaded;
mod placing;
mod probe;
pub mod repetition;
mod rule_sets;
mod sets;
mod solve;
mod solver;
mod summary;
mod table;
mod turn_values;
mod variant;
mod view;

pub use code::Value;
pub use error::{SolveError, TableError};
pub use facts::{
    FirstTurn, Line, OnlyTurn, best_line, first_turns, longest_line, only_turn, only_turns,
};
pub use file::ReadAt;
pub use layer::{Layer, LayerCounts};
pub use loaded::LoadedTable;
pub use probe::Probe;
pub use rule_sets::{RuleSetsError, parse_rule_sets, solve_rule_sets};
pub use solve::{Progress, Solved, solve, start_value};
pub use summary::{write_start_values, write_summary};
pub use table::{Table, default_path};
pub use turn_values::TurnValues;
pub use variant::{MAX_TABLE_HAND, Variant, VariantError};
pub use view::View;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
