//! What the words of the page mean.

use maud::{Markup, html};

use crate::page::words;
use crate::tuning::model::{Quantity, TuningRun};

/// Explanations, of what is on the page only.
pub(super) fn section(run: &TuningRun) -> Markup {
    let quantity = |name: &str, quantity: &Option<Quantity>| {
        html! {
            @if let Some(quantity) = quantity {
                dt { (name) ": " (quantity.label) }
                dd { (quantity.explanation) }
            }
        }
    };
    html! {
        section.group.methods id="methods" {
            h2 { "What the words mean" }
            dl {
                dt { "Values, start, new" }
                dd { "The start are the values that tuning began with, the new ones those that it came \
                      to. Fixed parameters keep the value of the start." }
                dt { "Step" }
                dd { "A change of a parameter that is worth speaking of, as its description says. \
                      Parameters with different units are compared by it." }
                (quantity("Spread", &run.spread))
                (quantity("Sensitivity", &run.sensitivity))
                @if !run.confirmations.is_empty() {
                    dt { "Confirmation" }
                    dd { "What optimises its own score always finds a better one. So the new values \
                          are tested in new games, on openings that tuning never saw, and are called \
                          better only if the test is passed for every agent. A test that ends without \
                          a decision is not passed." }
                    (words::sequential_test())
                    (words::pairs())
                    (words::elo())
                }
            }
        }
    }
}
