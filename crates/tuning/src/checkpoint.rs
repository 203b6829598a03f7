//! Checkpoints: the whole state of a run in a file that is replaced atomically.
//!
//! A file consists of eight magic bytes, the fingerprint of everything that the run depends on, the
//! checksum of the state, and the state in postcard encoding.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use flipside_records::replace_file;
use flipside_rules::hash;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::TuneError;

/// Magic bytes, including the format version.
const MAGIC: &[u8; 8] = b"FLIPTUN\x02";

/// How often the state is saved while steps are finished.
pub(crate) const SAVE_EVERY: Duration = Duration::from_secs(5);

/// The number of bytes before the state.
const HEADER: usize = MAGIC.len() + 8 + 8;

fn file_error(path: &Path, error: std::io::Error) -> TuneError {
    TuneError::File {
        path: path.to_path_buf(),
        error,
    }
}

/// Replaces a file atomically and flushes it to disk.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), TuneError> {
    replace_file(path, bytes).map_err(|error| file_error(path, error))
}

/// Saves a state.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn save<S: Serialize>(
    path: &Path,
    fingerprint: u64,
    state: &S,
) -> Result<(), TuneError> {
    let body = postcard::to_allocvec(state).map_err(|error| invalid(path, &error.to_string()))?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(fingerprint.to_le_bytes());
    bytes.extend(hash::bytes(&body).to_le_bytes());
    bytes.extend(body);
    replace(path, &bytes)
}

fn invalid(path: &Path, why: &str) -> TuneError {
    TuneError::Checkpoint {
        path: path.to_path_buf(),
        why: why.to_string(),
    }
}

/// Loads a saved state; `None` if there is none.
///
/// # Errors
/// If the file cannot be read, is damaged, or belongs to another run.
pub(crate) fn load<S: DeserializeOwned>(
    path: &Path,
    fingerprint: u64,
) -> Result<Option<S>, TuneError> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(file_error(path, error)),
    };
    let word = |at: usize| {
        let word = bytes.get(at..at + 8)?;
        Some(u64::from_le_bytes(word.try_into().ok()?))
    };
    if !bytes.starts_with(MAGIC) || bytes.len() < HEADER {
        return Err(invalid(path, "not a checkpoint of this version"));
    }
    if word(MAGIC.len()) != Some(fingerprint) {
        return Err(invalid(
            path,
            "the checkpoint is of another configuration, of other weights, or of another version \
             of the agents",
        ));
    }
    let body = &bytes[HEADER..];
    if word(MAGIC.len() + 8) != Some(hash::bytes(body)) {
        return Err(invalid(path, "the checkpoint is damaged"));
    }
    let state = postcard::from_bytes(body).map_err(|error| invalid(path, &error.to_string()))?;
    Ok(Some(state))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_round_trip_and_damage_is_detected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint");
        assert_eq!(load::<Vec<f64>>(&path, 7).unwrap(), None);
        let state = vec![0.1, -1.0 / 3.0, 1e300, 5e-324];
        save(&path, 7, &state).unwrap();
        assert_eq!(load::<Vec<f64>>(&path, 7).unwrap(), Some(state));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        let error = load::<Vec<f64>>(&path, 8).unwrap_err().to_string();
        assert!(error.contains("another configuration"), "{error}");
        let whole = fs::read(&path).unwrap();
        for i in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[i] ^= 4;
            fs::write(&path, &damaged).unwrap();
            assert!(load::<Vec<f64>>(&path, 7).is_err(), "byte {i}");
            fs::write(&path, &whole[..i]).unwrap();
            assert!(load::<Vec<f64>>(&path, 7).is_err(), "cut at {i}");
        }
    }
}
