//! The section of a tournament.

use maud::{Markup, html};

use super::{badge, origin};
use crate::format::capitalised;
use crate::page::figure;
use crate::plot::figure::Figure;
use crate::report::model::{AgentFailures, TournamentReport};
use crate::report::{summary, tables};

/// The whole section with its plots.
pub(super) fn section(tournament: &TournamentReport, drawn: &[Figure]) -> Markup {
    let standings = &tournament.standings;
    let failures: Vec<AgentFailures> = standings.iter().map(|s| s.failures.clone()).collect();
    html! {
        section.group id=(tournament.id) {
            h2 { (tournament.heading()) }
            p.players { (capitalised(&tournament.description())) " " (badge(tournament.verdict.verdict)) }
            p.lead { (summary::standings_sentence(tournament)) }
            p.lead { (summary::tournament_sentence(tournament)) }
            @for text in summary::evidence_sentences(&tournament.verdict) { p { (text) } }
            @for rule in &tournament.stopping { p.lead { (summary::stopping_sentence(rule)) } }
            @for one in drawn { (figure(one)) }
            h3 { "Figures" }
            (tables::standings(tournament))
            (tables::crosstable(tournament))
            @if failures.iter().any(|agent| agent.failures.games() > 0) {
                (tables::failures(&failures))
            }
            (tables::results(&tournament.tally))
            @for rule in &tournament.stopping { (tables::stopping(rule)) }
            h3 { "How these numbers were obtained" }
            (origin::of_tournament(tournament))
        }
    }
}
