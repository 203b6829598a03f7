//! Errors that both games share.

use alloc::string::String;

use crate::RuleKey;
use crate::sayu::TileSetError;

/// Why the text of a rule set is none.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesError {
    /// An item without `=`.
    #[error("`{item}` in the rules is not of the form key=value")]
    NotAnOption {
        /// The item as written.
        item: String,
    },
    /// A key that the game does not have.
    #[error("unknown rule `{key}`; the rules of this game are {}", list(known))]
    UnknownKey {
        /// The key as written.
        key: String,
        /// The keys of the game.
        known: &'static [RuleKey],
    },
    /// A key given twice.
    #[error("the rule `{key}` is given twice; keep one")]
    DoubleKey {
        /// The key.
        key: &'static str,
    },
    /// A value that the key does not take.
    #[error("`{value}` is no value of the rule `{key}`; it takes {values}")]
    BadValue {
        /// The key.
        key: &'static str,
        /// The value as written.
        value: String,
        /// The values that the key takes.
        values: &'static str,
    },
    /// A tile set that cannot be had.
    #[error("tile set `{name}`: {why}")]
    NoTileSet {
        /// The set's name or file as written.
        name: String,
        /// Why it cannot be had.
        why: String,
    },
    /// A tile set that was read and is none.
    #[error("tile set `{name}`: {error}")]
    TileSet {
        /// The set's name or file as written.
        name: String,
        /// What is wrong with it.
        error: TileSetError,
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

/// Why a text is not a turn of the game at all (whatever the position).
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TurnTextError {
    /// The text has another form than a turn.
    #[error("`{text}` is not a turn: {why}")]
    Malformed {
        /// The text as written.
        text: String,
        /// What is wrong, and how a turn looks.
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

/// Why a list of turn texts cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError<I> {
    /// A text that is no turn.
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
