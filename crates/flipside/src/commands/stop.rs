//! Ctrl-C and termination.

use std::io::Write as _;
use std::process::exit;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::Context as _;
use flipside_ai::Stop;

/// What SIGINT and SIGTERM do: within [`Signals::during`] they ask the work to stop, so that it can
/// save what is finished; elsewhere, and when they come a second time, the program ends at once.
pub struct Signals {
    /// The request that the work looks at, while there is any.
    work: Arc<Mutex<Option<Stop>>>,
    /// In runs the one request for all their work: who interrupts one part means the whole.
    run: Option<Stop>,
    parting: Arc<Mutex<Parting>>,
}

/// What happens when the program ends at once.
struct Parting {
    /// This is said.
    text: String,
    /// This is done before.
    last: Option<Box<dyn Fn() + Send>>,
}

impl Signals {
    /// Handles signals from now on.
    pub fn handle() -> anyhow::Result<Self> {
        Self::handle_with("stopped", None)
    }

    /// The same, for runs that go on later from what was finished.
    pub fn handle_in_run() -> anyhow::Result<Self> {
        let text = "stopped; games that are finished are safe, and the run can go on";
        Self::handle_with(text, Some(Stop::new()))
    }

    fn handle_with(text: &str, run: Option<Stop>) -> anyhow::Result<Self> {
        let parting = Parting {
            text: text.to_string(),
            last: None,
        };
        let signals = Self {
            work: Arc::default(),
            run,
            parting: Arc::new(Mutex::new(parting)),
        };
        let (work, parting) = (Arc::clone(&signals.work), Arc::clone(&signals.parting));
        ctrlc::set_handler(move || match &*locked(&work) {
            Some(stop) if !stop.is_requested() => stop.request(),
            _ => {
                let parting = locked(&parting);
                if let Some(last) = &parting.last {
                    last();
                }
                let _ = writeln!(std::io::stderr(), "error: {}", parting.text);
                exit(1);
            }
        })
        .context("signals cannot be handled")?;
        Ok(signals)
    }

    /// Does work that looks at a request to stop.
    pub fn during<T>(&self, work: impl FnOnce(&Stop) -> T) -> T {
        let stop = self.run.clone().unwrap_or_default();
        self.set(Some(stop.clone()));
        let result = work(&stop);
        self.set(None);
        result
    }

    /// Says this, from now on, when the program ends at once.
    pub fn set_parting(&self, text: &str) {
        locked(&self.parting).text = text.to_string();
    }

    /// Does this before the program ends at once.
    pub fn set_last(&self, last: Option<Box<dyn Fn() + Send>>) {
        locked(&self.parting).last = last;
    }

    fn set(&self, stop: Option<Stop>) {
        *locked(&self.work) = stop;
    }
}

/// What a lock guards. In a poisoned one it is as good as ever: nothing is ever half replaced.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
