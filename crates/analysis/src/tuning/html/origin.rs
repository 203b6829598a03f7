//! The setup of a run.

use maud::{Markup, html};

use crate::format::counted;
use crate::report::model::heading;
use crate::tuning::model::TuningRun;

/// Everything needed to repeat the run.
pub(super) fn section(run: &TuningRun) -> Markup {
    html! {
        section.group id="origin" {
            h2 { "How these values were obtained" }
            dl.facts {
                dt { "Method" } dd { (run.method) }
                @for (name, value) in &run.settings { dt { (name) } dd { (value) } }
                dt { "Rules" } dd { (heading(&run.game, &run.rules)) }
                dt { "Tuned for" } dd {
                    @if run.agents.is_empty() { "no particular agent" }
                    @for (i, agent) in run.agents.iter().enumerate() {
                        @if i > 0 { ", " }
                        code { (agent) }
                    }
                }
                dt { "Seed" } dd { (run.seed) }
                dt { "Cost" } dd { (cost(run)) }
                dt { "Program" } dd { "flipside " (run.program_version) }
            }
            @if !run.config.is_empty() {
                details {
                    summary { "The configuration file" }
                    pre { code { (run.config) } }
                }
            }
        }
    }
}

fn cost(run: &TuningRun) -> String {
    let games = counted(run.cost.games, "game", "games");
    match run.cost.positions {
        0 => games,
        n => format!("{games}, {}", counted(n, "position", "positions")),
    }
}
