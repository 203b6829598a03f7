//! Ctrl-C and termination.

use std::io::Write as _;
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;
use flipside_ai::Stop;

/// What SIGINT and SIGTERM do: within [`Signals::during`] they ask the work to stop, so that it can
/// save what is finished; elsewhere, and when they come a second time, the program ends at once.
pub struct Signals {
    stop: Arc<Stop>,
    working: Arc<AtomicBool>,
}

impl Signals {
    /// Handles signals from now on.
    pub fn handle() -> anyhow::Result<Self> {
        let signals = Self {
            stop: Arc::default(),
            working: Arc::default(),
        };
        let (stop, working) = (Arc::clone(&signals.stop), Arc::clone(&signals.working));
        ctrlc::set_handler(move || {
            if !working.load(Ordering::Relaxed) || stop.is_requested() {
                let _ = writeln!(
                    std::io::stderr(),
                    "error: stopped; games that are finished are safe, and the run can go on"
                );
                exit(1);
            }
            stop.request();
        })
        .context("signals cannot be handled")?;
        Ok(signals)
    }

    /// Does work that looks at the request to stop.
    pub fn during<T>(&self, work: impl FnOnce(&Stop) -> T) -> T {
        self.working.store(true, Ordering::Relaxed);
        let result = work(&self.stop);
        self.working.store(false, Ordering::Relaxed);
        result
    }
}
