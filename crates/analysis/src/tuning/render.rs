//! From the model to the contents of files.

use serde::Serialize;

use super::html;
use super::model::{Conclusion, FORMAT_VERSION, ModelError, TuningRun, check};
use crate::report::render::{RenderError, RenderedFile};

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
}

/// Renders `tuning.html` and `tuning.json`.
///
/// The same model gives the same bytes.
///
/// # Errors
/// If the model holds what can't be shown, such as a number that isn't finite.
pub fn render(run: &TuningRun) -> Result<Vec<RenderedFile>, TuningRenderError> {
    check(run)?;
    let conclusion = run.conclusion();
    Ok(vec![
        RenderedFile {
            path: "tuning.html".into(),
            bytes: html::page(run, &conclusion).into_bytes(),
        },
        RenderedFile {
            path: "tuning.json".into(),
            bytes: json(run, &conclusion).map_err(RenderError::from)?,
        },
    ])
}

fn json(run: &TuningRun, conclusion: &Conclusion) -> Result<Vec<u8>, serde_json::Error> {
    let document = Document {
        format_version: FORMAT_VERSION,
        conclusion,
        run,
    };
    let mut bytes = serde_json::to_vec_pretty(&document)?;
    bytes.push(b'\n');
    Ok(bytes)
}
