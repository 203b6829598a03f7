//! A recorded game.

use crate::{Annotation, End, Header, Turns};

/// One game as it was played.
///
/// What it says is only known to follow the rules after [`crate::Replay::game`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GameRecord {
    /// The game's number within the experiment.
    pub id: u64,
    /// Agent in First's and in Second's seat, as places in [`Header::agents`].
    pub players: [u32; 2],
    /// The game's seed.
    pub seed: u64,
    /// How many turns, from the first, are the opening: given, not chosen by the players.
    pub opening: u32,
    /// The position that the game starts from, as text, if it is not the game's own.
    pub start: Option<String>,
    /// The turns.
    pub turns: Turns,
    /// How the game ended.
    pub end: End,
    /// What is recorded about each turn: one item a turn, or none at all.
    pub annotations: Vec<Annotation>,
}

impl GameRecord {
    /// A game without turns, to be filled: it starts from the game's own position, has no opening,
    /// and counts as unfinished.
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
            annotations: Vec::new(),
        }
    }

    /// The annotations, if there is anything in them.
    pub(crate) fn annotations(&self) -> Option<&[Annotation]> {
        let any = self.annotations.iter().any(|a| !a.is_empty());
        any.then_some(self.annotations.as_slice())
    }

    /// What contradicts the header or itself, as far as it shows without the rules.
    pub(crate) fn contradiction(&self, header: &Header) -> Option<&'static str> {
        let agents = header.agents.len();
        if self.players.iter().any(|&p| p as usize >= agents) {
            Some("a player is none of the header's agents")
        } else if !self.end.is_possible(header) {
            Some("the outcome and its reason do not go together")
        } else if self.opening as usize > self.turns.len() {
            Some("the opening is longer than the game")
        } else if !self.annotations.is_empty() && self.annotations.len() != self.turns.len() {
            Some("there are not as many annotations as turns")
        } else {
            None
        }
    }
}
