//! The page for people.

mod parameters;

use maud::html;

use super::model::{Conclusion, TuningRun};
use crate::page;

/// The whole page.
pub(super) fn page(run: &TuningRun, conclusion: &Conclusion) -> String {
    let content = html! {
        header {
            h1 { (run.name) }
            @if !run.description.is_empty() { p { (run.description) } }
        }
        p.lead { (conclusion.words) }
        (parameters::table(run))
    };
    let frame = page::Frame {
        title: &run.name,
        program_version: &run.program_version,
        command: run.command.as_deref(),
        json: "tuning.json",
    };
    page::document(&frame, &content)
}
