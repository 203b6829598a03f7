//! Colours on the terminal.

use std::io::{IsTerminal as _, stdout};

use anstyle::{AnsiColor, Effects, Style};
use clap::ColorChoice;
use flipside_rules::Seat;

/// Colours texts, or leaves them as they are. Letters and signs carry the same information as colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint {
    colours: bool,
}

impl Paint {
    /// Without colours.
    pub const PLAIN: Self = Self { colours: false };

    /// With or without colours.
    #[cfg(test)]
    pub const fn new(colours: bool) -> Self {
        Self { colours }
    }

    /// Follows `--color` and the environment; see <https://no-color.org>.
    pub fn choose(choice: ColorChoice) -> Self {
        let plain = |variable: &str, value: &str| {
            std::env::var_os(variable).is_some_and(|found| found == value)
        };
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colours = match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => stdout().is_terminal() && !refused && !plain("TERM", "dumb"),
        };
        Self { colours }
    }

    fn style(self, style: Style, text: &str) -> String {
        match self.colours {
            true => format!("{style}{text}{style:#}"),
            false => text.to_string(),
        }
    }

    /// A piece of a seat: its letter on its colour.
    pub fn piece(self, seat: Seat, text: &str) -> String {
        let style = match seat {
            Seat::First => AnsiColor::BrightWhite.on(AnsiColor::Red),
            Seat::Second => AnsiColor::Black.on(AnsiColor::Yellow),
        };
        self.style(style.effects(Effects::BOLD), text)
    }

    /// Borders and names of points.
    pub fn faint(self, text: &str) -> String {
        self.style(Style::new().dimmed(), text)
    }

    /// Important text.
    pub fn strong(self, text: &str) -> String {
        self.style(Style::new().bold(), text)
    }

    /// Changes on the board.
    pub fn mark(self, text: &str) -> String {
        self.style(AnsiColor::BrightCyan.on_default().bold(), text)
    }

    /// Errors.
    pub fn wrong(self, text: &str) -> String {
        self.style(AnsiColor::BrightRed.on_default(), text)
    }
}

/// Wraps a text at 80 columns. Continuation lines are indented.
pub fn wrapped(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let mut words = line.split(' ');
        let mut now = words.next().unwrap_or_default().to_string();
        for word in words {
            if now.chars().count() + 1 + word.chars().count() > 80 {
                lines.push(std::mem::replace(&mut now, format!("  {word}")));
            } else {
                now = format!("{now} {word}");
            }
        }
        lines.push(now);
    }
    lines.join("\n")
}

/// Removes the colours from a text.
pub fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        plain += before;
        rest = after.split_once('m').map_or("", |(_, after)| after);
    }
    plain + rest
}
