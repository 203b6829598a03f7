//! A second, deliberately simple implementation of the rules of both games.
//!
//! It was written from the rules pages alone and shares no code, no types and no ideas with the
//! fast one: it speaks text only. Where the two disagree on a random game, one of them is wrong.
//! Nothing here is tuned; every rule is checked on a plain two-dimensional board, each time anew.

pub mod hexflip;
pub mod sayu;

use std::collections::BTreeSet;

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

    /// The word for this player as winner.
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

/// Splits `key=value,key=value`; `standard` (or nothing) has no pairs. A key given twice is an
/// error; which keys and values exist is for the game to say.
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
            return Err(format!("rules: `{key}` is given twice"));
        }
        pairs.push((key, value));
    }
    Ok(pairs)
}

/// The value of a rule that is one of a few words.
fn one_of<T: Copy>(key: &str, value: &str, words: &[(&str, T)]) -> Result<T, String> {
    for (word, meaning) in words {
        if *word == value {
            return Ok(*meaning);
        }
    }
    Err(format!("rules: `{value}` is no value of `{key}`"))
}

/// A whole number in its one usual spelling: no sign, no leading zero.
fn plain_number(text: &str) -> Option<u32> {
    let number: u32 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

/// The name of a rule set: the pairs that differ from the standard ones, sorted by key.
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
