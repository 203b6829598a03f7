//! Errors of weights files.

/// The maximum number of names in a message.
const LISTED: usize = 20;

/// Joins names; only the first ones of a long list.
fn listed(names: &[&str]) -> String {
    match names.split_at_checked(LISTED) {
        Some((first, rest)) if !rest.is_empty() => {
            format!("{} and {} more", first.join(", "), rest.len())
        }
        _ => names.join(", "),
    }
}

/// Why a text is not a valid weights file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The text is not TOML or does not have the form of a weights file.
    #[error("{0}")]
    Toml(String),
    /// Weights of another game.
    #[error("line {line}, `game`: weights for `{found}` instead of `{wanted}`")]
    OtherGame {
        /// The line, from 1.
        line: usize,
        /// The game as given.
        found: String,
        /// The expected game.
        wanted: &'static str,
    },
    /// The game has no parameter of this name.
    #[error(
        "line {line}: unknown weight `{name}`: expected one of {}",
        listed(allowed)
    )]
    Unknown {
        /// The line, from 1.
        line: usize,
        /// The name as given.
        name: String,
        /// The game.
        game: &'static str,
        /// The names of the game's parameters.
        allowed: Vec<&'static str>,
    },
    /// Parameters are missing.
    #[error(
        "`[weights]`: {} {} missing; every weight must be given", listed(names),
        if names.len() == 1 { "is" } else { "are" }
    )]
    Missing {
        /// Their names.
        names: Vec<&'static str>,
    },
    /// A value is not a whole number.
    #[error(
        "line {line}, `{name}`: invalid value `{found}`: expected a whole number from {min} to {max}"
    )]
    NotWhole {
        /// The line, from 1.
        line: usize,
        /// The weight.
        name: &'static str,
        /// The value as TOML.
        found: String,
        /// The smallest value.
        min: i32,
        /// The largest value.
        max: i32,
    },
    /// A value is out of bounds.
    #[error(
        "line {line}, `{name}`: {value} is out of bounds: expected a whole number from {min} to {max}"
    )]
    OutOfBounds {
        /// The line, from 1.
        line: usize,
        /// The weight.
        name: &'static str,
        /// The value as given.
        value: i64,
        /// The smallest value.
        min: i32,
        /// The largest value.
        max: i32,
    },
}

/// Why weights cannot be loaded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsSourceError {
    /// No built-in weights have this name.
    #[error(
        "unknown weights `{name}` for {game}: expected one of {}, or a path (containing `/` or ending \
         in `.toml`)", built_in.join(", ")
    )]
    UnknownName {
        /// The name as given.
        name: String,
        /// The game.
        game: &'static str,
        /// The names of the built-in weights.
        built_in: Vec<&'static str>,
    },
    /// The file cannot be read.
    #[error("weights file {path}: {why}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why.
        why: String,
    },
    /// The file has changed.
    #[error(
        "weights file {path} has changed: its hash is {found}, not {wanted}; restore the old file, or \
         omit `#{wanted}` to use the new one"
    )]
    Changed {
        /// The file.
        path: String,
        /// The hash in the spec.
        wanted: String,
        /// The hash of the file.
        found: String,
    },
    /// The content is not valid.
    #[error("weights {name}: {error}")]
    Content {
        /// The file, or the name of the built-in weights.
        name: String,
        /// What is wrong.
        error: WeightsError,
    },
}
