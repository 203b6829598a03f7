//! What follows from the confirmations. Nobody can claim it: it is computed.

use serde::Serialize;

use super::{Confirmation, State, TuningRun};
use crate::format::counted;
use crate::report::summary::accepted;
use flipside_records::StopRule;
use flipside_stats::sprt::SprtDecision;

/// What follows from the confirmations of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Conclusion {
    /// In one word.
    pub verdict: Verdict,
    /// In sentences.
    pub words: String,
}

/// What the confirmations came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Every confirmation accepted H1, and H0 of each was no loss.
    Passed,
    /// Every confirmation accepted H1, but not each asked for a gain.
    PassedWithoutGain,
    /// At least one confirmation ended without accepting H1.
    NotPassed,
    /// None has failed, but not all have ended.
    Open,
    /// None is planned.
    NoConfirmation,
}

impl Verdict {
    /// Two or three words.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Passed => "confirmed",
            Self::PassedWithoutGain => "no gain shown",
            Self::NotPassed => "not confirmed",
            Self::Open => "not confirmed yet",
            Self::NoConfirmation => "no confirmation",
        }
    }
}

impl Confirmation {
    /// Whether passing it shows a gain: a test whose null hypothesis is a loss shows only that the
    /// loss is not that large.
    fn asks_for_gain(&self) -> bool {
        matches!(self.test.rule, StopRule::Sprt { elo0, .. } if elo0 >= 0.0)
    }

    /// What it came to, in a few words.
    #[must_use]
    pub fn outcome(&self) -> String {
        match self.test.stopped {
            Some(stop) => accepted(stop.decision).to_owned(),
            None if self.test.run_finished => {
                let games = counted(2 * self.test.pairs.pairs(), "game", "games");
                format!("not decided within {games}")
            }
            None if self.test.pairs.pairs() == 0 => "not begun".to_owned(),
            None => "still going".to_owned(),
        }
    }

    /// What it came to.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match self.test.stopped.map(|stop| stop.decision) {
            Some(SprtDecision::AcceptH1) if self.asks_for_gain() => Verdict::Passed,
            Some(SprtDecision::AcceptH1) => Verdict::PassedWithoutGain,
            Some(SprtDecision::AcceptH0) => Verdict::NotPassed,
            None if self.test.run_finished => Verdict::NotPassed,
            None => Verdict::Open,
        }
    }
}

impl TuningRun {
    /// What follows from the confirmations. The new values are called better only if all of them
    /// have passed.
    #[must_use]
    pub fn conclusion(&self) -> Conclusion {
        let verdict = self.verdict();
        let of = |wanted: Verdict| -> Vec<&str> {
            let all = self.confirmations.iter();
            let those = all.filter(|confirmation| confirmation.verdict() == wanted);
            those.map(|confirmation| &*confirmation.agent).collect()
        };
        let passed = of(Verdict::Passed);
        let words = match verdict {
            Verdict::PassedWithoutGain => format!(
                "It is not shown that the new values are better: all sequential tests were passed, \
                 but that for {} only asks that the loss is not too large.",
                listed(&of(Verdict::PassedWithoutGain)),
            ),
            Verdict::Passed => format!(
                "The new values are better than those of the start, for {}: {} passed, on openings \
                 that tuning never saw.",
                listed(&passed),
                if passed.len() == 1 {
                    "the sequential test was".to_owned()
                } else {
                    format!("all {} sequential tests were", passed.len())
                },
            ),
            Verdict::NotPassed => {
                let mut words = format!(
                    "It is not shown that the new values are better: the sequential test was not \
                     passed for {}",
                    listed(&of(Verdict::NotPassed)),
                );
                if !passed.is_empty() {
                    words.push_str(&format!(", though it was for {}", listed(&passed)));
                }
                words.push_str(". The values of the start stay.");
                words
            }
            Verdict::Open => format!(
                "It is not known yet whether the new values are better: {} of {} passed so far.",
                passed.len(),
                counted(
                    self.confirmations.len() as u64,
                    "confirmation",
                    "confirmations"
                ),
            ),
            Verdict::NoConfirmation if self.progress.state == State::Finished => {
                "It was not tested whether the new values play better than those of the start, so \
                 nothing is claimed."
                    .to_owned()
            }
            Verdict::NoConfirmation => "No confirmation is planned: whether the new values play \
                                        better than those of the start will stay open."
                .to_owned(),
        };
        Conclusion { verdict, words }
    }

    fn verdict(&self) -> Verdict {
        let verdicts: Vec<Verdict> = self.confirmations.iter().map(|c| c.verdict()).collect();
        if verdicts.is_empty() {
            Verdict::NoConfirmation
        } else if verdicts.contains(&Verdict::NotPassed) {
            Verdict::NotPassed
        } else if verdicts.contains(&Verdict::Open) {
            Verdict::Open
        } else if verdicts.contains(&Verdict::PassedWithoutGain) {
            Verdict::PassedWithoutGain
        } else {
            Verdict::Passed
        }
    }
}

/// `a`, `a and b`, `a, b and c`.
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
