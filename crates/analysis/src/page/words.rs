//! Explanations of terms that several pages use, as entries of a definition list.

use maud::{Markup, html};

pub(crate) fn elo() -> Markup {
    html! {
        dt { "Elo" }
        dd { "Another scale for a share p of the points: 400 log₁₀(p / (1 − p)). A lead of 100 Elo \
              is a share of 64 %." }
    }
}

pub(crate) fn pairs() -> Markup {
    html! {
        dt { "Pairs and normalised Elo" }
        dd { "In a match each opening is played twice with seats swapped, so a good opening \
              favours neither agent. The margins come from the spread between pairs. \
              Normalised Elo divides the lead by that spread; it determines how many games \
              it takes to detect the difference. The likelihood of superiority is the \
              probability that the first agent is the stronger one." }
    }
}

pub(crate) fn sequential_test() -> Markup {
    html! {
        dt { "Sequential test (SPRT)" }
        dd { "After each pair, in the order of the schedule, the test compares the likelihoods \
              of the results under two hypotheses. It decides as soon as the log-likelihood \
              ratio reaches a bound; later pairs do not change the decision. Elo after such a \
              test is slightly too far from zero, because the run stopped when the results \
              were convincing." }
    }
}
