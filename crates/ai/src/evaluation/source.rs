//! Where an agent's weights come from: the values of the key `weights`.
//!
//! A value is the name of built-in weights, or the path of a file. A file can change while its
//! path does not, so the normal form of a path is `PATH#HASH` with a hash of the file's bytes: that
//! is what records name, and two contents never look like the same agent. Whoever builds an agent
//! from such a form needs the file as it was.

use std::fs;

use flipside_rules::hash;

use super::{Evaluate, Weights, WeightsSourceError};

/// The name of the weights that an agent has unless told otherwise.
pub const STANDARD: &str = "standard";

/// Digits of a hash.
const DIGITS: usize = 16;

fn is_path(text: &str) -> bool {
    text.contains(['/', '\\']) || text.ends_with(".toml")
}

fn is_name(text: &str) -> bool {
    let allowed = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    (1..=40).contains(&text.len()) && text.bytes().all(allowed)
}

/// Path and hash of `PATH#HASH`.
fn pinned(text: &str) -> Option<(&str, &str)> {
    let (path, hash) = text.rsplit_once('#')?;
    let digits = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
    (is_path(path) && hash.len() == DIGITS && hash.bytes().all(digits)).then_some((path, hash))
}

fn read(path: &str) -> Result<(String, String), WeightsSourceError> {
    let unreadable = |why: String| WeightsSourceError::Unreadable {
        path: path.to_string(),
        why,
    };
    let bytes = fs::read(path).map_err(|error| unreadable(error.to_string()))?;
    let hash = format!("{:0width$x}", hash::bytes(&bytes), width = DIGITS);
    let text = String::from_utf8(bytes);
    Ok((text.map_err(|_| unreadable("not UTF-8".to_string()))?, hash))
}

/// The normal form of a value of `weights`: names and paths with their hash stay as they are, the
/// file behind a path without one is read. `None` if it is neither name nor path.
///
/// # Errors
/// If the file cannot be read.
pub(crate) fn pin(text: &str) -> Result<Option<String>, WeightsSourceError> {
    if is_name(text) || pinned(text).is_some() {
        return Ok(Some(text.to_string()));
    }
    if !is_path(text) {
        return Ok(None);
    }
    let (_, hash) = read(text)?;
    Ok(Some(format!("{text}#{hash}")))
}

/// The weights that a value of the key `weights` stands for: a built-in name, a path, or a path and
/// the hash that the file's content must have.
///
/// # Errors
/// If there are none, or they are not what the hash says, or not weights of this game.
pub fn load<G: Evaluate>(value: &str) -> Result<Weights<G>, WeightsSourceError> {
    let content = |name: &str, text: &str| {
        Weights::parse(text).map_err(|error| WeightsSourceError::Content {
            name: name.to_string(),
            error,
        })
    };
    if let Some((name, text)) = G::WEIGHTS.iter().find(|(name, _)| *name == value) {
        return content(&format!("`{name}`"), text);
    }
    let (path, wanted) = match pinned(value) {
        Some((path, hash)) => (path, Some(hash)),
        None if is_path(value) => (value, None),
        None => {
            return Err(WeightsSourceError::UnknownName {
                name: value.to_string(),
                game: G::NAME,
                built_in: G::WEIGHTS.iter().map(|(name, _)| *name).collect(),
            });
        }
    };
    let (text, found) = read(path)?;
    match wanted {
        Some(wanted) if wanted != found => Err(WeightsSourceError::Changed {
            path: path.to_string(),
            wanted: wanted.to_string(),
            found,
        }),
        _ => content(&format!("file {path}"), &text),
    }
}
