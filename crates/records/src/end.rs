//! How a recorded game ended.

use flipside_rules::{Game, Outcome, Seat};

use crate::Header;

/// What a game counts as.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// A seat has won.
    Win(Seat),
    /// A draw.
    Draw,
    /// Stopped before it was over; not a draw.
    Unfinished,
    /// Failed, and counts in no statistic.
    Void,
}

impl GameResult {
    /// `first`, `second`, `draw`, `unfinished` or `void`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win(seat) => seat.name(),
            Self::Draw => "draw",
            Self::Unfinished => "unfinished",
            Self::Void => "void",
        }
    }

    /// The result of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        RESULTS.into_iter().find(|result| result.name() == name)
    }
}

/// Results in the order of their codes.
const RESULTS: [GameResult; 5] = [
    GameResult::Win(Seat::First),
    GameResult::Win(Seat::Second),
    GameResult::Draw,
    GameResult::Unfinished,
    GameResult::Void,
];

/// Why a recorded game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndReason {
    /// By the game's rules: the number of the reason in [`Game::REASONS`], below 16.
    Rule(u8),
    /// A player gave a turn that is not legal.
    Illegal,
    /// A player took too long.
    Timeout,
    /// An agent failed.
    Crash,
    /// The runner gave its word before the game was over.
    Adjudicated,
    /// The runner stopped the game after a number of turns.
    PlyLimit,
}

/// The most reasons that a game's rules can have.
pub(crate) const RULE_REASONS: u8 = 16;

/// Reasons of the runner in the order of their codes, which begin at [`RULE_REASONS`].
const RUNNER_REASONS: [(EndReason, &str); 5] = [
    (EndReason::Illegal, "illegal"),
    (EndReason::Timeout, "timeout"),
    (EndReason::Crash, "crash"),
    (EndReason::Adjudicated, "adjudicated"),
    (EndReason::PlyLimit, "ply-limit"),
];

impl EndReason {
    /// The reason's name; `None` for a rule's reason that the header does not have.
    #[must_use]
    pub fn name(self, header: &Header) -> Option<&str> {
        match self {
            Self::Rule(number) => header.reasons.get(usize::from(number)).map(String::as_str),
            _ => self.runner_name(),
        }
    }

    /// The name of a reason that is not the rules'.
    pub(crate) fn runner_name(self) -> Option<&'static str> {
        RUNNER_REASONS
            .iter()
            .find(|(reason, _)| *reason == self)
            .map(|(_, name)| *name)
    }

    /// The reason of a name.
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

/// The end of a recorded game: what it counts as, and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct End {
    /// What the game counts as.
    pub result: GameResult,
    /// Why it ended.
    pub reason: EndReason,
}

impl End {
    /// Stopped after a number of turns: unfinished.
    pub const PLY_LIMIT: Self = Self {
        result: GameResult::Unfinished,
        reason: EndReason::PlyLimit,
    };

    /// The end by the rules of the game `G`.
    ///
    /// `None` if the outcome's reason is not among [`Game::REASONS`], which no game's outcome may
    /// have.
    #[must_use]
    pub fn by_rules<G: Game>(outcome: Outcome) -> Option<Self> {
        let number = G::REASONS.iter().position(|r| *r == outcome.reason)?;
        Some(Self {
            result: outcome.winner.map_or(GameResult::Draw, GameResult::Win),
            reason: EndReason::Rule(u8::try_from(number).ok()?),
        })
    }

    /// Whether the rules of the game ended it.
    #[must_use]
    pub const fn is_by_rules(self) -> bool {
        matches!(self.reason, EndReason::Rule(_))
    }

    /// Whether the reason can have this result, and the header knows the reason.
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

    /// The outcome code of the record format.
    pub(crate) fn code(self) -> u8 {
        let result = match self.result {
            GameResult::Win(Seat::First) => 0,
            GameResult::Win(Seat::Second) => 1,
            GameResult::Draw => 2,
            GameResult::Unfinished => 3,
            GameResult::Void => 4,
        };
        result << 5 | self.reason.code()
    }

    /// The end of an outcome code.
    pub(crate) fn from_code(code: u8) -> Option<Self> {
        Some(Self {
            result: *RESULTS.get(usize::from(code >> 5))?,
            reason: EndReason::from_code(code & 31)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flipside_rules::hexflip;

    #[test]
    fn codes_and_names_read_back() {
        let header = Header::new::<hexflip::Game>(&hexflip::Rules::default());
        let mut possible = 0;
        for code in 0..=u8::MAX {
            let Some(end) = End::from_code(code) else {
                continue;
            };
            assert_eq!(end.code(), code);
            assert_eq!(GameResult::from_name(end.result.name()), Some(end.result));
            if end.is_possible(&header) {
                possible += 1;
                let name = end.reason.name(&header).unwrap();
                assert_eq!(EndReason::from_name(name, &header), Some(end.reason));
            }
        }
        assert_eq!(possible, 4 * 3 + 3 * 3 + 3 + 1);
    }
}
