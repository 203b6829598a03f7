//! What the statistics need to know of one game.

use super::{JudgedGame, Proven};
use flipside_records::{EndReason, GameResult};
use flipside_stats::pairs::MatchSeat;

/// One recorded game, as far as the statistics look at it.
#[derive(Clone, Copy)]
pub struct GameFacts<'a> {
    /// Number of the game in its run, from 0.
    pub number: u64,
    /// Seed of the run.
    pub seed: u64,
    /// What it counts as. The partner of a void game counts as void.
    pub result: GameResult,
    /// Why it ended, in words.
    pub reason: &'a str,
    /// Who failed, if somebody did; whatever the game counts as.
    pub failure: Option<Failure>,
    /// The opening it was started from. `None` if all games start from the initial position.
    pub opening: Option<Opening<'a>>,
    /// Number of turns played, opening turns included.
    pub turns: u32,
    /// Whether it was adjudicated before an agent had made a turn.
    pub decided_by_opening: bool,
    /// Hash of the sequence of turns; equal for equal games.
    pub hash: u64,
    /// The same for games that differ by a symmetry of the board alone.
    pub symmetric_hash: u64,
    /// Number of legal turns before each turn, the first one's first. May be empty.
    pub legal_turns: &'a [u32],
    /// Points of First less those of Second at the end, in games that have points.
    pub margin: Option<i32>,
    /// Number of conversions in each chain of the game, in games that have chains.
    pub chains: Option<&'a [u32]>,
    /// Pair and seat, in a match between two agents that swap seats. The two games of a pair come
    /// one right after the other; a game whose partner is not there has no pair.
    pub pairing: Option<MatchSeat>,
    /// Whether the game should have a partner that is not there.
    pub partner_missing: bool,
    /// The game as a table sees it, if there is one.
    pub judged: Option<JudgedGame<'a>>,
}

impl GameFacts<'_> {
    /// Equal for games that depend on each other: those with the same opening, or without openings
    /// copies.
    #[must_use]
    pub fn cluster(&self) -> u64 {
        self.opening
            .map_or(self.symmetric_hash, |opening| opening.whole.hash)
    }
}

/// An agent's failure in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Which of the group's agents: 0 for the first-named one, 1 for the other.
    pub agent: usize,
    /// What it did.
    pub kind: FailureKind,
    /// Whether the game is recorded as void, instead of lost.
    pub void: bool,
}

/// How an agent fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// It gave a turn that is not legal.
    Illegal,
    /// It took too long.
    Timeout,
    /// It broke down, or never started.
    Crash,
}

impl FailureKind {
    /// The failure behind the end of a game, if there is one.
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

/// An opening: the turns that were given, not chosen by the agents.
#[derive(Clone, Copy)]
pub struct Opening<'a> {
    /// All of it.
    pub whole: Named<'a>,
    /// Its first turn.
    pub first_turn: Named<'a>,
}

/// Turns that games have in common.
#[derive(Clone, Copy)]
pub struct Named<'a> {
    /// Hash, the same for turns that a symmetry of the board maps onto each other.
    pub hash: u64,
    /// The turns as text, the same wherever the hash is the same. Only asked for once per hash.
    pub text: &'a dyn Fn() -> String,
    /// What a table says of the position after these turns, if there is one.
    pub proven: Option<Proven>,
}
