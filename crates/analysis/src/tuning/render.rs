//! From the model to the contents of files.

use serde::Serialize;

use super::derived::Derived;
use super::figures;
use super::html::{self, Figures};
use super::model::{Conclusion, FORMAT_VERSION, ModelError, TuningRun, check};
use crate::plot::figure::{Chart, Figure};
use crate::report::render::{RenderError, RenderedFile, add_plot};

/// Why the page of a run could not be rendered.
#[derive(Debug, thiserror::Error)]
pub enum TuningRenderError {
    /// The description of the run can't be shown.
    #[error("the tuning run can’t be shown: {0}")]
    Model(#[from] ModelError),
    /// The files could not be made.
    #[error(transparent)]
    Render(#[from] RenderError),
}

/// `tuning.json`: the model with what the page derives from it.
#[derive(Serialize)]
struct Document<'a> {
    format_version: u32,
    conclusion: &'a Conclusion,
    #[serde(flatten)]
    run: &'a TuningRun,
    derived: Derived<'a>,
}

/// Renders `tuning.html`, `tuning.json` and every plot as `plots/….svg` and `plots/….png`.
///
/// The same model gives the same bytes.
///
/// # Errors
/// If the model holds what can't be shown, such as a number that isn't finite.
pub fn render(run: &TuningRun) -> Result<Vec<RenderedFile>, TuningRenderError> {
    check(run)?;
    let conclusion = run.conclusion();
    let mut files = vec![RenderedFile {
        path: "tuning.json".into(),
        bytes: json(run, &conclusion).map_err(RenderError::from)?,
    }];
    let mut draw = |chart: Option<Chart>| -> Result<Option<Figure>, TuningRenderError> {
        let Some(chart) = chart else { return Ok(None) };
        let mut figure = chart.draw().map_err(RenderError::from)?;
        add_plot(&mut files, None, &figure);
        // The page has no use for it.
        figure.png = Vec::new();
        Ok(Some(figure))
    };
    let confirmations = 0..run.confirmations.len();
    let figures = Figures {
        gains: draw(figures::gains(run))?,
        courses: confirmations
            .map(|place| draw(figures::course(run, place)))
            .collect::<Result<_, _>>()?,
        objectives: run
            .objectives
            .iter()
            .map(|objective| draw(figures::objective(run, objective)))
            .collect::<Result<_, _>>()?,
        paths: draw(figures::paths(run))?,
        moves: draw(figures::moves(run))?,
        sensitivity: draw(figures::sensitivity(run))?,
    };
    let page = RenderedFile {
        path: "tuning.html".into(),
        bytes: html::page(run, &conclusion, &figures).into_bytes(),
    };
    files.insert(0, page);
    Ok(files)
}

fn json(run: &TuningRun, conclusion: &Conclusion) -> Result<Vec<u8>, serde_json::Error> {
    let document = Document {
        format_version: FORMAT_VERSION,
        conclusion,
        run,
        derived: Derived::of(run),
    };
    let mut bytes = serde_json::to_vec_pretty(&document)?;
    bytes.push(b'\n');
    Ok(bytes)
}
