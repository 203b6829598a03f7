//! Games in which an agent failed.

use serde::Serialize;

use super::facts::{Failure, FailureKind};

/// How often an agent failed: by what it did, and by what became of the game. Both add up to the
/// same number.
///
/// Failures are counted whatever the game counts as: also in a game that is left out because its
/// partner is void.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Failures {
    /// Turns that were not legal.
    pub illegal: u64,
    /// Turns that came too late.
    pub timeout: u64,
    /// Breakdowns, and agents that never started.
    pub crash: u64,
    /// Games that it lost by that.
    pub lost: u64,
    /// Games that it made void by that.
    pub void: u64,
}

impl Failures {
    /// Counts a failure.
    pub fn add(&mut self, failure: &Failure) {
        let by_kind = match failure.kind {
            FailureKind::Illegal => &mut self.illegal,
            FailureKind::Timeout => &mut self.timeout,
            FailureKind::Crash => &mut self.crash,
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

    /// All games in which the agent failed.
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
            (FailureKind::Illegal, false),
            (FailureKind::Timeout, false),
            (FailureKind::Timeout, true),
            (FailureKind::Crash, true),
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
