//! The data of one game that the statistics need.

use super::{Proven, ValuedGame};
use flipside_records::EndReason;
use flipside_rules::GameResult;
use flipside_stats::pairs::MatchSeat;

/// The data of one recorded game that the statistics need.
#[derive(Clone, Copy)]
pub struct GameFacts<'a> {
    /// The number of the game in its run, from 0.
    pub number: u64,
    /// The seed of the run.
    pub seed: u64,
    /// The result. The partner of a void game counts as void.
    pub result: GameResult,
    /// The reason of its ending.
    pub reason: &'a str,
    /// The failure of an agent, if any, for any result.
    pub failure: Option<Failure>,
    /// The opening. `None` if all games start from the initial position.
    pub opening: Option<OpeningFacts<'a>>,
    /// The number of turns, including the opening.
    pub turns: u32,
    /// The turn at which Second could swap, if any.
    pub swap: Option<Swap>,
    /// Whether it was adjudicated right after the opening.
    pub decided_by_opening: bool,
    /// The hash of the turns; equal for equal games.
    pub hash: u64,
    /// The hash of the turns up to symmetry.
    pub symmetric_hash: u64,
    /// The number of legal turns before each turn. May be empty.
    pub legal_turns: &'a [u32],
    /// First's points minus Second's at the end, in games with points.
    pub margin: Option<i32>,
    /// The number of conversions in each chain, in games with chains.
    pub chains: Option<&'a [u32]>,
    /// Pair and seat, in a match between two agents that swap seats. The games of a pair are added
    /// one after the other; a game without its partner has no pair.
    pub pairing: Option<MatchSeat>,
    /// Whether its partner is missing.
    pub partner_missing: bool,
    /// The values of its turns in a table, if there is one.
    pub values: Option<ValuedGame<'a>>,
}

impl GameFacts<'_> {
    /// Returns a number that is equal for dependent games: games with the same opening, or copies if
    /// there are no openings.
    #[must_use]
    pub fn cluster(&self) -> u64 {
        self.opening
            .map_or(self.symmetric_hash, |opening| opening.whole.hash)
    }
}

/// A turn at which Second could swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swap {
    /// Whether it did so.
    pub taken: bool,
    /// Whether the opening made the turn.
    pub given: bool,
}

/// An agent's failure in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The agent of the group: 0 is the first-named one, 1 the other.
    pub agent: usize,
    /// The kind of failure.
    pub kind: FailureReason,
    /// Whether the game is void instead of lost.
    pub void: bool,
}

/// The kind of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureReason {
    /// An illegal turn.
    Illegal,
    /// A timeout.
    Timeout,
    /// A crash, also at the start.
    Crash,
}

impl FailureReason {
    /// Returns the failure that ended a game, if any.
    #[must_use]
    pub const fn of(reason: EndReason) -> Option<Self> {
        match reason {
            EndReason::Illegal => Some(Self::Illegal),
            EndReason::Timeout => Some(Self::Timeout),
            EndReason::Crash => Some(Self::Crash),
            EndReason::Rule(_) | EndReason::Adjudicated | EndReason::PlyLimit => None,
        }
    }
}

/// An opening: the turns at the start of a game before the agents play freely.
#[derive(Clone, Copy)]
pub struct OpeningFacts<'a> {
    /// All its turns.
    pub whole: Named<'a>,
    /// Its first turn.
    pub first_turn: Named<'a>,
}

/// A sequence of turns that games share.
#[derive(Clone, Copy)]
pub struct Named<'a> {
    /// The hash, equal for symmetric turns.
    pub hash: u64,
    /// Returns the turns as text, equal for equal hashes. Called once per hash.
    pub text: &'a dyn Fn() -> String,
    /// The value of the position after these turns in a table, if there is one.
    pub proven: Option<Proven>,
}
