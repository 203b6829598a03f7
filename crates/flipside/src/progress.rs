//! Progress of long work: a bar on a terminal, sparse lines elsewhere.

use std::cell::RefCell;
use std::io::{IsTerminal as _, Write as _, stderr};
use std::time::{Duration, Instant};

use flipside_arena::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::ProgressMode;

/// At most one plain line in this time.
const PLAIN_EVERY: Duration = Duration::from_secs(10);

/// Shows how a run goes on.
pub struct Reporter {
    mode: ProgressMode,
    title: String,
    unit: &'static str,
    state: RefCell<State>,
}

struct State {
    bar: ProgressBar,
    started: Instant,
    last: Instant,
    resumed: u64,
    total: u64,
    done: u64,
    /// Where the work stands besides, for people.
    note: String,
}

impl Reporter {
    /// A reporter for work with a title, which is counted in a unit such as `games`. Without a wish
    /// for a mode it depends on where standard error goes.
    pub fn new(mode: Option<ProgressMode>, title: String, unit: &'static str) -> Self {
        let mode = mode.unwrap_or(match stderr().is_terminal() {
            true => ProgressMode::Bar,
            false => ProgressMode::Plain,
        });
        let now = Instant::now();
        let state = State {
            bar: ProgressBar::hidden(),
            started: now,
            last: now,
            resumed: 0,
            total: 0,
            done: 0,
            note: String::new(),
        };
        Self {
            mode,
            title,
            unit,
            state: RefCell::new(state),
        }
    }

    /// Ends the display.
    pub fn end(&self) {
        let state = self.state.borrow();
        match self.mode {
            ProgressMode::Never => {}
            ProgressMode::Bar => state.bar.abandon(),
            // Work that never began has nothing to tell.
            ProgressMode::Plain if state.total > 0 => self.line(&state),
            ProgressMode::Plain => {}
        }
    }

    fn line(&self, state: &State) {
        // Progress that cannot be shown is no reason to stop working.
        let (done, total, pace) = (state.done, state.total, state.pace(self.unit));
        let _ = writeln!(
            stderr(),
            "{}: {done} of {total} {}{pace}",
            self.title,
            self.unit
        );
    }
}

impl State {
    /// How much is done, at which rate, and the time that is left.
    fn text(&self, unit: &str) -> String {
        let (done, total) = (compact(self.done), compact(self.total));
        let note = if self.note.is_empty() {
            String::new()
        } else {
            format!(", {}", self.note)
        };
        format!("{done} of {total} {unit}{note}{}", self.pace(unit))
    }

    /// Work per second since it began, and the time that is left at this rate.
    fn pace(&self, unit: &str) -> String {
        let seconds = self.started.elapsed().as_secs_f64();
        let work = self.done - self.resumed;
        if seconds <= 0.0 || work == 0 {
            return String::new();
        }
        let rate = work as f64 / seconds;
        let shown = match rate < 100.0 {
            true => format!("{rate:.1}"),
            false => compact(rate as u64),
        };
        let left = match self.total - self.done {
            0 => String::new(),
            left => format!(", {} left", duration(left as f64 / rate)),
        };
        format!(", {shown} {unit}/s{left}")
    }
}

/// A number for people: in full up to a million, then in millions.
fn compact(number: u64) -> String {
    match number < 1_000_000 {
        true => number.to_string(),
        false => format!("{:.1} million", number as f64 / 1e6),
    }
}

/// Seconds for people: `45 s`, `3 min`, `2.5 h`.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 6_000.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3_600.0),
    }
}

impl Reporter {
    /// The work begins: how much there is in all, and how much is done already.
    pub fn begin(&self, total: u64, done: u64) {
        let mut state = self.state.borrow_mut();
        let now = Instant::now();
        state.started = now;
        state.last = now;
        (state.total, state.done, state.resumed) = (total, done, done);
        if self.mode == ProgressMode::Bar {
            let style = ProgressStyle::with_template("{prefix:.bold} {wide_bar:.cyan/dim} {msg}");
            state.bar =
                ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(8))
                    .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
                    .with_prefix(self.title.clone())
                    .with_position(done)
                    .with_message(state.text(self.unit));
            state.bar.enable_steady_tick(Duration::from_millis(250));
        }
    }

    /// What is shown beside the numbers.
    pub fn note(&self, note: String) {
        self.state.borrow_mut().note = note;
    }

    /// So much is done.
    pub fn advance(&self, done: u64) {
        let mut state = self.state.borrow_mut();
        state.done = done;
        match self.mode {
            ProgressMode::Never => {}
            ProgressMode::Bar => {
                state.bar.set_position(done);
                state
                    .bar
                    .set_message(format!(" {}{}", self.unit, state.pace(self.unit)));
            }
            ProgressMode::Plain if state.last.elapsed() >= PLAIN_EVERY => {
                state.last = Instant::now();
                self.line(&state);
            }
            ProgressMode::Plain => {}
        }
    }
}

impl Progress for Reporter {
    fn begin(&self, games: u64, done: u64) {
        self.begin(games, done);
    }

    fn advance(&self, done: u64) {
        self.advance(done);
    }
}
