//! Why there are no weights.

/// As many names as one can read.
const LISTED: usize = 20;

/// The names, of many the first ones and how many there are besides.
fn listed(names: &[&str]) -> String {
    match names.split_at_checked(LISTED) {
        Some((first, rest)) if !rest.is_empty() => {
            format!("{} and {} more", first.join(", "), rest.len())
        }
        _ => names.join(", "),
    }
}

/// Why a text holds no weights of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// Not TOML, or not of the form of a weights file. The message names line and key.
    #[error("{0}")]
    Toml(String),
    /// Weights of another game.
    #[error("line {line}, `game`: these are weights for `{found}`, but `{wanted}` is played")]
    OtherGame {
        /// The line, from 1.
        line: usize,
        /// The game as written.
        found: String,
        /// The game that they should be for.
        wanted: &'static str,
    },
    /// A name that is none of the game's.
    #[error("line {line}: unknown weight `{name}`; {game} has {}", listed(allowed))]
    Unknown {
        /// The line, from 1.
        line: usize,
        /// The name as written.
        name: String,
        /// The game.
        game: &'static str,
        /// The names that there are.
        allowed: Vec<&'static str>,
    },
    /// Weights that are not given.
    #[error(
        "`[weights]`: {} {} missing; every weight must be given", listed(names),
        if names.len() == 1 { "is" } else { "are" }
    )]
    Missing {
        /// Their names.
        names: Vec<&'static str>,
    },
    /// A value that is no whole number.
    #[error(
        "line {line}, `{name}`: `{found}` is not what it takes: a whole number from {min} to {max}"
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
    /// A number beyond the bounds.
    #[error(
        "line {line}, `{name}`: {value} is out of bounds: it takes a whole number from {min} to {max}"
    )]
    OutOfBounds {
        /// The line, from 1.
        line: usize,
        /// The weight.
        name: &'static str,
        /// The value as written.
        value: i64,
        /// The smallest value.
        min: i32,
        /// The largest value.
        max: i32,
    },
}

/// Why the weights that an agent asks for cannot be had.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightsSourceError {
    /// Nothing built in has this name.
    #[error(
        "no weights named `{name}` are built in for {game}; there are {}. A value with a `/` or \
         ending in `.toml` names a file", built_in.join(", ")
    )]
    UnknownName {
        /// The name as written.
        name: String,
        /// The game.
        game: &'static str,
        /// The names that there are.
        built_in: Vec<&'static str>,
    },
    /// A file that cannot be read.
    #[error("weights file {path}: {why}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why.
        why: String,
    },
    /// A file that has changed since the agent was named.
    #[error(
        "weights file {path}: its content has the hash {found}, but the agent is named with \
         {wanted}; put the old file back, or leave out `#{wanted}` to play with the new one"
    )]
    Changed {
        /// The file.
        path: String,
        /// The hash in the agent's name.
        wanted: String,
        /// The hash of what is there now.
        found: String,
    },
    /// A file or built-in text that holds no weights of the game.
    #[error("weights {name}: {error}")]
    Content {
        /// The file, or the name of the built-in weights.
        name: String,
        /// What is wrong.
        error: WeightsError,
    },
}
