//! Where a person types and reads.

use std::io;

use flipside_ai::Stop;

use super::look::Room;

/// What a person answers to a prompt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// A line, without the end of it.
    Line(String),
    /// Ctrl-C.
    Interrupt,
    /// There is nothing more to come.
    End,
}

/// A terminal, or what stands for one.
pub trait Console {
    /// Shows a text, whose lines end with line feeds.
    fn show(&mut self, text: &str) -> io::Result<()>;

    /// Asks for a line. `words` is what could be typed.
    fn ask(&mut self, prompt: &str, words: &[String]) -> io::Result<Reply>;

    /// Does work that looks at a request to stop, which an interrupt makes. `doing` says what it is,
    /// to who waits for it.
    fn during<T>(&mut self, doing: &str, work: impl FnOnce(&Stop) -> T) -> T;

    /// How much there is room for, if that is known.
    fn room(&self) -> Option<Room>;

    /// What to say, from now on, should the program be ended from outside.
    fn set_parting(&mut self, text: &str);
}

/// Answers with given replies, and keeps what is shown.
#[cfg(test)]
pub mod scripted {
    use std::collections::VecDeque;

    use super::{Console, Reply, Room, Stop, io};

    #[derive(Debug, Default)]
    pub struct Script {
        pub replies: VecDeque<Reply>,
        /// Everything shown and asked.
        pub shown: String,
        /// What could be typed at the last prompt.
        pub words: Vec<String>,
        /// Stretches of work that are interrupted at once.
        pub interrupted: u32,
        pub room: Option<Room>,
        pub parting: String,
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

        fn room(&self) -> Option<Room> {
            self.room
        }

        fn set_parting(&mut self, text: &str) {
            self.parting = text.to_string();
        }
    }
}
