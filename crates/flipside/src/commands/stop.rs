//! Ctrl-C and termination.

use std::io::Write as _;
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use flipside_ai::Stop;

/// Signals that follow the first one within this time are the same request: `timeout` of GNU sends
/// two, one to the program and one to its group, and a terminal's Ctrl-C can come with another.
const SAME_REQUEST: Duration = Duration::from_millis(500);

/// Handles SIGINT and SIGTERM. Within [`Signals::during`] the first one requests the work to stop, so
/// that it can save what is finished; a second one, at least half a second later, or one outside of it,
/// ends the program at once.
pub struct Signals {
    /// The stop request of the current work, if there is any.
    work: Arc<Mutex<Option<Stop>>>,
    /// In runs, the one stop request of all their work: an interrupt of one part stops the whole.
    run: Option<Stop>,
    exit: Arc<Mutex<Exit>>,
}

/// What happens when a signal ends the program.
struct Exit {
    /// The message.
    message: String,
    /// Called before the message.
    cleanup: Option<Box<dyn Fn() + Send>>,
}

impl Signals {
    /// Handles signals from now on.
    pub fn handle() -> anyhow::Result<Self> {
        Self::handle_with("stopped", None)
    }

    /// Handles signals in a run that can be continued.
    pub fn handle_in_run() -> anyhow::Result<Self> {
        let message = "stopped; finished games are safe, and the run can be continued";
        Self::handle_with(message, Some(Stop::new()))
    }

    fn handle_with(message: &str, run: Option<Stop>) -> anyhow::Result<Self> {
        let exit = Exit {
            message: message.to_string(),
            cleanup: None,
        };
        let signals = Self {
            work: Arc::default(),
            run,
            exit: Arc::new(Mutex::new(exit)),
        };
        let (work, exit) = (Arc::clone(&signals.work), Arc::clone(&signals.exit));
        let mut requested: Option<Instant> = None;
        ctrlc::set_handler(move || match &*locked(&work) {
            Some(stop) if !stop.is_requested() => {
                stop.request();
                requested = Some(Instant::now());
            }
            _ if requested.is_some_and(|at| at.elapsed() < SAME_REQUEST) => {}
            _ => {
                let exit = locked(&exit);
                if let Some(cleanup) = &exit.cleanup {
                    cleanup();
                }
                let _ = writeln!(std::io::stderr(), "error: {}", exit.message);
                process::exit(1);
            }
        })
        .context("cannot handle signals")?;
        Ok(signals)
    }

    /// Runs work that checks a stop request.
    pub fn during<T>(&self, work: impl FnOnce(&Stop) -> T) -> T {
        let stop = self.run.clone().unwrap_or_default();
        self.set(Some(stop.clone()));
        let result = work(&stop);
        self.set(None);
        result
    }

    /// Sets the message for the case that a signal ends the program.
    pub fn set_exit_message(&self, message: &str) {
        locked(&self.exit).message = message.to_string();
    }

    /// Sets a function that is called before a signal ends the program.
    pub fn set_cleanup(&self, cleanup: Option<Box<dyn Fn() + Send>>) {
        locked(&self.exit).cleanup = cleanup;
    }

    fn set(&self, stop: Option<Stop>) {
        *locked(&self.work) = stop;
    }
}

/// Locks a mutex. A poisoned one is used like any other: its value is always replaced as a whole.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
