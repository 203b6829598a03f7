//! What an agent is.

use std::sync::atomic::{AtomicBool, Ordering};

use flipside_rules::{ExpectedScore, ForMover, Game};

/// A request to stop, shared between whoever makes it and the agents that look at it.
#[derive(Debug, Default)]
pub struct Stop(AtomicBool);

impl Stop {
    /// No request yet.
    #[must_use]
    pub const fn new() -> Self {
        Self(AtomicBool::new(false))
    }

    /// Asks everyone to stop.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether to stop.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A turn, and what the agent knows about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice<T> {
    /// The turn.
    pub turn: T,
    /// The score that the agent expects, for itself.
    pub value: Option<ForMover<ExpectedScore>>,
    /// How much was searched, in the agent's own unit (for `mcts`: playouts).
    pub nodes: Option<u64>,
    /// How many turns the search looked ahead.
    pub depth: Option<u32>,
    /// The continuation that the agent expects, its own turn first.
    pub line: Vec<T>,
}

impl<T> Choice<T> {
    /// A turn without further knowledge.
    pub const fn bare(turn: T) -> Self {
        Self {
            turn,
            value: None,
            nodes: None,
            depth: None,
            line: Vec::new(),
        }
    }
}

/// Why an agent gave no turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoChoice {
    /// It was asked to stop.
    #[error("the agent was asked to stop")]
    Stopped,
    /// There is no turn to choose.
    #[error("the game is over")]
    GameOver,
}

/// A player of the game `G`.
pub trait Agent<G: Game>: Send {
    /// Begins a game: whatever was known from earlier games is forgotten, and all random choices
    /// follow from `seed`.
    fn begin(&mut self, seed: u64);

    /// Chooses a turn for the player to move. Looks at `stop` often enough to end well within two
    /// seconds of a request.
    ///
    /// # Errors
    /// If the game is over or the agent was asked to stop.
    fn choose(&mut self, game: &G, stop: &Stop) -> Result<Choice<G::Turn>, NoChoice>;
}
