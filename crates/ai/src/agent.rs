//! What an agent is.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use flipside_rules::{ExpectedScore, ForMover, Game};

/// A request to stop, shared between whoever makes it and the agents that look at it.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    requested: Arc<AtomicBool>,
    /// A wider request, for which this one is made too.
    wider: Option<Arc<AtomicBool>>,
    deadline: Option<Instant>,
}

impl Stop {
    /// No request yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same request, or the passing of a moment: whichever comes first. A request through
    /// either is one for both; the moment is for this one alone.
    #[must_use]
    pub fn with_deadline(&self, deadline: Instant) -> Self {
        Self {
            deadline: Some(deadline),
            ..self.clone()
        }
    }

    /// A request of its own for a part of the work, which also hears of this one. It does not hear
    /// of what this one has heard from a wider one.
    #[must_use]
    pub fn part(&self) -> Self {
        Self {
            requested: Arc::default(),
            wider: Some(Arc::clone(&self.requested)),
            deadline: None,
        }
    }

    /// How long it is until the moment; `None` if there is none.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        let deadline = self.deadline?;
        Some(deadline.saturating_duration_since(Instant::now()))
    }

    /// Asks everyone to stop.
    pub fn request(&self) {
        self.requested.store(true, Ordering::Relaxed);
    }

    /// Whether to stop.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        let made = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        made(&self.requested)
            || self.wider.as_deref().is_some_and(made)
            || self.deadline.is_some_and(|moment| Instant::now() >= moment)
    }
}

/// A turn, and what the agent knows about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice<T> {
    /// The turn.
    pub turn: T,
    /// The score that the agent expects, for itself.
    pub value: Option<ForMover<ExpectedScore>>,
    /// How much was searched, in the agent's own unit (for `uct`: playouts).
    pub nodes: Option<u64>,
    /// How many turns the search looked ahead.
    pub depth: Option<u32>,
    /// The continuation that the agent expects, its own turn first.
    pub line: Vec<T>,
    /// Whether `value` is exact (0, ½ or 1), and what else is proven.
    pub proven: Option<Proof>,
}

/// What is proven: the value of a [`Choice`] is the outcome if both sides go on as well as they can.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Proof {
    /// The margin that the mover then has at the end, in games with a margin.
    pub margin: Option<ForMover<i32>>,
    /// The turns after which the game has then ended at the latest (a win) or has gone on at least
    /// (a loss), the chosen one included.
    pub turns: Option<u32>,
    /// Whether that leaves the repetition rule out of account, else all rules count. A value of ½ then
    /// means that neither side can force the end.
    pub without_repetition: bool,
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
            proven: None,
        }
    }
}

/// Why an agent gave no turn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoChoice {
    /// It was asked to stop.
    #[error("the agent was asked to stop")]
    Stopped,
    /// There is no turn to choose.
    #[error("the game is over")]
    GameOver,
    /// The agent cannot go on.
    #[error("{0}")]
    Failed(AgentFailure),
}

/// How an agent failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}: {message}")]
pub struct AgentFailure {
    /// What kind of failure it is, on which depends what becomes of the game.
    pub kind: FailureKind,
    /// What happened, for people.
    pub message: String,
}

/// Kinds of failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailureKind {
    /// The agent never came to play, for a reason that lies outside of the game: its program
    /// cannot be started, or does not know the rule set.
    Start,
    /// It broke down.
    Crash,
    /// It gave something that is no legal turn.
    Illegal,
    /// It took longer than it may.
    Timeout,
}

impl fmt::Display for FailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Start => "the agent could not be started",
            Self::Crash => "the agent broke down",
            Self::Illegal => "the agent gave no legal turn",
            Self::Timeout => "the agent took too long",
        })
    }
}

/// A player of the game `G`.
pub trait Agent<G: Game>: Send {
    /// Begins a game: whatever was known from earlier games is forgotten, and all random choices
    /// follow from `seed`.
    fn begin(&mut self, seed: u64);

    /// Gets ready to play by the rules of `game`: does what takes time but is no thought, such as
    /// starting a program, so that the time does not count for a turn. Who is never asked to must
    /// do it when a turn is wanted.
    ///
    /// # Errors
    /// If the agent was asked to stop, or cannot play.
    fn prepare(&mut self, game: &G, stop: &Stop) -> Result<(), NoChoice> {
        let _ = (game, stop);
        Ok(())
    }

    /// Is told of a turn before it is played in `game`: of each turn of a game between
    /// [`Agent::begin`] and its end, the agent's own and those of the opening included. For agents
    /// that keep something from turn to turn; the others need not care.
    fn observe(&mut self, game: &G, turn: G::Turn) {
        let _ = (game, turn);
    }

    /// Chooses a turn for the player to move. Looks at `stop` often enough to end well within two
    /// seconds of a request.
    ///
    /// # Errors
    /// If the game is over, the agent was asked to stop, or it failed.
    fn choose(&mut self, game: &G, stop: &Stop) -> Result<Choice<G::Turn>, NoChoice>;
}
