//! Progress of long work: a bar on a terminal, sparse lines elsewhere, JSON for scripts.

use std::cell::RefCell;
use std::io::{IsTerminal as _, Write as _, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Map, Value, json};

use crate::cli::ProgressMode;

/// The state of work, besides the amount done.
#[derive(Default)]
pub struct Detail {
    /// A short text.
    pub note: String,
    /// Lines below the bar.
    pub table: Vec<String>,
    /// The same for scripts.
    pub json: Map<String, Value>,
}

/// Reports the progress of work.
pub struct Reporter {
    mode: ProgressMode,
    title: String,
    unit: &'static str,
    state: RefCell<State>,
}

struct State {
    bar: ProgressBar,
    started: Instant,
    shown: Instant,
    resumed: u64,
    total: u64,
    done: u64,
    /// Whether the display has ended.
    ended: bool,
    detail: Detail,
}

impl Reporter {
    /// Creates a reporter for work with a title, counted in a unit such as `games`. The default
    /// mode depends on whether standard error is a terminal.
    pub fn new(mode: Option<ProgressMode>, title: String, unit: &'static str) -> Self {
        let mode = mode.unwrap_or(match stderr().is_terminal() {
            true => ProgressMode::Bar,
            false => ProgressMode::Plain,
        });
        let now = Instant::now();
        let state = State {
            bar: ProgressBar::hidden(),
            started: now,
            shown: now,
            resumed: 0,
            total: 0,
            done: 0,
            ended: false,
            detail: Detail::default(),
        };
        Self {
            mode,
            title,
            unit,
            state: RefCell::new(state),
        }
    }

    /// Begins the work, of which `done` of `total` is done.
    pub fn begin(&self, total: u64, done: u64) {
        let mut state = self.state.borrow_mut();
        let now = Instant::now();
        state.started = now;
        state.shown = now;
        (state.total, state.done, state.resumed) = (total, done, done);
        match self.mode {
            ProgressMode::Bar => {
                let style = ProgressStyle::with_template(
                    "{prefix:.bold} {wide_bar:.cyan/dim} {pos}/{len}{msg}",
                );
                state.bar = ProgressBar::with_draw_target(
                    Some(total),
                    ProgressDrawTarget::stderr_with_hz(8),
                )
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
                .with_prefix(self.title.clone())
                .with_position(done);
                state.bar.enable_steady_tick(Duration::from_millis(250));
            }
            ProgressMode::Json => self.json("begin", &state),
            ProgressMode::Plain | ProgressMode::Never => {}
        }
    }

    /// Updates the amount done. `detail` is called only if it is shown.
    pub fn advance(&self, done: u64, detail: impl FnOnce() -> Detail) {
        let mut state = self.state.borrow_mut();
        state.done = done;
        let every = match self.mode {
            ProgressMode::Never => return,
            ProgressMode::Bar => Duration::from_millis(250),
            ProgressMode::Json => Duration::from_secs(1),
            ProgressMode::Plain => Duration::from_secs(10),
        };
        if state.shown.elapsed() >= every {
            state.detail = detail();
            self.show(&mut state);
        }
    }

    /// Reports an event, for people and for scripts.
    pub fn event(&self, kind: &str, text: &str, mut json: Map<String, Value>) {
        let state = self.state.borrow();
        // Errors in showing progress do not stop the work.
        match self.mode {
            ProgressMode::Json => {
                json.insert("event".to_string(), json!(kind));
                json.insert("title".to_string(), json!(self.title));
                let _ = writeln!(stderr(), "{}", Value::Object(json));
            }
            ProgressMode::Bar if !state.bar.is_hidden() => state.bar.println(text),
            _ => {
                let _ = writeln!(stderr(), "{}: {text}", self.title);
            }
        }
    }

    /// Ends the display with the final amount done.
    pub fn end_at(&self, done: u64, detail: Detail) {
        self.state.borrow_mut().done = done;
        self.end(Some(detail));
    }

    /// Ends the display, with a last update if `detail` is given.
    pub fn end(&self, detail: Option<Detail>) {
        let mut state = self.state.borrow_mut();
        state.ended = true;
        // Work that never began, or failed at once, has nothing to report.
        let is_worth_a_line = state.total > 0 && (detail.is_some() || state.done > state.resumed);
        if let Some(detail) = detail {
            state.detail = detail;
        }
        match self.mode {
            ProgressMode::Never => {}
            ProgressMode::Bar => {
                self.show(&mut state);
                state.bar.abandon();
            }
            ProgressMode::Json if state.total > 0 => self.json("end", &state),
            ProgressMode::Plain if is_worth_a_line => self.line(&state),
            ProgressMode::Plain | ProgressMode::Json => {}
        }
    }

    fn show(&self, state: &mut State) {
        state.shown = Instant::now();
        match self.mode {
            ProgressMode::Never => {}
            ProgressMode::Bar => {
                state.bar.set_position(state.done);
                let pace = state.pace(self.unit);
                let note = match state.detail.table.as_slice() {
                    [] if state.detail.note.is_empty() => String::new(),
                    [] => format!(", {}", state.detail.note),
                    lines => format!("\n  {}", lines.join("\n  ")),
                };
                state.bar.set_message(format!(" {}{pace}{note}", self.unit));
            }
            ProgressMode::Plain => self.line(state),
            ProgressMode::Json => self.json("progress", state),
        }
    }

    fn line(&self, state: &State) {
        let (done, total, pace) = (state.done, state.total, state.pace(self.unit));
        let note = match state.detail.note.as_str() {
            "" => String::new(),
            note => format!("; {note}"),
        };
        let _ = writeln!(
            stderr(),
            "{}: {done} of {total} {}{pace}{note}",
            self.title,
            self.unit
        );
    }

    fn json(&self, event: &str, state: &State) {
        let rate = state.rate();
        let mut object = json!({
            "event": event,
            "title": self.title,
            "unit": self.unit,
            "done": state.done,
            "total": state.total,
            "per_second": rate,
            "seconds_left": rate
                .filter(|_| !state.ended)
                .map(|rate| state.left() as f64 / rate),
        });
        if let Value::Object(fields) = &mut object {
            fields.extend(state.detail.json.clone());
        }
        let _ = writeln!(stderr(), "{object}");
    }
}

impl State {
    fn left(&self) -> u64 {
        self.total.saturating_sub(self.done)
    }

    /// Returns work per second since the beginning.
    fn rate(&self) -> Option<f64> {
        let seconds = self.started.elapsed().as_secs_f64();
        let work = self.done.saturating_sub(self.resumed);
        (seconds > 0.0 && work > 0).then(|| work as f64 / seconds)
    }

    /// Returns the rate and the remaining time, for people.
    fn pace(&self, unit: &str) -> String {
        let Some(rate) = self.rate() else {
            return String::new();
        };
        let shown = match rate < 100.0 {
            true => format!("{rate:.1}"),
            false => compact(rate as u64),
        };
        let left = match self.left() {
            0 => String::new(),
            _ if self.ended => String::new(),
            left => format!(", {} left", duration(left as f64 / rate)),
        };
        format!(", {shown} {unit}/s{left}")
    }
}

/// Formats a number for people: in full up to a million, then in millions.
fn compact(number: u64) -> String {
    match number < 1_000_000 {
        true => number.to_string(),
        false => format!("{:.1} million", number as f64 / 1e6),
    }
}

/// Formats seconds for people: `45 s`, `3 min`, `2.5 h`.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 6_000.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3_600.0),
    }
}
