//! Explanations of terms.

use maud::{Markup, html};

use crate::page::words;
use crate::tuning::model::{Quantity, TuningRun};

/// Explanations of the terms on this page.
pub(super) fn section(run: &TuningRun) -> Markup {
    let quantity = |name: &str, quantity: &Quantity| {
        html! {
            dt { (name) ": " (quantity.label) }
            dd { (quantity.explanation) }
        }
    };
    html! {
        section.group.methods id="methods" {
            h2 { "Terms" }
            dl {
                dt { "Values, start, new" }
                dd { "Start: the original values. New: the values that tuning found. Fixed parameters \
                      keep their original value." }
                dt { "Step" }
                dd { "A reasonable change of a parameter, from its description. Changes of different \
                      parameters are compared in steps." }
                (quantity("Spread", &run.spread))
                (quantity("Sensitivity", &run.sensitivity))
                @if !run.confirmations.is_empty() {
                    dt { "Confirmation" }
                    dd { "An optimiser always finds a better score on its own games. So the new values \
                          are tested in new games with other openings. They are called better only \
                          if the tests of all agents pass. A test that ends without a decision has \
                          not passed." }
                    (words::sequential_test())
                    (words::pairs())
                    (words::elo())
                }
            }
        }
    }
}
