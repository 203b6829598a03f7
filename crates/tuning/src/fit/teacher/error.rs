//! Why a teacher has nothing to say.

use flipside_ai::{BuildError, WeightsSourceError};
use flipside_tablebase::VariantError;

/// Why there are no positions from a teacher.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum TeachError {
    /// It was asked to stop.
    #[error("the teacher was asked to stop")]
    Stopped,
    /// A setting that cannot be.
    #[error("the teacher's `{name}` cannot be {found}; it takes {takes}")]
    Setting {
        /// The setting.
        name: &'static str,
        /// Its value.
        found: String,
        /// What it takes.
        takes: &'static str,
    },
    /// An agent whose turns depend on the clock.
    #[error("the teacher's agent `{0}` is not reproducible; give it a budget in nodes or depth")]
    Clock(String),
    /// An agent that cannot be had.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// Weights that cannot be had.
    #[error(transparent)]
    Weights(#[from] WeightsSourceError),
    /// An agent that gave no turn.
    #[error("the teacher's agent `{agent}` failed at {position}: {why}")]
    Agent {
        /// The agent.
        agent: String,
        /// Where it failed.
        position: String,
        /// How.
        why: String,
    },
    /// A judge that gives no values.
    #[error("`{0}` says nothing on what a position is worth; take `alphabeta` or `mcts` as judge")]
    Mute(String),
    /// Rules that no table can be made for.
    #[error("the tablebase cannot judge these rules: {0}")]
    NoTable(#[from] VariantError),
    /// A table for other rules.
    #[error("the table is for hexflip {table}, but the teacher plays {played}")]
    OtherRules {
        /// The table's rules.
        table: String,
        /// The rules that are played.
        played: String,
    },
    /// A table that cannot be read.
    #[error("the table at {position}: {why}")]
    Table {
        /// The position asked for.
        position: String,
        /// What is wrong.
        why: String,
    },
}
