//! Errors in the selection of parameters.

/// Why a selection of parameters is invalid.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SpaceError {
    /// No parameter matches a name.
    #[error("unknown parameter `{pattern}` of {game}: expected one of {}", names.join(", "))]
    Unknown {
        /// The name or pattern.
        pattern: String,
        /// The game.
        game: &'static str,
        /// The known names, with families abbreviated.
        names: Vec<String>,
    },
    /// A setting of an agent that does not play.
    #[error(
        "`{name}` is a setting of `{kind}`, which is not among the agents; add such an agent, or remove the setting"
    )]
    UnusedKind {
        /// The setting.
        name: String,
        /// The kind of agents.
        kind: &'static str,
    },
    /// A setting without an initial value.
    #[error("`{name}` has no initial value; set one in [start]")]
    NoStart {
        /// The setting.
        name: String,
    },
    /// Everything is fixed.
    #[error("no parameters to tune: `fix` matches everything in `tune`")]
    Nothing,
    /// An initial value out of bounds.
    #[error("invalid initial value {start} of `{name}`: expected {min} to {max}")]
    Start {
        /// The parameter.
        name: String,
        /// The initial value.
        start: f64,
        /// The smallest value.
        min: f64,
        /// The largest value.
        max: f64,
    },
    /// Bounds out of order, or beyond those of the parameter.
    #[error(
        "invalid bounds {min} to {max} of `{name}`: expected ascending bounds within {lowest} to {highest}"
    )]
    Bounds {
        /// The parameter.
        name: String,
        /// The lower bound.
        min: f64,
        /// The upper bound.
        max: f64,
        /// The parameter's smallest value.
        lowest: f64,
        /// The parameter's largest value.
        highest: f64,
    },
    /// Bounds or an initial value of a parameter that is not tuned.
    #[error("`{name}` in [{table}] is not tuned; add it to `tune`, or remove it from [{table}]")]
    Fixed {
        /// The parameter.
        name: String,
        /// The table.
        table: &'static str,
    },
}
