//! `flipside report`

use std::path::{Path, PathBuf};

use flipside_analysis::read::{self, ReportInfo};
use flipside_analysis::report::{render, write};
use flipside_analysis::stats::verdict::DEFAULT_MARGIN;

/// Reads records and writes the report into a folder.
pub fn run(records: &[PathBuf], folder: &Path, title: &str, command: &str) -> anyhow::Result<()> {
    let info = ReportInfo {
        title: title.to_string(),
        program_version: env!("CARGO_PKG_VERSION").to_string(),
        command: Some(command.to_string()),
        margin: DEFAULT_MARGIN,
    };
    let report = read::report(records, info)?;
    // Found out only now: a folder for records that make no report would be left behind empty.
    write::prepare(folder)?;
    let files = render::render(&report)?;
    write::write(folder, &files)?;
    Ok(())
}
