//! Renders the model to the contents of files.

use serde::Serialize;

use super::derived::Derived;
use super::figures;
use super::html::{self, Figures};
use super::model::{Conclusion, FORMAT_VERSION, ModelError, TuningRun, check};
use crate::plot::figure::Chart;
use crate::plot::narrow;
use crate::report::render::{RenderError, RenderedFile, add_plot};

/// Why the page of a run cannot be rendered.
#[derive(Debug, thiserror::Error)]
pub enum TuningRenderError {
    /// The model is invalid.
    #[error("the tuning run cannot be shown: {0}")]
    Model(#[from] ModelError),
    /// A file cannot be rendered.
    #[error(transparent)]
    Render(#[from] RenderError),
}

/// `tuning.json`: the model and the values derived from it.
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
/// If the model is invalid: for instance, if a number is not finite.
pub fn render(run: &TuningRun) -> Result<Vec<RenderedFile>, TuningRenderError> {
    check(run)?;
    let conclusion = run.conclusion();
    let mut files = vec![RenderedFile {
        path: "tuning.json".into(),
        bytes: json(run, &conclusion).map_err(RenderError::from)?,
    }];
    let mut draw = |chart: &dyn Fn() -> Option<Chart>| -> Result<_, TuningRenderError> {
        let (Some(chart), Some(for_phones)) = (chart(), narrow(chart)) else {
            return Ok(None);
        };
        let mut figure = chart.draw().map_err(RenderError::from)?;
        figure.add_narrow(&for_phones).map_err(RenderError::from)?;
        add_plot(&mut files, None, &figure);
        // Not used in the page.
        figure.png = Vec::new();
        Ok(Some(figure))
    };
    let confirmations = 0..run.confirmations.len();
    let figures = Figures {
        gains: draw(&|| figures::gains(run))?,
        tests: confirmations
            .map(|place| draw(&|| figures::test(run, place)))
            .collect::<Result<_, _>>()?,
        objectives: run
            .objectives
            .iter()
            .map(|objective| draw(&|| figures::objective(run, objective)))
            .collect::<Result<_, _>>()?,
        paths: draw(&|| figures::paths(run))?,
        moves: draw(&|| figures::moves(run))?,
        sensitivity: draw(&|| figures::sensitivity(run))?,
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
