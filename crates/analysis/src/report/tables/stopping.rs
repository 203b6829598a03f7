//! Stopping rules of runs.

use maud::{Markup, html};

use super::viewpoint;
use crate::format::{count, counted, fixed, signed};
use crate::report::model::{BalanceLooks, SprtHistory, Stopping};
use crate::report::summary::{accepted, hypotheses};
use flipside_stats::stopping::StopRule;

/// The data of a stopping rule, as a table.
pub(in crate::report) fn stopping(rule: &Stopping) -> Markup {
    match rule {
        Stopping::Sprt(history) => sprt(history),
        Stopping::Balance(looks) => balance(looks),
    }
}

/// A sequential test: its hypotheses and its result.
pub(crate) fn sprt(history: &SprtHistory) -> Markup {
    let (low, high) = history.bounds;
    let seed = history.seed.map(|seed| format!(", seed {seed}"));
    let [null, alternative] = hypotheses(history);
    let StopRule::Sprt { alpha, beta, .. } = history.rule else {
        return html! {};
    };
    let rate = |p: f64| format!("{} %", fixed(p * 100.0, 1));
    html! {
        div.table { table {
            caption {
                "Sequential test (SPRT)" (seed.unwrap_or_default())
                (viewpoint(&history.a, &history.b))
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
                    @match &history.stopped {
                        Some(stop) => {
                            (accepted(stop.decision)) ": stopped at pair " (count(stop.pairs))
                            " with " (signed(stop.llr, 2))
                        }
                        None if history.run_finished => "none before the run ended",
                        None => "none yet",
                    }
                } }
                tr { th { "All recorded pairs" } td {
                    (signed(history.llr, 2))
                    " over " (count(history.pairs.pairs())) " pairs"
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
                    " games; each is stricter than a single look would be, so all together err no \
                     more often"
                } }
                tr { th { "Decision" } td {
                    @match &looks.stopped {
                        Some(stop) => {
                            (stop.verdict.label()) ": stopped at look " (stop.look) ", after "
                            (counted(stop.games, "game", "games"))
                        }
                        None if looks.run_finished => "none before the run ended",
                        None => "none yet",
                    }
                } }
                tr { th { "All recorded games" } td {
                    (count(looks.games)) " (without void games and their partners)"
                } }
            }
        } }
    }
}
