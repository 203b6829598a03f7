//! What searches may know of a game besides its rules and its looks.

use flipside_rules::{ExpectedScore, ForMover, Game as _, hexflip, sayu};

use crate::{Candidates, Stop, endgame};

/// What came of the attempt to play a game out.
#[derive(Clone, PartialEq, Debug)]
pub struct Endgame<T> {
    /// How much work it was, in positions and steps of chains.
    pub visited: u64,
    /// How the game ends, if that was found out.
    pub solution: Option<Solution<T>>,
}

/// How a game ends if both sides go for the best margin.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution<T> {
    /// The outcome.
    pub value: ForMover<ExpectedScore>,
    /// The margin at the end.
    pub margin: ForMover<i32>,
    /// Best turns, at least the first one.
    pub line: Vec<T>,
}

/// Hints for searches. Everything may be left as it is provided.
pub trait Searchable: Candidates {
    /// How many turns a search should look at in each position unless told otherwise; `None` for
    /// all of them.
    const BEAM: Option<usize> = None;

    /// How much better a candidate may turn out than its score says when it is searched to depth 1, 2
    /// and so on. Searches that near their full depth pass over candidates for it. Nothing where
    /// scores say little about that.
    const SCORE_SLACK: &[i32] = &[];

    /// Whether the player to move has a threat to answer, so that nearly all turns lose at once and how
    /// the position looks says little. Not asked where the game is over.
    fn is_unsettled(&self) -> bool {
        false
    }

    /// Tries to find out how the game ends if both sides go for the best margin, with at most so
    /// much work (positions and steps of chains, about a hundred in a microsecond). `None` if that
    /// will not be enough, and for games without a margin.
    fn solve_endgame(&self, most: u64, stop: &Stop) -> Option<Endgame<Self::Turn>> {
        let _ = (most, stop);
        None
    }
}

impl Searchable for hexflip::Game {
    const SCORE_SLACK: &[i32] = &[20, 70, 120];

    /// A line of four of the other player's stands, and wins if it is not broken.
    fn is_unsettled(&self) -> bool {
        let other = self.to_move().other();
        hexflip::windows_filled(self.position().stones(other)) > 0
    }
}

impl Searchable for sayu::Game {
    const BEAM: Option<usize> = Some(40);

    fn solve_endgame(&self, most: u64, stop: &Stop) -> Option<Endgame<Self::Turn>> {
        endgame::solve(self, most, stop)
    }
}
