//! How far players may run ahead of the writer.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use flipside_ai::Stop;

/// Hands out units of work in order, and never more than a number of them beyond what is written:
/// so the games that wait for a slow one before them stay few.
pub struct Window {
    next: AtomicU64,
    end: u64,
    ahead: u64,
    written: Mutex<u64>,
    moved: Condvar,
}

/// How often a waiting player looks whether it should stop.
const LOOK: Duration = Duration::from_millis(100);

impl Window {
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

    /// The next unit; `None` if there is none left or everyone should stop.
    pub fn claim(&self, stop: &Stop) -> Option<u64> {
        let unit = self.next.fetch_add(1, Ordering::Relaxed);
        if unit >= self.end {
            return None;
        }
        // A poisoned lock holds a plain number, which cannot be half written.
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        while unit >= *written + self.ahead && !stop.is_requested() {
            let waited = self.moved.wait_timeout(written, LOOK);
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
