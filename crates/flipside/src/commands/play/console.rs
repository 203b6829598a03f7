//! The terminal of a person.

use std::io;

use flipside_ai::Stop;

use super::display::TerminalSize;

/// An answer to a prompt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// A line, without its line ending.
    Line(String),
    /// Ctrl-C.
    Interrupt,
    /// End of input.
    End,
}

/// A terminal, or a test's replacement for it.
pub trait Console {
    /// Prints a text, whose lines end with line feeds.
    fn show(&mut self, text: &str) -> io::Result<()>;

    /// Prompts for a line. `words` are the completions.
    fn ask(&mut self, prompt: &str, words: &[String]) -> io::Result<Reply>;

    /// Runs work that an interrupt requests to stop. `doing` describes it to the person who
    /// waits.
    fn during<T>(&mut self, doing: &str, work: impl FnOnce(&Stop) -> T) -> T;

    /// Returns the size of the terminal, if it is known.
    fn room(&self) -> Option<TerminalSize>;

    /// Sets the message for the case that a signal ends the program.
    fn set_exit_message(&mut self, text: &str);
}

/// A console that answers with given replies and collects the output.
#[cfg(test)]
pub mod scripted {
    use std::collections::VecDeque;

    use super::{Console, Reply, Stop, TerminalSize, io};

    #[derive(Debug, Default)]
    pub struct Script {
        pub replies: VecDeque<Reply>,
        /// Everything shown and asked.
        pub shown: String,
        /// The completions at the last prompt.
        pub words: Vec<String>,
        /// Number of calls of `during` that are interrupted at once.
        pub interrupted: u32,
        pub room: Option<TerminalSize>,
        pub exit_message: String,
    }

    impl Script {
        /// A script of lines; `^C` is an interrupt.
        pub fn new(lines: &str) -> Self {
            let reply = |line: &str| match line.trim() {
                "^C" => Reply::Interrupt,
                line => Reply::Line(line.to_string()),
            };
            Self {
                replies: lines.split('\n').map(reply).collect(),
                ..Self::default()
            }
        }
    }

    impl Console for Script {
        fn show(&mut self, text: &str) -> io::Result<()> {
            self.shown += text;
            Ok(())
        }

        fn ask(&mut self, prompt: &str, words: &[String]) -> io::Result<Reply> {
            let reply = self.replies.pop_front().unwrap_or(Reply::End);
            self.shown += &format!("{prompt}{reply:?}\n");
            self.words = words.to_vec();
            Ok(reply)
        }

        fn during<T>(&mut self, _: &str, work: impl FnOnce(&Stop) -> T) -> T {
            let stop = Stop::new();
            if self.interrupted > 0 {
                self.interrupted -= 1;
                stop.request();
            }
            work(&stop)
        }

        fn room(&self) -> Option<TerminalSize> {
            self.room
        }

        fn set_exit_message(&mut self, text: &str) {
            self.exit_message = text.to_string();
        }
    }
}
