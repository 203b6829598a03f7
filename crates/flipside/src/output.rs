//! The one way to standard output.

use std::io::{BufWriter, StdoutLock, Write, stdout};

use serde_json::Value;

/// Standard output, buffered.
pub fn out() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, stdout().lock())
}

/// Prints one JSON value on a line of its own.
pub fn json(value: &Value) -> anyhow::Result<()> {
    let mut out = out();
    writeln!(out, "{value}")?;
    out.flush()?;
    Ok(())
}
