//! An agent in a seat, and the handling of its failures.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use flipside_ai::{
    Agent, AgentFactory, AgentFailure, AgentFailureKind, BuildError, Choice, ChooseError, Spec,
    Stop,
};
use flipside_rules::FullGame;

/// An agent that plays one game after another. After a failure it is rebuilt before the next
/// game.
pub struct Player<G: FullGame> {
    spec: Spec,
    agent: Box<dyn Agent<G>>,
    /// The failure in this game.
    failure: Option<AgentFailure>,
    /// Remarks of agents that failed.
    notes: Vec<String>,
}

impl<G: FullGame> Player<G> {
    /// A player with a new agent.
    pub fn new(spec: &Spec, factory: &dyn AgentFactory<G>) -> Result<Self, BuildError> {
        Ok(Self {
            spec: spec.clone(),
            agent: factory.agent(spec)?,
            failure: None,
            notes: Vec::new(),
        })
    }

    /// Begins a game.
    pub fn begin(&mut self, seed: u64, factory: &dyn AgentFactory<G>) {
        if self.failure.take().is_some() {
            match factory.agent(&self.spec) {
                Ok(agent) => self.agent = agent,
                Err(error) => {
                    self.failure = Some(AgentFailure {
                        kind: AgentFailureKind::Start,
                        message: error.to_string(),
                    });
                }
            }
        }
        self.guarded(|agent| agent.begin(seed));
    }

    /// Prepares the agent, without time limit. `Ok(false)` on a stop request.
    pub fn prepare(&mut self, game: &G, stop: &Stop) -> Result<bool, AgentFailure> {
        let cause = match self.guarded(|agent| agent.prepare(game, stop)) {
            Some(Ok(())) => return Ok(true),
            Some(Err(ChooseError::Stopped)) if stop.is_requested() => return Ok(false),
            Some(Err(ChooseError::Failed(failure))) => Some(failure),
            Some(Err(error)) => Some(AgentFailure {
                kind: AgentFailureKind::Start,
                message: error.to_string(),
            }),
            None => None,
        };
        Err(self.failed(cause))
    }

    /// Takes the agent's remarks for the user.
    pub fn take_notes(&mut self) -> Vec<String> {
        let mut notes = std::mem::take(&mut self.notes);
        notes.extend(self.guarded(|agent| agent.take_notes()).unwrap_or_default());
        notes
    }

    /// Lets the agent begin to shut down.
    pub fn release(&mut self) {
        self.guarded(|agent| agent.release());
    }

    /// Informs the agent of a turn before it is played.
    pub fn observe(&mut self, game: &G, turn: G::Turn) {
        self.guarded(|agent| agent.observe(game, turn));
    }

    /// Chooses a legal turn within the time limit, if there is one. `Ok(None)` on a stop request.
    pub fn choose(
        &mut self,
        game: &G,
        stop: &Stop,
        limit: Option<Duration>,
    ) -> Result<Option<Choice<G::Turn>>, AgentFailure> {
        // The clock is read only if there is a limit: random games take little longer than that.
        let moment = limit.map(|limit| Instant::now() + limit);
        let deadline = moment.map(|moment| stop.with_deadline(moment));
        let answer = self.guarded(|agent| agent.choose(game, deadline.as_ref().unwrap_or(stop)));
        let late = limit.filter(|_| moment.is_some_and(|moment| Instant::now() > moment));
        let fail = |kind, message| AgentFailure { kind, message };
        let cause = match answer {
            Some(Err(ChooseError::Stopped)) if stop.is_requested() => return Ok(None),
            Some(Err(ChooseError::Failed(failure))) => Some(failure),
            Some(Err(ChooseError::GameOver)) => Some(fail(
                AgentFailureKind::Illegal,
                "it claims that the game is over".to_string(),
            )),
            Some(_) if late.is_some() => Some(fail(
                AgentFailureKind::Timeout,
                format!("no turn in {} ms", late.unwrap_or_default().as_millis()),
            )),
            Some(Err(ChooseError::Stopped)) => Some(fail(
                AgentFailureKind::Crash,
                "it stopped without a stop request".to_string(),
            )),
            Some(Ok(choice)) => match game.check(choice.turn) {
                Ok(()) => return Ok(Some(choice)),
                Err(error) => Some(fail(
                    AgentFailureKind::Illegal,
                    format!("`{}`: {error}", game.turn_text(choice.turn)),
                )),
            },
            None => None,
        };
        Err(self.failed(cause))
    }

    /// Stores a failure. `cause` is `None` if the agent panicked, now or before.
    fn failed(&mut self, cause: Option<AgentFailure>) -> AgentFailure {
        // Before the agent is replaced. One that panicked is not called again.
        let notes = self.guarded(|agent| agent.take_notes());
        self.notes.extend(notes.unwrap_or_default());
        let failure = cause.or(self.failure.take());
        let failure = failure.unwrap_or_else(|| AgentFailure {
            kind: AgentFailureKind::Crash,
            message: "it did not give a reason".to_string(),
        });
        self.failure.insert(failure).clone()
    }

    /// Calls the agent. `None` if it panics or failed before in this game.
    fn guarded<T>(&mut self, ask: impl FnOnce(&mut dyn Agent<G>) -> T) -> Option<T> {
        if self.failure.is_some() {
            return None;
        }
        let agent = self.agent.as_mut();
        // After a panic the agent is not called again, so its inconsistent state is never used.
        match catch_unwind(AssertUnwindSafe(|| ask(agent))) {
            Ok(answer) => Some(answer),
            Err(payload) => {
                let text = payload
                    .downcast_ref::<&str>()
                    .map(ToString::to_string)
                    .or_else(|| payload.downcast_ref::<String>().cloned());
                self.failure = Some(AgentFailure {
                    kind: AgentFailureKind::Crash,
                    message: text.unwrap_or_else(|| "it panicked".to_string()),
                });
                None
            }
        }
    }
}
