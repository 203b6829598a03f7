//! Errors of teachers.

use flipside_ai::{BuildError, WeightsSourceError};
use flipside_tablebase::VariantError;

/// Why a teacher cannot generate positions.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum TeacherError {
    /// A stop was requested.
    #[error("stopped")]
    Stopped,
    /// An invalid setting.
    #[error("invalid value {found} for the teacher's `{name}`: expected {expected}")]
    Setting {
        /// The setting.
        name: &'static str,
        /// Its value.
        found: String,
        /// What is expected.
        expected: &'static str,
    },
    /// An agent that is not reproducible.
    #[error("the teacher's agent `{0}` is not reproducible; use a budget in nodes or depth")]
    Clock(String),
    /// An agent cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// Weights cannot be loaded.
    #[error(transparent)]
    Weights(#[from] WeightsSourceError),
    /// An agent returned no turn.
    #[error("the teacher's agent `{agent}` failed at {position}: {why}")]
    Agent {
        /// The agent.
        agent: String,
        /// The position.
        position: String,
        /// The reason.
        why: String,
    },
    /// The oracle's agent reports no values.
    #[error("`{0}` does not report the values of positions; use `alphabeta` or `mcts` as `judge`")]
    NoValue(String),
    /// Tables do not support the rules.
    #[error("no table supports these rules: {0}")]
    NoTable(#[from] VariantError),
    /// The table is for other rules.
    #[error("the table is for the rules `{table}`: expected `{played}`")]
    OtherRules {
        /// The table's rules.
        table: String,
        /// The teacher's rules.
        played: String,
    },
    /// The table cannot be probed.
    #[error("cannot probe the table at {position}: {why}")]
    Table {
        /// The position.
        position: String,
        /// The reason.
        why: String,
    },
}
