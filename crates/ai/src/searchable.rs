//! The knowledge of a game that searches use besides its rules and evaluation.

use flipside_rules::{ExpectedScore, ForMover, FullGame, Game as _, Hexflip, hexflip};

use crate::{Candidates, Stop, StrengthLevels};

/// The result of an attempt to solve an endgame.
#[derive(Clone, PartialEq, Debug)]
pub struct Endgame<T> {
    /// The work done, in positions and steps of chains.
    pub work: u64,
    /// The solution; `None` if the work limit was reached or a stop was requested.
    pub solution: Option<Solution<T>>,
}

/// A solved position: both sides play for the best margin.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution<T> {
    /// The outcome.
    pub value: ForMover<ExpectedScore>,
    /// The margin at the end.
    pub margin: ForMover<i32>,
    /// The best turns, at least the first one.
    pub line: Vec<T>,
}

/// Game-specific search knowledge. Every item has a default.
pub trait Searchable: Candidates {
    /// The default number of candidates that a search considers in each position; `None` for all.
    const BEAM: Option<usize> = None;

    /// The margins of futility pruning at depth 1, 2 and so on: how far the value of a candidate may
    /// exceed its score. No futility pruning beyond the last of them.
    const FUTILITY_MARGINS: &[i32] = &[];

    /// Whether the player to move must answer a threat, so that nearly all turns lose at once and the
    /// evaluation is unreliable. Not called if the game is over.
    fn has_threat(&self) -> bool {
        false
    }

    /// Tries to solve the position with at most `max_work` units of work (positions and steps of
    /// chains, about a hundred per microsecond). `None` if that is not expected to suffice, and for
    /// games without a margin.
    fn solve_endgame(&self, max_work: u64, stop: &Stop) -> Option<Endgame<Self::Turn>> {
        let _ = (max_work, stop);
        None
    }
}

impl Searchable for Hexflip {
    const FUTILITY_MARGINS: &[i32] = &[20, 70, 120];

    /// Whether the other player has a line of four, which wins unless it is broken.
    fn has_threat(&self) -> bool {
        let other = self.to_move().other();
        hexflip::windows_filled(self.position().stones(other)) > 0
    }
}

/// Games that all agents of [`crate::build`] can play. External engines need the notation;
/// tournaments and records need the other parts of [`FullGame`].
pub trait Playable: FullGame + Candidates + Searchable + StrengthLevels {}

impl<G: FullGame + Candidates + Searchable + StrengthLevels> Playable for G {}
