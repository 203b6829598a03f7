//! Checkpoints: the whole state of a run in a file that is replaced in one step.
//!
//! A file is a mark of eight bytes, the fingerprint of what the run depends on, the checksum of the
//! rest, and the state as postcard encodes it.

use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};
use std::path::Path;
use std::time::Duration;

use flipside_rules::hash;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::TuneError;

/// Mark and version of the format.
const MARK: &[u8; 8] = b"FLIPTUN\x01";

/// The state is saved at least so often while steps are finished.
pub(crate) const SAVE_EVERY: Duration = Duration::from_secs(5);

/// Bytes before the state.
const HEAD: usize = MARK.len() + 8 + 8;

fn file_error(path: &Path, error: std::io::Error) -> TuneError {
    TuneError::File {
        path: path.to_path_buf(),
        error,
    }
}

/// Puts a file in the place of another in one step, and brings it to disk.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), TuneError> {
    let mut half = path.as_os_str().to_owned();
    half.push(".tmp");
    let half = Path::new(&half);
    File::create(half)
        .and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_data()
        })
        .and_then(|()| fs::rename(half, path))
        .map_err(|error| file_error(path, error))
}

/// Saves a state.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn save<S: Serialize>(
    path: &Path,
    fingerprint: u64,
    state: &S,
) -> Result<(), TuneError> {
    let body = postcard::to_allocvec(state).map_err(|error| broken(path, &error.to_string()))?;
    let mut bytes = MARK.to_vec();
    bytes.extend(fingerprint.to_le_bytes());
    bytes.extend(hash::bytes(&body).to_le_bytes());
    bytes.extend(body);
    replace(path, &bytes)
}

fn broken(path: &Path, why: &str) -> TuneError {
    TuneError::Checkpoint {
        path: path.to_path_buf(),
        why: why.to_string(),
    }
}

/// The state that was saved; `None` if none was.
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
    if !bytes.starts_with(MARK) || bytes.len() < HEAD {
        return Err(broken(path, "no checkpoint of this version"));
    }
    if word(MARK.len()) != Some(fingerprint) {
        return Err(broken(
            path,
            "a checkpoint of another configuration, of other weights to start from, or of agents \
             that play otherwise",
        ));
    }
    let body = &bytes[HEAD..];
    if word(MARK.len() + 8) != Some(hash::bytes(body)) {
        return Err(broken(path, "the checkpoint is damaged"));
    }
    let state = postcard::from_bytes(body).map_err(|error| broken(path, &error.to_string()))?;
    Ok(Some(state))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_read_back_and_damage_is_found() {
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
