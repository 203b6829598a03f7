//! The conclusion, computed from the confirmations.

use serde::Serialize;

use super::{Confirmation, State, TuningRun};
use crate::format::counted;
use crate::report::summary::accepted;
use flipside_stats::sprt::SprtDecision;
use flipside_stats::stopping::StopRule;

/// The conclusion from the confirmations of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Conclusion {
    /// The verdict.
    pub verdict: TuningVerdict,
    /// The verdict in sentences.
    pub words: String,
}

/// The verdict of all confirmations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TuningVerdict {
    /// All confirmations accepted H1, and no H0 is a loss.
    Passed,
    /// All confirmations accepted H1, but the H0 of some is a loss.
    PassedWithoutGain,
    /// At least one confirmation ended without accepting H1.
    NotPassed,
    /// None has failed, but not all have ended.
    Open,
    /// None is planned.
    NoConfirmation,
}

impl TuningVerdict {
    /// Returns a short label.
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
    /// Returns whether passing it shows a gain: a test whose null hypothesis is a loss only shows
    /// that the loss is smaller.
    fn asks_for_gain(&self) -> bool {
        matches!(self.test.rule, StopRule::Sprt { elo0, .. } if elo0 >= 0.0)
    }

    /// Returns the result in a few words.
    #[must_use]
    pub fn outcome(&self) -> String {
        match self.test.stopped {
            Some(stop) => accepted(stop.decision).to_owned(),
            None if self.test.run_finished => {
                let games = counted(2 * self.test.pairs.pairs(), "game", "games");
                format!("not decided within {games}")
            }
            None if self.test.pairs.pairs() == 0 => "not begun".to_owned(),
            None => "running".to_owned(),
        }
    }

    /// Returns the verdict.
    #[must_use]
    pub fn verdict(&self) -> TuningVerdict {
        match self.test.stopped.map(|stop| stop.decision) {
            Some(SprtDecision::AcceptH1) if self.asks_for_gain() => TuningVerdict::Passed,
            Some(SprtDecision::AcceptH1) => TuningVerdict::PassedWithoutGain,
            Some(SprtDecision::AcceptH0) => TuningVerdict::NotPassed,
            None if self.test.run_finished => TuningVerdict::NotPassed,
            None => TuningVerdict::Open,
        }
    }
}

impl TuningRun {
    /// What follows from the confirmations. The new values are called better only if all of them
    /// have passed.
    #[must_use]
    pub fn conclusion(&self) -> Conclusion {
        let verdict = self.verdict();
        let of = |wanted: TuningVerdict| -> Vec<&str> {
            let all = self.confirmations.iter();
            let those = all.filter(|confirmation| confirmation.verdict() == wanted);
            those.map(|confirmation| &*confirmation.agent).collect()
        };
        let passed = of(TuningVerdict::Passed);
        let words = match verdict {
            TuningVerdict::PassedWithoutGain => format!(
                "The new values are not shown to be better: all sequential tests were passed, but \
                 the test for {} only shows that the loss is small.",
                listed(&of(TuningVerdict::PassedWithoutGain)),
            ),
            TuningVerdict::Passed => format!(
                "The new values are better than the original ones, for {}: {} passed, with other openings \
                 than tuning.",
                listed(&passed),
                if passed.len() == 1 {
                    "the sequential test was".to_owned()
                } else {
                    format!("all {} sequential tests were", passed.len())
                },
            ),
            TuningVerdict::NotPassed => {
                let mut words = format!(
                    "The new values are not shown to be better: the sequential test did not pass for \
                     {}",
                    listed(&of(TuningVerdict::NotPassed)),
                );
                if !passed.is_empty() {
                    words.push_str(&format!(", but it did for {}", listed(&passed)));
                }
                words.push_str(". Keep the original values.");
                words
            }
            TuningVerdict::Open => format!(
                "Not known yet whether the new values are better: {} of {} passed so far.",
                passed.len(),
                counted(
                    self.confirmations.len() as u64,
                    "confirmation",
                    "confirmations"
                ),
            ),
            TuningVerdict::NoConfirmation if self.progress.state == State::Finished => {
                "It was not tested whether the new values play better than the original ones."
                    .to_owned()
            }
            TuningVerdict::NoConfirmation => {
                "No confirmation is planned, so this run will not show \
                                        whether the new values play better than the original ones."
                    .to_owned()
            }
        };
        Conclusion { verdict, words }
    }

    fn verdict(&self) -> TuningVerdict {
        let verdicts: Vec<TuningVerdict> = self.confirmations.iter().map(|c| c.verdict()).collect();
        if verdicts.is_empty() {
            TuningVerdict::NoConfirmation
        } else if verdicts.contains(&TuningVerdict::NotPassed) {
            TuningVerdict::NotPassed
        } else if verdicts.contains(&TuningVerdict::Open) {
            TuningVerdict::Open
        } else if verdicts.contains(&TuningVerdict::PassedWithoutGain) {
            TuningVerdict::PassedWithoutGain
        } else {
            TuningVerdict::Passed
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
