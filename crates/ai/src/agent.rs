//! The trait `Agent` and its results.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use flipside_rules::{ExpectedScore, ForMover, Game};

/// A stop request, shared between the code that makes it and the agents that check it.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    requested: Arc<AtomicBool>,
    /// The parent request, which also stops this one.
    parent: Option<Arc<AtomicBool>>,
    deadline: Option<Instant>,
}

impl Stop {
    /// Creates a handle without a request.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a handle of the same request that also stops at `deadline`.
    #[must_use]
    pub fn with_deadline(&self, deadline: Instant) -> Self {
        Self {
            deadline: Some(deadline),
            ..self.clone()
        }
    }

    /// Returns a handle of a new request that this request also stops. It ignores the parent of this
    /// request.
    #[must_use]
    pub fn child(&self) -> Self {
        Self {
            requested: Arc::default(),
            parent: Some(Arc::clone(&self.requested)),
            deadline: None,
        }
    }

    /// The time until the deadline; `None` without a deadline.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        let deadline = self.deadline?;
        Some(deadline.saturating_duration_since(Instant::now()))
    }

    /// Makes the request.
    pub fn request(&self) {
        self.requested.store(true, Ordering::Relaxed);
    }

    /// Whether the request was made or the deadline has passed.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        let made = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        made(&self.requested)
            || self.parent.as_deref().is_some_and(made)
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// The turn that an agent chooses, and its evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice<T> {
    /// The turn.
    pub turn: T,
    /// The agent's own expected score.
    pub value: Option<ForMover<ExpectedScore>>,
    /// The number of nodes searched, in the agent's own unit (for `uct`: playouts).
    pub nodes: Option<u64>,
    /// The search depth in turns.
    pub depth: Option<u32>,
    /// The principal variation, starting with the chosen turn.
    pub line: Vec<T>,
    /// The proof that `value` is exact (0, ½ or 1), if there is one.
    pub proven: Option<Proof>,
}

/// A proof that the value of a [`Choice`] is the outcome under best play.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Proof {
    /// The mover's margin at the end, in games with a margin.
    pub margin: Option<ForMover<i32>>,
    /// The number of turns to the end, the chosen one included: at most this for a win, at least
    /// this for a loss.
    pub turns: Option<u32>,
    /// Whether the proof ignores the repetition rule. A value of ½ then means that neither side can
    /// force a win.
    pub without_repetition: bool,
}

impl<T> Choice<T> {
    /// Creates a choice without evaluation.
    pub const fn new(turn: T) -> Self {
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

/// Why an agent chose no turn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ChooseError {
    /// A stop was requested.
    #[error("the search was stopped")]
    Stopped,
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The agent failed.
    #[error("{0}")]
    Failed(AgentFailure),
}

/// A failure of an agent.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}: {message}")]
pub struct AgentFailure {
    /// The kind of failure. The outcome of the game depends on it.
    pub kind: AgentFailureKind,
    /// A message.
    pub message: String,
}

/// The kinds of agent failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AgentFailureKind {
    /// The agent cannot be started, or does not support the rule set.
    Start,
    /// The agent crashed.
    Crash,
    /// The agent returned a malformed or illegal turn.
    Illegal,
    /// The agent exceeded its time limit.
    Timeout,
}

impl fmt::Display for AgentFailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Start => "the agent could not be started",
            Self::Crash => "the agent crashed",
            Self::Illegal => "the agent returned no legal turn",
            Self::Timeout => "the agent exceeded its time limit",
        })
    }
}

/// An agent that plays the game `G`.
pub trait Agent<G: Game>: Send {
    /// Starts a game. The agent forgets earlier games; all its random choices follow from `seed`.
    fn begin(&mut self, seed: u64);

    /// Prepares to play by the rules of `game`, for example starts a process, so that this time does
    /// not count against a turn. Calling it is optional: [`Agent::choose`] prepares if necessary.
    ///
    /// # Errors
    /// If a stop was requested or the agent cannot play.
    fn prepare(&mut self, game: &G, stop: &Stop) -> Result<(), ChooseError> {
        let _ = (game, stop);
        Ok(())
    }

    /// Receives every turn of a game before it is played in `game`, the agent's own turns and those of
    /// the opening included. For agents that keep data between turns.
    fn observe(&mut self, game: &G, turn: G::Turn) {
        let _ = (game, turn);
    }

    /// Chooses a turn for the player to move. Returns well within two seconds of a stop request.
    ///
    /// # Errors
    /// If the game is over, a stop was requested, or the agent failed.
    fn choose(&mut self, game: &G, stop: &Stop) -> Result<Choice<G::Turn>, ChooseError>;

    /// Takes remarks for the user that change no game, such as a malformed word in an answer. Each
    /// kind of remark is made once.
    fn take_notes(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// No further game follows. An agent that takes time to shut down begins to do so, and completes
    /// it when it is dropped, so that several agents can shut down at the same time.
    fn release(&mut self) {}
}
