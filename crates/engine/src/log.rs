//! A log of the lines between this program and its engines.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A file that all lines between this program and its engines are written to, each at once, so that
/// none is lost in a crash.
///
/// A line has the seconds since the log was opened, the number of the engine process (from 1, in the
/// order of their starts), a mark and a text, separated by blanks. The marks are `>` for a line to the
/// engine, `<` for one from it, and `#` for its start and its end.
#[derive(Clone, Debug)]
pub struct EngineLog {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    file: Mutex<File>,
    start: Instant,
    processes: AtomicU64,
    error: Mutex<Option<io::Error>>,
}

impl EngineLog {
    /// Opens the file for appending, or creates it.
    ///
    /// # Errors
    /// If the file cannot be opened for writing or created.
    pub fn append(path: &Path) -> io::Result<Self> {
        Ok(Self {
            shared: Arc::new(Shared {
                file: Mutex::new(File::options().append(true).create(true).open(path)?),
                start: Instant::now(),
                processes: AtomicU64::new(0),
                error: Mutex::new(None),
            }),
        })
    }

    /// Takes the first error of writing since the last call. The lines that it concerns are lost.
    pub fn take_error(&self) -> Option<io::Error> {
        let error = self.shared.error.lock();
        error.unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The log of a new engine process.
    pub(crate) fn process(&self) -> ProcessLog {
        ProcessLog {
            log: self.clone(),
            number: 1 + self.shared.processes.fetch_add(1, Ordering::Relaxed),
        }
    }
}

/// The log of one engine process.
#[derive(Clone, Debug)]
pub struct ProcessLog {
    log: EngineLog,
    number: u64,
}

impl ProcessLog {
    /// Logs a line that is sent to the engine.
    pub fn sent(&self, line: &str) {
        self.write('>', line);
    }

    /// Logs a line, or what is wrong with it, that the engine sent.
    pub fn received(&self, line: impl Display) {
        self.write('<', line);
    }

    /// Logs an event of the process.
    pub fn event(&self, text: impl Display) {
        self.write('#', text);
    }

    fn write(&self, mark: char, text: impl Display) {
        let shared = &self.log.shared;
        let time = shared.start.elapsed();
        let line = format!(
            "{}.{:06} {} {mark} {text}\n",
            time.as_secs(),
            time.subsec_micros(),
            self.number
        );
        // In one write, so that lines of several threads do not mix.
        let mut file = shared.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = file.write_all(line.as_bytes()) {
            let mut first = shared.error.lock().unwrap_or_else(PoisonError::into_inner);
            first.get_or_insert(error);
        }
    }
}
