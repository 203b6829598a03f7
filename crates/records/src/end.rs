//! The end of a recorded game.

use flipside_rules::{Game, GameResult, Outcome, Seat};

use crate::Header;

/// The reason for the end of a recorded game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndReason {
    /// A rule of the game: the index of the reason in [`Game::REASONS`], below 16.
    Rule(u8),
    /// A player gave an illegal turn.
    Illegal,
    /// A player took too long.
    Timeout,
    /// An agent failed.
    Crash,
    /// The game was adjudicated before its end.
    Adjudicated,
    /// The game reached the turn limit.
    PlyLimit,
}

/// Maximum number of reasons of a game's rules.
pub(crate) const RULE_REASONS: u8 = 16;

/// The runner's reasons in the order of their codes, which begin at [`RULE_REASONS`].
const RUNNER_REASONS: [(EndReason, &str); 5] = [
    (EndReason::Illegal, "illegal"),
    (EndReason::Timeout, "timeout"),
    (EndReason::Crash, "crash"),
    (EndReason::Adjudicated, "adjudicated"),
    (EndReason::PlyLimit, "ply-limit"),
];

impl EndReason {
    /// The name of the reason; `None` for a rule that the header does not list.
    #[must_use]
    pub fn name(self, header: &Header) -> Option<&str> {
        match self {
            Self::Rule(number) => header.reasons.get(usize::from(number)).map(String::as_str),
            _ => self.runner_name(),
        }
    }

    /// The name of a reason of the runner.
    pub(crate) fn runner_name(self) -> Option<&'static str> {
        RUNNER_REASONS
            .iter()
            .find(|(reason, _)| *reason == self)
            .map(|(_, name)| *name)
    }

    /// The reason with this name.
    #[must_use]
    pub fn from_name(name: &str, header: &Header) -> Option<Self> {
        let by_rule = header.reasons.iter().position(|reason| reason == name);
        match by_rule {
            Some(number) => u8::try_from(number).ok().map(Self::Rule),
            None => RUNNER_REASONS
                .iter()
                .find(|(_, runner)| *runner == name)
                .map(|(reason, _)| *reason),
        }
    }

    fn code(self) -> u8 {
        match self {
            Self::Rule(number) => number,
            Self::Illegal => RULE_REASONS,
            Self::Timeout => RULE_REASONS + 1,
            Self::Crash => RULE_REASONS + 2,
            Self::Adjudicated => RULE_REASONS + 3,
            Self::PlyLimit => RULE_REASONS + 4,
        }
    }

    fn from_code(code: u8) -> Option<Self> {
        match code.checked_sub(RULE_REASONS) {
            None => Some(Self::Rule(code)),
            Some(n) => RUNNER_REASONS
                .get(usize::from(n))
                .map(|(reason, _)| *reason),
        }
    }
}

/// The end of a recorded game: result and reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct End {
    /// The result.
    pub result: GameResult,
    /// The reason.
    pub reason: EndReason,
}

impl End {
    /// Unfinished at the turn limit.
    pub const PLY_LIMIT: Self = Self {
        result: GameResult::Unfinished,
        reason: EndReason::PlyLimit,
    };

    /// The end by the rules of the game `G`.
    ///
    /// `None` if the outcome's reason is not among [`Game::REASONS`], which would be a bug of the
    /// game.
    #[must_use]
    pub fn by_rules<G: Game>(outcome: Outcome) -> Option<Self> {
        let number = G::REASONS.iter().position(|r| *r == outcome.reason)?;
        Some(Self {
            result: outcome.winner.map_or(GameResult::Draw, GameResult::Win),
            reason: EndReason::Rule(u8::try_from(number).ok()?),
        })
    }

    /// Whether a rule of the game ended it.
    #[must_use]
    pub const fn is_by_rules(self) -> bool {
        matches!(self.reason, EndReason::Rule(_))
    }

    /// Whether the reason fits the result, and the header lists it.
    pub(crate) fn is_possible(self, header: &Header) -> bool {
        use GameResult::{Draw, Unfinished, Void, Win};
        match self.reason {
            EndReason::Rule(n) => {
                usize::from(n) < header.reasons.len() && matches!(self.result, Win(_) | Draw)
            }
            EndReason::Illegal | EndReason::Timeout | EndReason::Crash => {
                matches!(self.result, Win(_) | Void)
            }
            EndReason::Adjudicated => matches!(self.result, Win(_) | Draw),
            EndReason::PlyLimit => self.result == Unfinished,
        }
    }

    /// The outcome code of the record format. For void games it includes the seat of the agent that
    /// failed, if known.
    pub(crate) fn code(self, void_by: Option<Seat>) -> u8 {
        let result = match self.result {
            GameResult::Win(Seat::First) => 0,
            GameResult::Win(Seat::Second) => 1,
            GameResult::Draw => 2,
            GameResult::Unfinished => 3,
            GameResult::Void => match void_by {
                None => 4,
                Some(Seat::First) => 5,
                Some(Seat::Second) => 6,
            },
        };
        result << 5 | self.reason.code()
    }

    /// The end with an outcome code; for void games also the seat of the agent that failed, if known.
    pub(crate) fn from_code(code: u8) -> Option<(Self, Option<Seat>)> {
        let (result, void_by) = match code >> 5 {
            5 => (GameResult::Void, Some(Seat::First)),
            6 => (GameResult::Void, Some(Seat::Second)),
            result => (*GameResult::ALL.get(usize::from(result))?, None),
        };
        let reason = EndReason::from_code(code & 31)?;
        Some((Self { result, reason }, void_by))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flipside_rules::{Hexflip, hexflip};

    #[test]
    fn codes_and_names_read_back() {
        let header = Header::new::<Hexflip>(&hexflip::Rules::default());
        let mut possible = 0;
        for code in 0..=u8::MAX {
            let Some((end, void_by)) = End::from_code(code) else {
                continue;
            };
            assert_eq!(end.code(void_by), code);
            assert_eq!(GameResult::from_name(end.result.name()), Some(end.result));
            if end.is_possible(&header) {
                possible += 1;
                let name = end.reason.name(&header).unwrap();
                assert_eq!(EndReason::from_name(name, &header), Some(end.reason));
            }
        }
        // Three results of the rules, failures with two winners or void in three ways, and so on.
        assert_eq!(possible, 4 * 3 + 3 * 5 + 3 + 1);
    }

    #[test]
    fn codes_without_a_seat_stay_what_they_were() {
        for (code, result) in (0..).zip(GameResult::ALL) {
            let end = End {
                result,
                reason: EndReason::Crash,
            };
            assert_eq!(end.code(None), code << 5 | 18);
            assert_eq!(End::from_code(code << 5 | 18), Some((end, None)));
        }
        assert_eq!(End::from_code(7 << 5 | 18), None);
    }
}
