//! An agent in a seat, and what becomes of its failures.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use flipside_ai::{
    Agent, AgentFailure, BuildError, Choice, FailureKind, NoChoice, Roster, Spec, Stop,
};
use flipside_rules::Game;

/// An agent that plays one game after the other. If it fails, it is built anew before the next
/// game.
pub struct Player<G: Game> {
    spec: Spec,
    agent: Box<dyn Agent<G>>,
    /// The failure of this game, once there is one.
    failure: Option<AgentFailure>,
}

impl<G: Game> Player<G> {
    /// A player of a spec.
    pub fn new(spec: &Spec, roster: &dyn Roster<G>) -> Result<Self, BuildError> {
        Ok(Self {
            spec: spec.clone(),
            agent: roster.agent(spec)?,
            failure: None,
        })
    }

    /// Begins a game.
    pub fn begin(&mut self, seed: u64, roster: &dyn Roster<G>) {
        if self.failure.take().is_some() {
            match roster.agent(&self.spec) {
                Ok(agent) => self.agent = agent,
                Err(error) => {
                    self.failure = Some(AgentFailure {
                        kind: FailureKind::Start,
                        message: error.to_string(),
                    });
                }
            }
        }
        self.guarded(|agent| agent.begin(seed));
    }

    /// Gets ready, for which there is no limit. `Ok(false)` if asked to stop.
    pub fn prepare(&mut self, game: &G, stop: &Stop) -> Result<bool, AgentFailure> {
        let cause = match self.guarded(|agent| agent.prepare(game, stop)) {
            Some(Ok(())) => return Ok(true),
            Some(Err(NoChoice::Stopped)) if stop.is_requested() => return Ok(false),
            Some(Err(NoChoice::Failed(failure))) => Some(failure),
            Some(Err(error)) => Some(AgentFailure {
                kind: FailureKind::Start,
                message: error.to_string(),
            }),
            None => None,
        };
        Err(self.failed(cause))
    }

    /// Hears of a turn before it is played.
    pub fn observe(&mut self, game: &G, turn: G::Turn) {
        self.guarded(|agent| agent.observe(game, turn));
    }

    /// Chooses a turn that is legal, within a time if there is a limit. `Ok(None)` if asked to stop.
    pub fn choose(
        &mut self,
        game: &G,
        stop: &Stop,
        limit: Option<Duration>,
    ) -> Result<Option<Choice<G::Turn>>, AgentFailure> {
        // The clock is asked only where it matters: random games take little longer than that.
        let moment = limit.map(|limit| Instant::now() + limit);
        let deadline = moment.map(|moment| stop.with_deadline(moment));
        let answer = self.guarded(|agent| agent.choose(game, deadline.as_ref().unwrap_or(stop)));
        let late = limit.filter(|_| moment.is_some_and(|moment| Instant::now() > moment));
        let fail = |kind, message| AgentFailure { kind, message };
        let cause = match answer {
            Some(Err(NoChoice::Stopped)) if stop.is_requested() => return Ok(None),
            Some(Err(NoChoice::Failed(failure))) => Some(failure),
            Some(Err(NoChoice::GameOver)) => Some(fail(
                FailureKind::Illegal,
                "it says that the game is over, which it is not".to_string(),
            )),
            Some(_) if late.is_some() => Some(fail(
                FailureKind::Timeout,
                format!("no turn in {} ms", late.unwrap_or_default().as_millis()),
            )),
            Some(Err(NoChoice::Stopped)) => Some(fail(
                FailureKind::Crash,
                "it stopped without having been asked to".to_string(),
            )),
            Some(Ok(choice)) => match game.check(choice.turn) {
                Ok(()) => return Ok(Some(choice)),
                Err(error) => Some(fail(
                    FailureKind::Illegal,
                    format!("`{}`: {error}", game.turn_text(choice.turn)),
                )),
            },
            None => None,
        };
        Err(self.failed(cause))
    }

    /// Keeps the cause of a failure; without one, the agent has panicked, now or before.
    fn failed(&mut self, cause: Option<AgentFailure>) -> AgentFailure {
        let failure = cause.or(self.failure.take());
        let failure = failure.unwrap_or_else(|| AgentFailure {
            kind: FailureKind::Crash,
            message: "it has not said why".to_string(),
        });
        self.failure.insert(failure).clone()
    }

    /// Asks the agent for something, unless it has failed in this game. `None` if it has, or panics.
    fn guarded<T>(&mut self, ask: impl FnOnce(&mut dyn Agent<G>) -> T) -> Option<T> {
        if self.failure.is_some() {
            return None;
        }
        let agent = self.agent.as_mut();
        // After a panic the agent is never asked again, so that nobody sees what it left behind.
        match catch_unwind(AssertUnwindSafe(|| ask(agent))) {
            Ok(answer) => Some(answer),
            Err(payload) => {
                let text = payload
                    .downcast_ref::<&str>()
                    .map(ToString::to_string)
                    .or_else(|| payload.downcast_ref::<String>().cloned());
                self.failure = Some(AgentFailure {
                    kind: FailureKind::Crash,
                    message: text.unwrap_or_else(|| "it panicked".to_string()),
                });
                None
            }
        }
    }
}
