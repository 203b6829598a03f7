//! Hexflip solved: builds, checks and reads the table of all positions.
//!
//! A table holds the value of every position of a rule set: win, loss or draw for the player to
//! move, and the number of turns until the game is over. `docs/tablebase.md` describes how it is
//! made and the format of its file.

mod cache;
pub mod check;
mod code;
mod colour_map;
mod error;
mod facts;
mod file;
mod finished;
mod gather;
mod geometry;
mod jumping;
mod layer;
mod loaded;
mod location;
mod placing;
mod probe;
pub mod repetition;
mod rule_sets;
mod sets;
mod solve;
mod solver;
mod summary;
mod table;
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
pub use location::default_path;
pub use probe::Probe;
pub use rule_sets::{RuleSetsError, parse_rule_sets, solve_rule_sets};
pub use solve::{Progress, Solved, solve, start_value};
pub use summary::{write_start_values, write_summary};
pub use table::Table;
pub use variant::{MAX_TABLE_HAND, Variant, VariantError};
pub use view::View;
