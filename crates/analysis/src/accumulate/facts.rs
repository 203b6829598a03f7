//! What the statistics need to know of one game.

use flipside_records::GameResult;
use flipside_stats::pairs::MatchSeat;

/// One recorded game, as far as the statistics look at it.
#[derive(Clone, Copy)]
pub struct GameFacts<'a> {
    /// Number of the game in its run, from 0.
    pub number: u64,
    /// Seed of the run.
    pub seed: u64,
    /// How it ended.
    pub result: GameResult,
    /// Why it ended, in words.
    pub reason: &'a str,
    /// The opening it was started from. `None` if all games start from the initial position.
    pub opening: Option<Opening<'a>>,
    /// Number of turns played, opening turns included.
    pub turns: u32,
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
    /// Pair and seat, in a match between two agents that swap seats.
    pub pairing: Option<MatchSeat>,
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
}
