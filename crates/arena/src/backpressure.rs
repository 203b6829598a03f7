//! Backpressure: limits how far players run ahead of the writer.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use flipside_ai::Stop;

/// Hands out units of work in order, at most a fixed number ahead of the written ones. So few games
/// wait for a slow game before them.
pub struct Backpressure {
    next: AtomicU64,
    end: u64,
    ahead: u64,
    written: Mutex<u64>,
    moved: Condvar,
}

/// How often a waiting player checks for a stop request.
const POLL: Duration = Duration::from_millis(100);

impl Backpressure {
    /// Units `start` to `end`, `ahead` of them at a time.
    pub const fn new(start: u64, end: u64, ahead: u64) -> Self {
        Self {
            next: AtomicU64::new(start),
            end,
            ahead,
            written: Mutex::new(start),
            moved: Condvar::new(),
        }
    }

    /// The next unit; `None` after the last one and on a stop request.
    pub fn claim(&self, stop: &Stop) -> Option<u64> {
        let unit = self.next.fetch_add(1, Ordering::Relaxed);
        if unit >= self.end {
            return None;
        }
        // The lock protects a plain number, which is valid even if the lock is poisoned.
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        while unit >= *written + self.ahead && !stop.is_requested() {
            let waited = self.moved.wait_timeout(written, POLL);
            written = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        (!stop.is_requested()).then_some(unit)
    }

    /// Notes that all units below `unit` are written.
    pub fn advance(&self, unit: u64) {
        *self.written.lock().unwrap_or_else(PoisonError::into_inner) = unit;
        self.moved.notify_all();
    }
}
