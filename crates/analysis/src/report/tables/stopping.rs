//! Rules by which runs stop before their last game.

use maud::{Markup, html};

use super::viewpoint;
use crate::format::{count, counted, fixed, signed};
use crate::report::model::{BalanceLooks, SprtCourse, Stopping};
use crate::report::summary::{accepted, hypotheses};
use flipside_records::StopRule;

/// What a rule saw, as a table.
pub(in crate::report) fn stopping(rule: &Stopping) -> Markup {
    match rule {
        Stopping::Sprt(course) => sprt(course),
        Stopping::Balance(looks) => balance(looks),
    }
}

/// A sequential test: its hypotheses, and what it came to.
pub(crate) fn sprt(course: &SprtCourse) -> Markup {
    let (low, high) = course.bounds;
    let seed = course.seed.map(|seed| format!(", seed {seed}"));
    let [null, alternative] = hypotheses(course);
    let StopRule::Sprt { alpha, beta, .. } = course.rule else {
        return html! {};
    };
    let rate = |p: f64| format!("{} %", fixed(p * 100.0, 1));
    html! {
        div.table { table {
            caption {
                "Sequential test (SPRT)" (seed.unwrap_or_default())
                (viewpoint(&course.a, &course.b))
            }
            tbody {
                tr { th { "Hypothesis H0" } td { "A is " (null) } }
                tr { th { "Hypothesis H1" } td { "A is " (alternative) } }
                tr { th { "Errors" } td {
                    "α = " (rate(alpha)) " (H1 accepted though H0 holds), β = " (rate(beta))
                    " (H0 accepted though H1 holds)"
                } }
                tr { th { "Model" } td { "generalised likelihood ratio over the five outcomes of pairs" } }
                tr { th { "Bounds" } td {
                    "H0 at a log-likelihood ratio of " (signed(low, 2)) " or less, H1 at "
                    (signed(high, 2)) " or more"
                } }
                tr { th { "Decision" } td {
                    @match &course.stopped {
                        Some(stop) => {
                            (accepted(stop.decision)) ": stopped at pair " (count(stop.pairs))
                            " with " (signed(stop.llr, 2))
                        }
                        None if course.run_finished => "none: the run ended before",
                        None => "none yet",
                    }
                } }
                tr { th { "All recorded pairs" } td {
                    @match course.llr {
                        Some(llr) => (signed(llr, 2)),
                        None => "not computable",
                    }
                    " over " (count(course.pairs.pairs())) " pairs"
                } }
            }
        } }
    }
}

fn balance(looks: &BalanceLooks) -> Markup {
    let seed = looks.seed.map(|seed| format!(", seed {seed}"));
    let points = looks.margin * 100.0;
    let points = fixed(points, usize::from(points.fract() > 1e-9));
    html! {
        div.table { table {
            caption { "Stop once First’s advantage is decided" (seed.unwrap_or_default()) }
            tbody {
                tr { th { "Counts as balanced" } td { "50 % ± " (points) " points" } }
                tr { th { "Looks" } td {
                    "up to " (looks.looks) ", spread over at most " (count(looks.most_games))
                    " games; each is stricter than a single one would be, so that all together err \
                     no more often"
                } }
                tr { th { "Decision" } td {
                    @match &looks.stopped {
                        Some(stop) => {
                            (stop.verdict.label()) ": stopped at look " (stop.look) ", after "
                            (counted(stop.games, "game", "games"))
                        }
                        None if looks.run_finished => "none: the run ended before",
                        None => "none yet",
                    }
                } }
                tr { th { "All recorded games" } td {
                    (count(looks.games)) " (void games and partners of such left out)"
                } }
            }
        } }
    }
}
