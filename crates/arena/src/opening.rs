//! Openings: turns that are given, not chosen by the players.

use std::sync::Arc;

use flipside_ai::Rng;
use flipside_records::OpeningSource;
use flipside_rules::Game;
use flipside_rules::hash::mix;

use crate::Book;

/// Random openings that end the game are drawn again, so often at most.
const ATTEMPTS: u64 = 1_000;

/// Where openings come from.
#[derive(Clone, Debug)]
pub enum Opening<G: Game> {
    /// Turns drawn as the game's random player draws them.
    Random {
        /// How many.
        turns: u32,
    },
    /// A list, one after the other.
    List(Arc<Book<G>>),
}

/// No opening of the wanted length could be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no game lasts {turns} random turns in {ATTEMPTS} attempts; ask for fewer opening turns")]
pub struct OpeningError {
    /// The length asked for.
    pub turns: u32,
}

impl<G: Game> Opening<G> {
    /// How headers name it.
    #[must_use]
    pub fn source(&self) -> OpeningSource {
        match self {
            Self::Random { turns } => OpeningSource::Random { turns: *turns },
            Self::List(book) => book.source(),
        }
    }

    /// The most turns that an opening has.
    #[must_use]
    pub fn most_turns(&self) -> u32 {
        match self {
            Self::Random { turns } => *turns,
            Self::List(book) => (0..book.count())
                .map(|number| book.opening(number).len() as u32)
                .max()
                .unwrap_or(0),
        }
    }

    /// The opening of a number, drawn with a seed of its own where it is random, from the start of
    /// the game: turns after which the game still goes on.
    ///
    /// # Errors
    /// If the game does not last that long.
    pub fn get(&self, start: &G, number: u64, seed: u64) -> Result<Vec<G::Turn>, OpeningError> {
        match self {
            Self::Random { turns } => draw(start, *turns, seed),
            Self::List(book) => Ok(book.opening(number).to_vec()),
        }
    }
}

/// Draws an opening: turns after which the game still goes on.
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
