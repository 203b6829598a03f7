//! The console of a terminal or a pipe.

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
use super::display::TerminalSize;
use crate::commands::stop::Signals;

/// Reads lines, on a terminal with history and completion.
pub struct Terminal {
    editor: Option<Editor<Words, DefaultHistory>>,
    /// Whether input is printed, since it does not come from a keyboard.
    echo: bool,
    signals: Signals,
}

impl Terminal {
    /// Opens the console of this process.
    pub fn open(signals: Signals) -> anyhow::Result<Self> {
        let typed = stdin().is_terminal();
        let editor = if typed && stdout().is_terminal() {
            let config = Config::builder()
                .completion_type(CompletionType::List)
                .auto_add_history(true)
                .build();
            let mut editor = Editor::with_config(config)?;
            editor.set_helper(Some(Words::default()));
            signals.set_cleanup(restore());
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

/// Maximum length of a line: that of a path.
const LONGEST: usize = 4096;

/// Returns a line as printable text.
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
                // An error shows up with the next text.
                let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
            }
        };
        say(&waiting);
        let result = self.signals.during(work);
        // Also removes what was typed meanwhile.
        say("\r\u{1b}[K");
        result
    }

    fn room(&self) -> Option<TerminalSize> {
        let (Width(columns), Height(rows)) = terminal_size_of(stdout())?;
        Some(TerminalSize {
            rows: rows.into(),
            columns: columns.into(),
        })
    }

    fn set_exit_message(&mut self, text: &str) {
        self.signals.set_exit_message(text);
    }
}

/// The completions.
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

/// Restores the modes of the terminal. While a line is edited, the terminal neither echoes keys nor
/// turns them into signals; a program that is ended then has to restore its modes.
type Restore = Box<dyn Fn() + Send>;

/// Returns a function that restores the current modes of the terminal.
#[cfg(unix)]
fn restore() -> Option<Restore> {
    use rustix::stdio::stdin;
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

    let modes = tcgetattr(stdin()).ok()?;
    Some(Box::new(move || {
        // The program ends, whether this works or not.
        let _ = tcsetattr(stdin(), OptionalActions::Now, &modes);
    }))
}

/// Returns nothing: other systems restore the modes themselves.
#[cfg(not(unix))]
fn restore() -> Option<Restore> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_made_printable() {
        assert_eq!(cleaned(b"c3\r\n"), "c3");
        assert_eq!(cleaned("list\tSay\u{16b}".as_bytes()), "list Say\u{16b}");
        assert_eq!(cleaned(b"\x1b[31mc3\xff"), "\u{fffd}[31mc3\u{fffd}");
        assert_eq!(cleaned("ū".repeat(LONGEST).as_bytes()), "ū".repeat(LONGEST));
        assert!(cleaned(&vec![b'a'; 1 << 20]).len() < LONGEST + 4);
    }
}
