//! Openings: turns that are prescribed, not chosen by the players.

use std::sync::Arc;

use flipside_ai::Rng;
use flipside_records::OpeningSource;
use flipside_rules::hash::mix;
use flipside_rules::{FullGame, Game};

use crate::Book;

/// Maximum number of attempts to draw a random opening that does not end the game.
const ATTEMPTS: u64 = 1_000;

/// The openings of a tournament.
#[derive(Clone, Debug)]
pub enum Openings<G: FullGame> {
    /// Turns drawn as the game's random player draws them.
    Random {
        /// Number of turns.
        turns: u32,
    },
    /// Random turns after first turns that the agents choose.
    AfterAgents {
        /// Number of turns that the agents choose, at least one.
        agents: u32,
        /// Number of turns drawn after them, at least one.
        turns: u32,
    },
    /// The openings of a list, in turn.
    List(Arc<Book<G>>),
}

/// No opening of the requested length could be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no game had {turns} random turns in {ATTEMPTS} attempts; use fewer opening turns")]
pub struct OpeningError {
    /// The requested length.
    pub turns: u32,
}

impl<G: FullGame> Openings<G> {
    /// Openings of `agents` turns that the agents choose, followed by `turns` random turns. If
    /// nothing is drawn, there is no opening.
    #[must_use]
    pub const fn after_agents(agents: u32, turns: u32) -> Self {
        match (agents, turns) {
            (0, _) | (_, 0) => Self::Random { turns },
            _ => Self::AfterAgents { agents, turns },
        }
    }

    /// The source of openings, as in headers.
    #[must_use]
    pub fn source(&self) -> OpeningSource {
        match self {
            Self::Random { turns } => OpeningSource::Random { turns: *turns },
            Self::AfterAgents { agents, turns } => OpeningSource::AfterAgents {
                agents: *agents,
                turns: *turns,
            },
            Self::List(book) => book.source(),
        }
    }

    /// Number of opening turns, from the first, that the agents choose.
    #[must_use]
    pub const fn agent_turns(&self) -> u32 {
        match self {
            Self::Random { .. } | Self::List(_) => 0,
            Self::AfterAgents { agents, .. } => *agents,
        }
    }

    /// Maximum number of turns of an opening.
    #[must_use]
    pub fn max_turns(&self) -> u32 {
        match self {
            Self::Random { turns } => *turns,
            Self::AfterAgents { agents, turns } => agents.saturating_add(*turns),
            Self::List(book) => (0..book.count())
                .map(|number| book.opening(number).len() as u32)
                .max()
                .unwrap_or(0),
        }
    }

    /// The prescribed turns of the opening with this number, drawn with `seed` if they are random.
    /// They do not end the game. They are played in `game`, which is at its start or after the turns
    /// that the agents choose.
    ///
    /// There are fewer random turns if the game cannot last longer after the turns of the agents.
    ///
    /// # Errors
    /// If the game cannot last that long from its start.
    pub fn get(&self, game: &G, number: u64, seed: u64) -> Result<Vec<G::Turn>, OpeningError> {
        match self {
            Self::Random { turns } => draw(game, *turns, seed),
            Self::AfterAgents { turns, .. } => {
                let drawn = (0..=*turns).rev().find_map(|n| draw(game, n, seed).ok());
                Ok(drawn.unwrap_or_default())
            }
            Self::List(book) => Ok(book.opening(number).to_vec()),
        }
    }
}

/// Draws an opening: random turns that do not end the game.
///
/// # Errors
/// If the game does not last that long.
pub fn draw<G: Game>(start: &G, turns: u32, seed: u64) -> Result<Vec<G::Turn>, OpeningError> {
    for attempt in 0..ATTEMPTS {
        let mut rng = Rng::new(mix(seed ^ attempt));
        let mut game = start.clone();
        let mut drawn = Vec::new();
        while drawn.len() < turns as usize {
            let Some(turn) = game.pick_turn(|n| rng.below(n)) else {
                break;
            };
            game.play_unchecked(turn);
            drawn.push(turn);
        }
        if drawn.len() == turns as usize && game.outcome().is_none() {
            return Ok(drawn);
        }
    }
    Err(OpeningError { turns })
}
