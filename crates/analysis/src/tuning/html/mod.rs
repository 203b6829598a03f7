//! The HTML page.

mod confirmation;
mod origin;
mod overview;
mod parameters;
mod words;

use maud::{Markup, html};

use super::model::{Conclusion, Objective, TuningRun};
use crate::page::{self, figure};
use crate::plot::figure::Figure;

/// The plots of the page. Plots without data yet are missing.
pub(super) struct Figures {
    /// All confirmations together.
    pub gains: Option<Figure>,
    /// The log-likelihood ratio of each confirmation, in their order.
    pub tests: Vec<Option<Figure>>,
    /// One plot per objective, in their order.
    pub objectives: Vec<Option<Figure>>,
    /// The values of the parameters over the run.
    pub paths: Option<Figure>,
    /// The changes of the parameters.
    pub moves: Option<Figure>,
    /// The parameter sensitivities.
    pub sensitivity: Option<Figure>,
}

/// The whole page.
pub(super) fn page(run: &TuningRun, conclusion: &Conclusion, figures: &Figures) -> String {
    let content = html! {
        (overview::header(run, conclusion))
        (overview::tiles(run))
        (confirmation::result(figures))
        (objectives(run, figures))
        (parameters::section(run, figures))
        (confirmation::section(run, figures))
        (origin::section(run))
        (words::section(run))
    };
    let frame = page::Frame {
        title: &run.name,
        program_version: &run.program_version,
        command: None,
        json: "tuning.json",
    };
    page::document(&frame, &content)
}

fn objectives(run: &TuningRun, figures: &Figures) -> Markup {
    let one = |objective: &Objective, drawn: &Option<Figure>| match drawn {
        Some(drawn) => figure(drawn),
        None => html! { p.muted { (objective.title) ": no data yet." } },
    };
    html! {
        section.group id="objective" {
            h2 { "Objective" }
            @if run.objectives.is_empty() { p.muted { "Nothing was measured during the run." } }
            @for (objective, drawn) in run.objectives.iter().zip(&figures.objectives) {
                (one(objective, drawn))
            }
        }
    }
}
