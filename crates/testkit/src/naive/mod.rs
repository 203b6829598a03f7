//! A second, deliberately simple implementation of the rules of both games.
//!
//! It was written from the rules pages only and shares no code and no types with the fast one; its
//! interface is text. If the two disagree on a random game, one of them is wrong. Nothing here is
//! optimised: every rule is checked on a plain two-dimensional board, from scratch.

pub mod hexflip;
pub mod sayu;

use std::collections::BTreeSet;

pub use hexflip::NaiveHexflip;
pub use sayu::{NaiveSayu, standard_sayu_tiles};

/// A seat: First (`x`) or Second (`o`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Player {
    First,
    Second,
}

impl Player {
    fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    fn letter(self) -> char {
        match self {
            Player::First => 'x',
            Player::Second => 'o',
        }
    }

    fn from_letter(letter: char) -> Option<Player> {
        match letter {
            'x' => Some(Player::First),
            'o' => Some(Player::Second),
            _ => None,
        }
    }

    /// Returns the name of this player as winner.
    fn name(self) -> String {
        match self {
            Player::First => "first".to_string(),
            Player::Second => "second".to_string(),
        }
    }

    /// For arrays with one entry per player.
    fn index(self) -> usize {
        match self {
            Player::First => 0,
            Player::Second => 1,
        }
    }
}

/// Splits `key=value,key=value`; `standard` and the empty text have no pairs. A duplicate key is an
/// error. Keys and values are checked by the game.
fn rule_pairs(text: &str) -> Result<Vec<(&str, &str)>, String> {
    if text == "standard" || text.is_empty() {
        return Ok(Vec::new());
    }
    let mut seen = BTreeSet::new();
    let mut pairs = Vec::new();
    for item in text.split(',') {
        let (key, value) = item
            .split_once('=')
            .ok_or_else(|| format!("rules: `{item}` is not key=value"))?;
        if !seen.insert(key) {
            return Err(format!("rules: duplicate key `{key}`"));
        }
        pairs.push((key, value));
    }
    Ok(pairs)
}

/// Parses a value that is one of a few words.
fn one_of<T: Copy>(key: &str, value: &str, words: &[(&str, T)]) -> Result<T, String> {
    for (word, meaning) in words {
        if *word == value {
            return Ok(*meaning);
        }
    }
    Err(format!("rules: invalid value `{value}` of `{key}`"))
}

/// Parses a whole number in canonical form: no sign, no leading zero.
fn plain_number(text: &str) -> Option<u32> {
    let number: u32 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

/// Returns the name of a rule set: the pairs that differ from the standard ones, sorted by key.
fn differing(rules: &[(&str, String)], standard: &[(&str, String)]) -> String {
    let mut items: Vec<String> = rules
        .iter()
        .filter(|pair| !standard.contains(pair))
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    items.sort();
    if items.is_empty() {
        "standard".to_string()
    } else {
        items.join(",")
    }
}
