//! A recorded game.

use flipside_rules::{GameResult, Seat};

use crate::{Annotation, End, EndReason, Header, Turns};

/// A recorded game.
///
/// It may contradict the rules unless [`crate::Replay::game`] has checked it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GameRecord {
    /// The game's number within the experiment.
    pub id: u64,
    /// Agents in First's and Second's seat, as indices of [`Header::agents`].
    pub players: [u32; 2],
    /// The game's seed.
    pub seed: u64,
    /// Number of opening turns, from the first. They are prescribed, except the first ones of
    /// [`crate::OpeningSource::AfterAgents`].
    pub opening: u32,
    /// The starting position as text. `None` for the standard one.
    pub start: Option<String>,
    /// The turns.
    pub turns: Turns,
    /// How the game ended.
    pub end: End,
    /// The seat of the agent that made the game void by failing. `None` in other games, and if it was
    /// not recorded.
    pub void_by: Option<Seat>,
    /// Annotations: one per turn, or none at all.
    pub annotations: Vec<Annotation>,
}

impl GameRecord {
    /// An unfinished game without turns and opening, from the standard starting position.
    #[must_use]
    pub const fn new(id: u64, players: [u32; 2], seed: u64) -> Self {
        Self {
            id,
            players,
            seed,
            opening: 0,
            start: None,
            turns: Turns::new(),
            end: End::PLY_LIMIT,
            void_by: None,
            annotations: Vec::new(),
        }
    }

    /// The annotations, unless all are empty.
    pub(crate) fn annotations(&self) -> Option<&[Annotation]> {
        let any = self.annotations.iter().any(|a| !a.is_empty());
        any.then_some(self.annotations.as_slice())
    }

    /// The seat of the agent that lost or made the game void by failing.
    ///
    /// `None` also for void games without a recorded seat, unless only the player to move after the
    /// last turn, `to_move`, can cause the reason.
    #[must_use]
    pub const fn failed(&self, to_move: Seat) -> Option<Seat> {
        let is_failure = matches!(
            self.end.reason,
            EndReason::Illegal | EndReason::Timeout | EndReason::Crash
        );
        match (self.end.result, self.void_by, self.end.reason) {
            _ if !is_failure => None,
            (GameResult::Win(winner), ..) => Some(winner.other()),
            (_, Some(seat), _) => Some(seat),
            // Either agent can crash.
            (_, None, EndReason::Crash) => None,
            (_, None, _) => Some(to_move),
        }
    }

    /// A contradiction to the header or within the game that shows without the rules.
    pub(crate) fn contradiction(&self, header: &Header) -> Option<&'static str> {
        let agents = header.agents.len();
        if self.players.iter().any(|&p| p as usize >= agents) {
            Some("a player is not among the agents of the header")
        } else if !self.end.is_possible(header) {
            Some("result and reason of the end do not fit together")
        } else if self.void_by.is_some() && self.end.result != GameResult::Void {
            Some("a seat made the game void, but the game is not void")
        } else if self.opening as usize > self.turns.len() {
            Some("the opening is longer than the game")
        } else if !self.annotations.is_empty() && self.annotations.len() != self.turns.len() {
            Some("the numbers of annotations and turns differ")
        } else {
            None
        }
    }
}
