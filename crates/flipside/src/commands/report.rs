//! `flipside report`

use std::io::Write as _;
use std::path::{Path, PathBuf};

use flipside_analysis::read::{self, ReportInfo};
use flipside_analysis::report::{render, write};
use flipside_stats::verdict::DEFAULT_MARGIN;
use serde_json::json;

use crate::cli::Format;
use crate::output;

/// Reads records, writes the report into a folder and prints where it is. `typed` is the command that asked for it,
/// `table` the one by which games of Hexflip are judged.
pub fn run(
    records: &[PathBuf],
    table: Option<&Path>,
    folder: &Path,
    title: &str,
    description: &str,
    format: Format,
    typed: &str,
) -> anyhow::Result<()> {
    // A folder that cannot be written to is found out before the work, not after it.
    write::prepare(folder)?;
    let info = ReportInfo {
        title: title.to_string(),
        description: description.to_string(),
        program_version: env!("CARGO_PKG_VERSION").to_string(),
        command: Some(typed.to_string()),
        margin: DEFAULT_MARGIN,
    };
    let report = match table {
        None => read::report(records, info)?,
        Some(table) => read::judged_report(records, info, table)?,
    };
    let files = render::render(&report)?;
    write::write(folder, &files)?;
    let page = folder.join("report.html").display().to_string();
    if format == Format::Json {
        return output::json(&json!({ "report": page }));
    }
    let mut out = output::out();
    writeln!(out, "report: {page}")?;
    out.flush()?;
    Ok(())
}
