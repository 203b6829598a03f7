//! The values of the agent key `weights`.
//!
//! A value is the name of built-in weights, or the path of a file. A file can change while its path
//! stays the same, so the normal form of a path is `PATH#HASH` with a hash of the file's bytes.
//! Records contain this form. An agent with it is built only if the file is unchanged.

use std::fs;

use flipside_rules::hash;

use super::{Evaluate, Weights, WeightsSourceError};

/// The name of the default weights.
pub const STANDARD_WEIGHTS: &str = "standard";

/// The number of digits of a hash.
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
    let text = String::from_utf8(bytes).map_err(|_| unreadable("not UTF-8".to_string()))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    // Messages quote lines.
    Ok((text.replace("\r\n", "\n"), hash))
}

/// Returns the normal form of a value of `weights`. Names and paths with a hash stay unchanged; for a
/// path without a hash, the file is read. `None` if the value is neither a name nor a path.
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

/// Loads weights by a value of the key `weights`: a built-in name, a path, or a path with a hash.
///
/// # Errors
/// If the name is unknown, the file cannot be read or has another hash, or its content is not valid
/// for this game.
pub fn load_weights<G: Evaluate>(value: &str) -> Result<Weights<G>, WeightsSourceError> {
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
