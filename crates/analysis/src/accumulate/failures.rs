//! Games in which an agent failed.

use serde::Serialize;

use super::facts::{Failure, FailureReason};

/// The failures of an agent, by kind and by result of the game. Both sums are equal.
///
/// Failures count in all games, also in those that are excluded because their partner is void.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Failures {
    /// Illegal turns.
    pub illegal: u64,
    /// Timeouts.
    pub timeout: u64,
    /// Crashes, also at the start.
    pub crash: u64,
    /// Games lost by failures.
    pub lost: u64,
    /// Games made void by failures.
    pub void: u64,
}

impl Failures {
    /// Counts a failure.
    pub fn add(&mut self, failure: &Failure) {
        let by_kind = match failure.kind {
            FailureReason::Illegal => &mut self.illegal,
            FailureReason::Timeout => &mut self.timeout,
            FailureReason::Crash => &mut self.crash,
        };
        *by_kind += 1;
        *(if failure.void {
            &mut self.void
        } else {
            &mut self.lost
        }) += 1;
    }

    /// Adds the failures of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.illegal += other.illegal;
        self.timeout += other.timeout;
        self.crash += other.crash;
        self.lost += other.lost;
        self.void += other.void;
    }

    /// Returns the number of games in which the agent failed.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.lost + self.void
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_divisions_add_up() {
        let mut failures = Failures::default();
        for (kind, void) in [
            (FailureReason::Illegal, false),
            (FailureReason::Timeout, false),
            (FailureReason::Timeout, true),
            (FailureReason::Crash, true),
        ] {
            failures.add(&Failure {
                agent: 0,
                kind,
                void,
            });
        }
        let mut twice = failures;
        twice.merge(&failures);
        for (failures, times) in [(failures, 1), (twice, 2)] {
            let Failures {
                illegal,
                timeout,
                crash,
                lost,
                void,
            } = failures;
            assert_eq!(
                [illegal, timeout, crash, lost, void],
                [1, 2, 1, 2, 2].map(|n| n * times)
            );
            assert_eq!(failures.games(), 4 * times);
        }
    }
}
