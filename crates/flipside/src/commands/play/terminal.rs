//! The console of a real terminal, and of pipes.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _, stdin, stdout};

use flipside_ai::Stop;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use terminal_size::{Height, Width, terminal_size_of};

use super::complete::complete;
use super::console::{Console, Reply};
use super::look::Room;
use super::modes::restore;
use crate::commands::stop::Signals;

/// Reads with history and completion where people type, plain lines elsewhere.
pub struct Terminal {
    editor: Option<Editor<Words, DefaultHistory>>,
    /// Whether what is read has to be shown, since nobody sees it typed.
    echo: bool,
    signals: Signals,
}

impl Terminal {
    /// The console of this process.
    pub fn open(signals: Signals) -> anyhow::Result<Self> {
        let typed = stdin().is_terminal();
        let editor = if typed && stdout().is_terminal() {
            let config = Config::builder()
                .completion_type(CompletionType::List)
                .auto_add_history(true)
                .build();
            let mut editor = Editor::with_config(config)?;
            editor.set_helper(Some(Words::default()));
            signals.set_last(restore());
            Some(editor)
        } else {
            None
        };
        Ok(Self {
            editor,
            echo: !typed,
            signals,
        })
    }

    fn read_plainly(&self, prompt: &str) -> io::Result<Reply> {
        let mut out = stdout().lock();
        out.write_all(prompt.as_bytes())?;
        out.flush()?;
        let mut bytes = Vec::new();
        if stdin().lock().read_until(b'\n', &mut bytes)? == 0 {
            writeln!(out)?;
            return Ok(Reply::End);
        }
        let line = cleaned(&bytes);
        if self.echo {
            writeln!(out, "{line}")?;
        }
        Ok(Reply::Line(line))
    }
}

/// The longest line that is read whole: as long as a path may be.
const LONGEST: usize = 4096;

/// A line as text that can be shown. What is no text is no turn either, and is answered like one.
fn cleaned(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_end_matches(['\n', '\r']);
    let shown = |c: char| match c {
        '\t' => ' ',
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    let mut line: String = text.chars().take(LONGEST).map(shown).collect();
    if text.chars().nth(LONGEST).is_some() {
        line.push('…');
    }
    line
}

impl Console for Terminal {
    fn show(&mut self, text: &str) -> io::Result<()> {
        let mut out = stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    }

    fn ask(&mut self, prompt: &str, words: &[String]) -> io::Result<Reply> {
        let Some(editor) = &mut self.editor else {
            return self.read_plainly(prompt);
        };
        if let Some(helper) = editor.helper_mut() {
            helper.words = words.to_vec();
        }
        match editor.readline(prompt) {
            Ok(line) => Ok(Reply::Line(cleaned(line.as_bytes()))),
            Err(ReadlineError::Interrupted) => Ok(Reply::Interrupt),
            Err(ReadlineError::Eof) => Ok(Reply::End),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    fn during<T>(&mut self, doing: &str, work: impl FnOnce(&Stop) -> T) -> T {
        let waiting = format!("{doing}… (Ctrl-C interrupts)");
        let say = |text: &str| {
            if self.editor.is_some() {
                let mut out = stdout().lock();
                // Whether this can be shown shows at the next text that matters.
                let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
            }
        };
        say(&waiting);
        let result = self.signals.during(work);
        // With all that was typed meanwhile.
        say("\r\u{1b}[K");
        result
    }

    fn room(&self) -> Option<Room> {
        let (Width(columns), Height(rows)) = terminal_size_of(stdout())?;
        Some(Room {
            rows: rows.into(),
            columns: columns.into(),
        })
    }

    fn set_parting(&mut self, text: &str) {
        self.signals.set_parting(text);
    }
}

/// What can be typed.
#[derive(Default)]
struct Words {
    words: Vec<String>,
}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..pos];
        let begin = typed.len() - typed.trim_start().len();
        let ways = complete(&self.words, &typed[begin..].to_lowercase());
        Ok((begin, ways))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}

impl Validator for Words {}

impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_made_fit_to_be_shown() {
        assert_eq!(cleaned(b"c3\r\n"), "c3");
        assert_eq!(cleaned("list\tSay\u{16b}".as_bytes()), "list Say\u{16b}");
        assert_eq!(cleaned(b"\x1b[31mc3\xff"), "\u{fffd}[31mc3\u{fffd}");
        assert_eq!(cleaned("ū".repeat(LONGEST).as_bytes()), "ū".repeat(LONGEST));
        assert!(cleaned(&vec![b'a'; 1 << 20]).len() < LONGEST + 4);
    }
}
