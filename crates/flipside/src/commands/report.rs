//! `flipside report`

use std::path::{Path, PathBuf};

use flipside_analysis::read::{self, ReportInfo};
use flipside_analysis::report::{render, write};
use flipside_stats::verdict::DEFAULT_MARGIN;
use serde_json::json;

use crate::cli::{Format, Points, Report};
use crate::{new_file, output, version};

/// The heading of a report, and how it judges.
pub struct Settings<'a> {
    /// The heading.
    pub title: &'a str,
    /// A sentence below it.
    pub description: &'a str,
    /// A table by which games of Hexflip are judged.
    pub table: Option<&'a Path>,
    /// The distance of First's share from one half that counts as balanced, as a share. `None` for
    /// the usual one.
    pub margin: Option<f64>,
}

pub fn run(args: &Report, typed: &str) -> anyhow::Result<()> {
    let settings = Settings {
        title: "Balance report",
        description: "",
        table: args.values.table.as_deref(),
        margin: args.margin.margin.map(Points::share),
    };
    let format = args.format.format;
    make(&args.records, &args.out, &settings, format, typed)
}

/// Reads records, writes the report into a folder and prints its path. `typed` is the command line.
pub fn make(
    records: &[PathBuf],
    folder: &Path,
    settings: &Settings<'_>,
    format: Format,
    typed: &str,
) -> anyhow::Result<()> {
    new_file::refuse_dangling(folder)?;
    // Before the work, so that a folder without write permission costs no time.
    write::prepare(folder)?;
    let info = ReportInfo {
        title: settings.title.to_string(),
        description: settings.description.to_string(),
        program_version: version::SHORT.to_string(),
        program_commit: version::commit(),
        command: Some(typed.to_string()),
        margin: settings.margin.unwrap_or(DEFAULT_MARGIN),
    };
    let report = match settings.table {
        None => read::report(records, info)?,
        Some(table) => read::report_with_table(records, info, table)?,
    };
    report.notes().iter().for_each(output::note);
    let files = render::render(&report)?;
    write::write(folder, &files)?;
    let page = folder.join("report.html").display().to_string();
    if format == Format::Json {
        return output::json(&json!({ "report": page }));
    }
    output::line(&format!("report: {page}"))
}
