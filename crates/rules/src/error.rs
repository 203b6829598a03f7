//! Errors that both games share.

use alloc::string::String;

use crate::RuleKey;

/// An error in the text of a rule set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RulesError {
    /// An item without `=`.
    #[error("invalid item `{item}` in the rules: expected key=value")]
    NotAnOption {
        /// The item as written.
        item: String,
    },
    /// A key that the game does not have.
    #[error("unknown rule `{key}`: expected one of {}", list(known))]
    UnknownKey {
        /// The key as written.
        key: String,
        /// The keys of the game.
        known: &'static [RuleKey],
    },
    /// A duplicate key.
    #[error("duplicate rule `{key}`")]
    DoubleKey {
        /// The key.
        key: &'static str,
    },
    /// A value that the key does not take.
    #[error("invalid value `{value}` of rule `{key}`: expected {values}")]
    BadValue {
        /// The key.
        key: &'static str,
        /// The value as written.
        value: String,
        /// The values that the key takes.
        values: &'static str,
    },
    /// A file that a value names and that cannot be loaded or is invalid.
    #[error("{what} `{name}`: {why}")]
    Attachment {
        /// The kind of file.
        what: &'static str,
        /// Its name as written.
        name: String,
        /// The reason.
        why: String,
    },
}

fn list(known: &[RuleKey]) -> String {
    let mut text = String::new();
    for key in known {
        if !text.is_empty() {
            text.push_str(", ");
        }
        text.push_str(key.name);
    }
    text
}

/// A text that is not a turn of the game, in any position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TurnTextError {
    /// The text has another form than a turn.
    #[error("`{text}` is not a turn: {why}")]
    Malformed {
        /// The text as written.
        text: String,
        /// What is wrong, and the expected form.
        why: String,
    },
    /// The turn is written in another order than the one that the notation fixes.
    #[error("`{text}` must be written `{right}`")]
    WrongOrder {
        /// The text as written.
        text: String,
        /// The right form.
        right: String,
    },
}

/// An error in a list of turn texts.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError<I> {
    /// A text that is not a turn.
    #[error("turn {number}: {error}")]
    Text {
        /// The turn's number, from 1.
        number: usize,
        /// What is wrong with the text.
        error: TurnTextError,
    },
    /// A turn that breaks a rule.
    #[error("turn {number}, `{text}`, is not legal: {error}")]
    Illegal {
        /// The turn's number, from 1.
        number: usize,
        /// The turn as written.
        text: String,
        /// The rule that it breaks.
        error: I,
    },
}
