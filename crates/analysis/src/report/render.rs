//! From the model to the contents of files.

use std::path::PathBuf;

use serde::Serialize;

use super::html::Figures;
use super::model::{FORMAT_VERSION, Group, JudgingTable, Report, Tournament};
use super::warnings::Warning;
use super::{figures, html, summary, warnings};
use crate::plot::figure::{Chart, Figure, PlotError};

/// A file of the report: where it goes, relative to the report's folder, and what is in it.
#[derive(Clone, Debug)]
pub struct RenderedFile {
    /// Relative path.
    pub path: PathBuf,
    /// Contents.
    pub bytes: Vec<u8>,
}

/// Why a report could not be rendered.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// A plot could not be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// The figures could not be written as JSON.
    #[error("writing the figures as JSON failed: {0}")]
    Json(#[from] serde_json::Error),
}

/// `report.json`: the model with what the page derives from it.
#[derive(Serialize)]
struct Document<'a> {
    format_version: u32,
    warnings: &'a [Warning],
    title: &'a str,
    description: &'a str,
    program_version: &'a str,
    command: Option<&'a str>,
    margin: f64,
    table: Option<&'a JudgingTable>,
    tournaments: Vec<TournamentDocument<'a>>,
    groups: Vec<GroupDocument<'a>>,
}

#[derive(Serialize)]
struct TournamentDocument<'a> {
    summary: String,
    #[serde(flatten)]
    tournament: &'a Tournament,
}

#[derive(Serialize)]
struct GroupDocument<'a> {
    summary: String,
    #[serde(flatten)]
    group: &'a Group,
}

/// Renders `report.html`, `report.json` and every plot as `plots/….svg` and `plots/….png`.
///
/// The same model gives the same bytes.
///
/// # Errors
/// If a plot can't be drawn or the figures can't be written as JSON; neither has a known cause
/// other than exhausted memory.
pub fn render(report: &Report) -> Result<Vec<RenderedFile>, RenderError> {
    let warnings = warnings::of(report);
    let overview = if report.groups.len() > 1 {
        Some(figures::overview(report).draw()?)
    } else {
        None
    };
    let mut files = vec![RenderedFile {
        path: "report.json".into(),
        bytes: json(report, &warnings)?,
    }];
    if let Some(figure) = &overview {
        add_plot(&mut files, None, figure);
    }
    let mut draw = |id: &str, charts: Vec<Chart>| -> Result<Vec<Figure>, RenderError> {
        let mut drawn = Vec::with_capacity(charts.len());
        for chart in charts {
            let mut figure = chart.draw()?;
            add_plot(&mut files, Some(id), &figure);
            // The page has no use for it, and there may be many.
            figure.png = Vec::new();
            drawn.push(figure);
        }
        Ok(drawn)
    };
    let mut by_tournament = Vec::with_capacity(report.tournaments.len());
    for tournament in &report.tournaments {
        by_tournament.push(draw(&tournament.id, figures::of_tournament(tournament))?);
    }
    let mut by_group = Vec::with_capacity(report.groups.len());
    for group in &report.groups {
        by_group.push(draw(&group.id, figures::of_group(group, report.margin))?);
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
            path: "report.html".into(),
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
            summary: summary::sentence(group, report.margin),
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
