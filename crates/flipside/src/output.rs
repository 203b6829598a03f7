//! Standard output, and the error of a command.

use std::fmt::Display;
use std::io::{BufWriter, ErrorKind, StdoutLock, Write, stderr, stdout};

use serde_json::Value;

/// Returns buffered standard output.
pub fn out() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, stdout().lock())
}

/// Prints a JSON value on one line.
pub fn json(value: &Value) -> anyhow::Result<()> {
    line(&value.to_string())
}

/// Prints a line.
pub fn line(text: &str) -> anyhow::Result<()> {
    let mut out = out();
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}

/// Prints an error with its causes, without those that the text before them contains.
pub fn error(error: &anyhow::Error) {
    let mut message = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !message.contains(&cause) {
            message += &format!(": {cause}");
        }
    }
    // If this cannot be written, the exit code has to do.
    let _ = writeln!(stderr(), "error: {message}");
}

/// Prints a note. Work does not fail because a note cannot be written.
pub fn note(text: impl Display) {
    let _ = writeln!(stderr(), "note: {text}");
}

/// Whether the reader of standard output has closed it, which is not a failure.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
    })
}
