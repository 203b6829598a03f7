//! Why something cannot be tuned.

/// Why something cannot be tuned as asked for.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SpaceError {
    /// No parameter has such a name.
    #[error("`{pattern}` is no parameter of {game}; there are {}", names.join(", "))]
    Unknown {
        /// The name or pattern as written.
        pattern: String,
        /// The game.
        game: &'static str,
        /// What there is, families of names in short.
        names: Vec<String>,
    },
    /// A setting whose agent does not play.
    #[error(
        "`{name}` is a setting of `{kind}`, which is not among the agents; add one, or leave it out"
    )]
    Idle {
        /// The setting.
        name: String,
        /// The kind of agents.
        kind: &'static str,
    },
    /// A setting without a number to start from.
    #[error("`{name}` has no number to start from; give one under [start]")]
    NoStart {
        /// The setting.
        name: String,
    },
    /// Everything is fixed.
    #[error("nothing is left to tune: all of `tune` stands in `fix`, too")]
    Nothing,
    /// A value out of bounds.
    #[error(
        "`{name}` starts at {start}, outside of its bounds {min} to {max}; widen [bounds] or start elsewhere"
    )]
    Start {
        /// The parameter.
        name: String,
        /// Where it starts.
        start: f64,
        /// The smallest value.
        min: f64,
        /// The largest value.
        max: f64,
    },
    /// Bounds beyond those that the parameter has anyway.
    #[error(
        "`{name}`: the bounds {min} to {max} are not within {least} to {most}, or the wrong way round"
    )]
    Bounds {
        /// The parameter.
        name: String,
        /// The lower bound.
        min: f64,
        /// The upper bound.
        max: f64,
        /// The smallest value that the parameter takes.
        least: f64,
        /// The largest value that the parameter takes.
        most: f64,
    },
    /// A bound or a start for something that stays as it is.
    #[error("`{name}` stands under [{table}] but is not tuned; add it to `tune`, or leave it out")]
    Fixed {
        /// The parameter.
        name: String,
        /// The table.
        table: &'static str,
    },
}
