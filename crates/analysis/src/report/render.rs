//! Renders the model to the contents of files.

use std::path::PathBuf;

use serde::Serialize;

use super::html::Figures;
use super::model::{Commit, FORMAT_VERSION, GroupReport, Report, TableInfo, TournamentReport};
use super::warnings::Warning;
use super::{figures, html, summary, warnings};
use crate::plot::figure::{Chart, Figure, PlotError};
use crate::plot::narrow;

/// The file of the page, in the report's folder.
pub(super) const PAGE: &str = "report.html";

/// The file of the figures.
pub(super) const JSON: &str = "report.json";

/// The folder of the plots.
pub(super) const PLOTS: &str = "plots";

/// A file of the report, with its path relative to the report's folder.
#[derive(Clone, Debug)]
pub struct RenderedFile {
    /// Relative path.
    pub path: PathBuf,
    /// Contents.
    pub bytes: Vec<u8>,
}

/// Why a report cannot be rendered.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// A plot cannot be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// The figures cannot be written as JSON.
    #[error("writing the figures as JSON failed: {0}")]
    Json(#[from] serde_json::Error),
}

/// `report.json`: the model and the values derived from it.
#[derive(Serialize)]
struct Document<'a> {
    format_version: u32,
    warnings: &'a [Warning],
    title: &'a str,
    description: &'a str,
    program_version: &'a str,
    program_commit: Option<&'a Commit>,
    command: Option<&'a str>,
    margin: f64,
    table: Option<&'a TableInfo>,
    tournaments: Vec<TournamentDocument<'a>>,
    groups: Vec<GroupDocument<'a>>,
}

#[derive(Serialize)]
struct TournamentDocument<'a> {
    summary: String,
    #[serde(flatten)]
    tournament: &'a TournamentReport,
}

#[derive(Serialize)]
struct GroupDocument<'a> {
    summary: String,
    #[serde(flatten)]
    group: &'a GroupReport,
}

/// Renders `report.html`, `report.json` and every plot as `plots/….svg` and `plots/….png`.
///
/// The same model gives the same bytes.
///
/// # Errors
/// If a plot cannot be drawn or the figures cannot be written as JSON; the only known cause is
/// exhausted memory.
pub fn render(report: &Report) -> Result<Vec<RenderedFile>, RenderError> {
    let warnings = warnings::of(report);
    let overview = if report.groups.len() > 1 {
        let mut figure = figures::overview(report).draw()?;
        figure.add_narrow(&narrow(|| figures::overview(report)))?;
        Some(figure)
    } else {
        None
    };
    let mut files = vec![RenderedFile {
        path: JSON.into(),
        bytes: json(report, &warnings)?,
    }];
    if let Some(figure) = &overview {
        add_plot(&mut files, None, figure);
    }
    let mut draw = |id: &str, charts: &dyn Fn() -> Vec<Chart>| -> Result<_, RenderError> {
        let mut drawn = Vec::new();
        for (chart, for_phones) in charts().into_iter().zip(narrow(charts)) {
            let mut figure = chart.draw()?;
            figure.add_narrow(&for_phones)?;
            add_plot(&mut files, Some(id), &figure);
            // The page has no use for it, and there may be many.
            figure.png = Vec::new();
            drawn.push(figure);
        }
        Ok(drawn)
    };
    let mut by_tournament = Vec::with_capacity(report.tournaments.len());
    for tournament in &report.tournaments {
        by_tournament.push(draw(&tournament.id, &|| {
            figures::of_tournament(tournament)
        })?);
    }
    let mut by_group = Vec::with_capacity(report.groups.len());
    for group in &report.groups {
        by_group.push(draw(&group.id, &|| {
            figures::of_group(group, report.margin)
        })?);
    }
    let figures = Figures {
        overview,
        by_tournament,
        by_group,
    };
    let page = html::page(report, &warnings, &figures);
    files.insert(
        0,
        RenderedFile {
            path: PAGE.into(),
            bytes: page.into_bytes(),
        },
    );
    Ok(files)
}

fn json(report: &Report, warnings: &[Warning]) -> Result<Vec<u8>, serde_json::Error> {
    let groups = report
        .groups
        .iter()
        .map(|group| GroupDocument {
            summary: summary::sentence(group),
            group,
        })
        .collect();
    let tournaments = report
        .tournaments
        .iter()
        .map(|tournament| TournamentDocument {
            summary: summary::standings_sentence(tournament),
            tournament,
        })
        .collect();
    let document = Document {
        format_version: FORMAT_VERSION,
        warnings,
        title: &report.title,
        description: &report.description,
        program_version: &report.program_version,
        program_commit: report.program_commit.as_ref(),
        command: report.command.as_deref(),
        margin: report.margin,
        table: report.table.as_ref(),
        tournaments,
        groups,
    };
    let mut bytes = serde_json::to_vec_pretty(&document)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// Both files of a plot.
pub(crate) fn add_plot(files: &mut Vec<RenderedFile>, folder_name: Option<&str>, figure: &Figure) {
    let mut folder = PathBuf::from("plots");
    folder.extend(folder_name);
    let path = |extension: &str| folder.join(format!("{}.{extension}", figure.name));
    files.push(RenderedFile {
        path: path("svg"),
        bytes: figure.svg_file().into_bytes(),
    });
    files.push(RenderedFile {
        path: path("png"),
        bytes: figure.png.clone(),
    });
}
