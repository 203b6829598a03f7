//! An agent that drives an external engine.

use std::collections::BTreeSet;
use std::time::Duration;

use flipside_ai::{Agent, AgentFailure, BuildError, Choice, ChooseError, Spec, Stop};
use flipside_rules::Notation;

use crate::answer::Dropped;
use crate::lines::printable;
use crate::log::EngineLog;
use crate::session::{Session, SessionError};
use crate::transcript::Transcript;

/// The default time for a turn.
const TURN_TIME: Duration = Duration::from_secs(60);

/// The minimum time for the handshake.
const START_TIME: Duration = Duration::from_secs(10);

/// An agent that asks an external engine for its turns.
///
/// The engine process is started by the first call of [`Agent::prepare`] or [`Agent::choose`] and
/// kept from game to game. After a failure, or if a search was stopped, it is killed, and the next
/// call starts it again. Dropping the agent ends the process.
///
/// The engine receives the turns passed to [`Agent::observe`]. If [`Agent::choose`] is called with
/// a game that the observed turns do not lead to, the engine receives its position without history.
#[derive(Debug)]
pub struct EngineAgent<G: Notation> {
    engine: Engine<G>,
    turn_time: Duration,
    seed: u64,
    transcript: Option<Transcript<G>>,
    /// Remarks that were not taken.
    notes: Vec<String>,
    /// The words that a remark was made about.
    noted: BTreeSet<&'static str>,
}

/// The command of an engine and its session, if one is open.
#[derive(Debug)]
struct Engine<G: Notation> {
    command: Vec<String>,
    start_time: Duration,
    session: Option<Session<G>>,
    log: Option<EngineLog>,
}

impl<G: Notation> Engine<G> {
    /// Returns the session under these rules; starts one if there is none.
    fn session(&mut self, rules: &G::Rules, stop: &Stop) -> Result<&mut Session<G>, SessionError> {
        let session = self.session.take();
        let session = match session.filter(|session| session.rules() == rules) {
            Some(session) => session,
            None => Session::start(
                &self.command,
                rules,
                self.start_time,
                stop,
                self.log.as_ref(),
            )?,
        };
        Ok(self.session.insert(session))
    }

    /// The engine in messages: its command, and its name once it is known.
    fn label(&self) -> String {
        let command = printable(&self.command.join(" "));
        match &self.session {
            Some(session) => format!("engine `{command}` ({})", session.name()),
            None => format!("engine `{command}`"),
        }
    }
}

impl<G: Notation> EngineAgent<G> {
    /// Creates an agent from the engine's program and arguments, and the time for each turn. The
    /// time for the handshake is `turn_time`, but at least ten seconds.
    #[must_use]
    pub fn new(command: Vec<String>, turn_time: Duration) -> Self {
        let engine = Engine {
            command,
            start_time: turn_time.max(START_TIME),
            session: None,
            log: None,
        };
        Self {
            engine,
            turn_time,
            seed: 0,
            transcript: None,
            notes: Vec::new(),
            noted: BTreeSet::new(),
        }
    }

    /// Returns the name that the engine sent in its handshake, usually with a version (control
    /// characters escaped, at most 80 characters and `…`); `None` while no session is open, that is,
    /// before [`Agent::prepare`] or [`Agent::choose`] and after a failure.
    #[must_use]
    pub fn engine_name(&self) -> Option<&str> {
        self.engine.session.as_ref().map(Session::name)
    }

    /// Sets the time for the handshake.
    #[must_use]
    pub fn starting_within(mut self, start_time: Duration) -> Self {
        self.engine.start_time = start_time;
        self
    }

    /// Logs all lines between this program and the engine.
    #[must_use]
    pub fn logged(mut self, log: EngineLog) -> Self {
        self.engine.log = Some(log);
        self
    }

    /// Creates an agent from a spec such as `engine:cmd="python3 x.py",timeout=5000`.
    ///
    /// # Errors
    /// If the spec has no `cmd`, or its command cannot be split into words.
    pub fn from_spec(spec: &Spec) -> Result<Self, BuildError> {
        let wrong = |why: &str| BuildError::Unavailable {
            spec: spec.to_string(),
            why: why.to_string(),
        };
        let command = spec
            .get("cmd")
            .ok_or_else(|| wrong("missing key `cmd`: expected `engine:cmd=\"COMMAND\"`"))?;
        let command = shlex::split(command)
            .ok_or_else(|| wrong("unclosed quote in `cmd`: expected a command line"))?;
        if command.is_empty() {
            return Err(wrong("empty command in `cmd`: expected a program"));
        }
        let time = |key| {
            let text = spec.get(key)?;
            text.parse().ok().map(Duration::from_millis)
        };
        let agent = Self::new(command, time("timeout").unwrap_or(TURN_TIME));
        Ok(match time("start_timeout") {
            Some(limit) => agent.starting_within(limit),
            None => agent,
        })
    }

    /// Kills the engine and converts the error.
    fn fail(&mut self, error: SessionError) -> ChooseError {
        let label = self.engine.label();
        if let Some(mut session) = self.engine.session.take() {
            session.kill();
        }
        match error {
            SessionError::Stopped => ChooseError::Stopped,
            SessionError::Failure(kind, what) => ChooseError::Failed(AgentFailure {
                kind,
                message: format!("{label}: {what}"),
            }),
        }
    }
}

impl<G: Notation> Agent<G> for EngineAgent<G> {
    fn begin(&mut self, seed: u64) {
        self.seed = seed;
        self.transcript = None;
    }

    fn prepare(&mut self, game: &G, stop: &Stop) -> Result<(), ChooseError> {
        match self.engine.session(game.rules(), stop) {
            Ok(_) => Ok(()),
            Err(error) => Err(self.fail(error)),
        }
    }

    fn observe(&mut self, game: &G, turn: G::Turn) {
        let transcript = Transcript::of(&mut self.transcript, self.seed, game);
        transcript.play(turn);
        let session = self.engine.session.as_mut();
        if let Some(session) = session.filter(|session| session.rules() == game.rules()) {
            session.update(transcript);
        }
    }

    fn choose(&mut self, game: &G, stop: &Stop) -> Result<Choice<G::Turn>, ChooseError> {
        if stop.is_requested() {
            return Err(ChooseError::Stopped);
        }
        if game.outcome().is_some() {
            return Err(ChooseError::GameOver);
        }
        let choice = self.engine.session(game.rules(), stop).and_then(|session| {
            let time = self.turn_time;
            let time = stop.time_left().map_or(time, |left| left.min(time));
            let transcript = Transcript::of(&mut self.transcript, self.seed, game);
            session.choose(transcript, time, stop)
        });
        match choice {
            Ok((choice, dropped)) => {
                for Dropped { word, why } in dropped {
                    if self.noted.insert(word) {
                        let note = "it is dropped, here and in later answers";
                        self.notes
                            .push(format!("{}: {why}; {note}", self.engine.label()));
                    }
                }
                Ok(choice)
            }
            Err(error) => Err(self.fail(error)),
        }
    }

    fn take_notes(&mut self) -> Vec<String> {
        let mut notes = std::mem::take(&mut self.notes);
        if let Some(error) = self.engine.log.as_ref().and_then(EngineLog::take_error) {
            notes.push(format!("cannot write the engine log: {error}"));
        }
        notes
    }

    fn release(&mut self) {
        if let Some(session) = &mut self.engine.session {
            session.quit();
        }
    }
}
