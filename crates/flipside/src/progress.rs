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
    state: RefCell<State>,
}

struct State {
    bar: ProgressBar,
    started: Instant,
    last: Instant,
    resumed: u64,
    games: u64,
    done: u64,
}

impl Reporter {
    /// A reporter for work with a title. Without a wish for a mode it depends on where standard
    /// error goes.
    pub fn new(mode: Option<ProgressMode>, title: String) -> Self {
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
            games: 0,
            done: 0,
        };
        Self {
            mode,
            title,
            state: RefCell::new(state),
        }
    }

    /// Ends the display.
    pub fn end(&self) {
        let state = self.state.borrow();
        match self.mode {
            ProgressMode::Never => {}
            ProgressMode::Bar => state.bar.abandon(),
            ProgressMode::Plain => self.line(&state),
        }
    }

    fn line(&self, state: &State) {
        let rate = state.rate();
        let left = match rate {
            Some(rate) if state.done < state.games => {
                let seconds = (state.games - state.done) as f64 / rate;
                format!(", {} left", duration(seconds))
            }
            _ => String::new(),
        };
        let rate = rate.map_or(String::new(), |rate| format!(", {rate:.1} games/s"));
        // Progress that cannot be shown is no reason to stop working.
        let _ = writeln!(
            stderr(),
            "{}: {} of {} games{rate}{left}",
            self.title,
            state.done,
            state.games
        );
    }
}

impl State {
    /// Games per second since the run began.
    fn rate(&self) -> Option<f64> {
        let seconds = self.started.elapsed().as_secs_f64();
        let games = self.done - self.resumed;
        (seconds > 0.0 && games > 0).then(|| games as f64 / seconds)
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

impl Progress for Reporter {
    fn begin(&self, games: u64, done: u64) {
        let mut state = self.state.borrow_mut();
        let now = Instant::now();
        state.started = now;
        state.last = now;
        (state.games, state.done, state.resumed) = (games, done, done);
        if self.mode == ProgressMode::Bar {
            let style = ProgressStyle::with_template(
                "{prefix:<24.bold} {wide_bar:.cyan/dim} {pos}/{len} games  {per_sec:>12}  {eta:>4} left",
            );
            state.bar =
                ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr_with_hz(8))
                    .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
                    .with_prefix(self.title.clone())
                    .with_position(done);
            state.bar.reset_eta();
            state.bar.enable_steady_tick(Duration::from_millis(250));
        }
    }

    fn advance(&self, done: u64) {
        let mut state = self.state.borrow_mut();
        state.done = done;
        match self.mode {
            ProgressMode::Never => {}
            ProgressMode::Bar => state.bar.set_position(done),
            ProgressMode::Plain if state.last.elapsed() >= PLAIN_EVERY => {
                state.last = Instant::now();
                self.line(&state);
            }
            ProgressMode::Plain => {}
        }
    }
}
