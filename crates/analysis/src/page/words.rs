//! What words mean that stand on several pages, as entries of a list of definitions.

use maud::{Markup, html};

pub(crate) fn elo() -> Markup {
    html! {
        dt { "Elo" }
        dd { "Another scale for a share p of the points: 400 log₁₀(p / (1 − p)). A hundred \
              points are a share of 64 %." }
    }
}

pub(crate) fn pairs() -> Markup {
    html! {
        dt { "Pairs and normalised Elo" }
        dd { "In a match each opening is played twice with seats swapped, so that nobody \
              profits from a good opening. The margins come from the spread between \
              pairs. Normalised Elo divides the lead by that spread: it says how many \
              games it takes to see the difference. Likelihood of superiority is the \
              probability that the first-named agent is the stronger one." }
    }
}

pub(crate) fn sequential_test() -> Markup {
    html! {
        dt { "Sequential test (SPRT)" }
        dd { "Pair after pair, in the order of the schedule, the test compares how well two \
              hypotheses explain the results, and decides as soon as the logarithm of the \
              ratio reaches a bound. What comes later changes nothing. Elo after such a test \
              is a little too far from zero: the run stopped because the results were \
              convincing." }
    }
}
