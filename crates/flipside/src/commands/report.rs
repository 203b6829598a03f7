//! `flipside report`

use std::path::{Path, PathBuf};

use flipside_analysis::read::{self, ReportInfo};
use flipside_analysis::report::{render, write};
use flipside_analysis::stats::verdict::DEFAULT_MARGIN;

/// Reads records and writes the report into a folder. `typed` is the command that asked for it.
pub fn run(
    records: &[PathBuf],
    folder: &Path,
    title: &str,
    description: &str,
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
    let report = read::report(records, info)?;
    let files = render::render(&report)?;
    write::write(folder, &files)?;
    Ok(())
}
