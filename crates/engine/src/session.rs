//! A session with an engine.

use std::time::Duration;

use flipside_ai::{AgentFailureKind, Choice, Stop};
use flipside_rules::Notation;

use crate::answer::{Answer, Dropped};
use crate::connection::{Connection, ReceiveError};
use crate::handshake::handshake_lines;
use crate::lines::{LineError, first_word, printable};
use crate::log::EngineLog;
use crate::transcript::Transcript;

/// A running engine after a successful handshake.
#[derive(Debug)]
pub struct Session<G: Notation> {
    connection: Connection,
    rules: G::Rules,
    /// The engine's name, from the handshake.
    name: String,
    /// Whether lines of a game were sent.
    has_game: bool,
}

/// Why an engine cannot be started or returns no turn.
#[derive(Debug)]
pub enum SessionError {
    /// A stop was requested.
    Stopped,
    /// The engine failed: the kind of failure and a message.
    Failure(AgentFailureKind, String),
}

use AgentFailureKind::{Crash, Illegal, Start, Timeout};

impl<G: Notation> Session<G> {
    /// Starts an engine and performs the handshake for `rules`.
    pub fn start(
        command: &[String],
        rules: &G::Rules,
        time: Duration,
        stop: &Stop,
        log: Option<&EngineLog>,
    ) -> Result<Self, SessionError> {
        let start = |what: String| SessionError::Failure(Start, what);
        let connection = Connection::start(command, log.map(EngineLog::process))
            .map_err(|error| start(error.to_string()))?;
        let mut session = Self {
            connection,
            rules: rules.clone(),
            name: String::new(),
            has_game: false,
        };
        for line in handshake_lines::<G>(rules) {
            session.connection.send(&line);
        }
        let answer = session
            .receive(time, stop)
            .map_err(|error| match error {
                SessionError::Failure(_, what) => start(what),
                SessionError::Stopped => SessionError::Stopped,
            })
            .and_then(|line| match first_word(&line) {
                ("name", name) => Ok(printable(name)),
                ("error", why) => Err(start(format!("refuses to play: {}", printable(why)))),
                _ => Err(start(format!(
                    "unexpected answer `{}` to the handshake: expected `name TEXT`",
                    printable(&line)
                ))),
            });
        match answer {
            Ok(name) => Ok(Self { name, ..session }),
            Err(error) => {
                session.kill();
                Err(error)
            }
        }
    }

    /// Returns the engine's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the rules of the session.
    pub const fn rules(&self) -> &G::Rules {
        &self.rules
    }

    /// Sends the lines of the game that the engine has not received.
    pub fn update(&mut self, transcript: &mut Transcript<G>) {
        if !std::mem::replace(&mut self.has_game, true) {
            transcript.rewind();
        }
        for line in transcript.take_unsent() {
            self.connection.send(line);
        }
    }

    /// Sends the lines of the game that the engine has not received, and asks for a turn. Also returns
    /// the words of the answer that were dropped.
    pub fn choose(
        &mut self,
        transcript: &mut Transcript<G>,
        time: Duration,
        stop: &Stop,
    ) -> Result<(Choice<G::Turn>, Vec<Dropped>), SessionError> {
        let illegal = |what: String| SessionError::Failure(Illegal, what);
        match self.connection.pending() {
            None => {}
            Some(Ok(line)) => {
                let line = printable(&line);
                return Err(illegal(format!("unexpected line `{line}` before `go`")));
            }
            Some(Err(error)) => return Err(illegal(format!("sent {error}"))),
        }
        self.update(transcript);
        self.connection.send(&format!("go {}", time.as_millis()));
        let line = self.receive(time, stop)?;
        match first_word(&line) {
            ("turn", answer) => Answer::parse(answer)
                .and_then(|(answer, dropped)| Ok((answer.choice(transcript.game())?, dropped)))
                .map_err(|why| illegal(format!("invalid answer `{}`: {why}", printable(&line)))),
            ("error", why) => {
                let what = format!("reported an error: {}", printable(why));
                Err(SessionError::Failure(Crash, what))
            }
            _ => Err(illegal(format!(
                "unexpected answer `{}` to `go`: expected `turn TURN`",
                printable(&line)
            ))),
        }
    }

    fn receive(&mut self, time: Duration, stop: &Stop) -> Result<String, SessionError> {
        let failure = |kind, what| Err(SessionError::Failure(kind, what));
        match self.connection.receive(time, stop) {
            Ok(line) => Ok(line),
            Err(ReceiveError::Stopped) => Err(SessionError::Stopped),
            Err(ReceiveError::Timeout) => {
                failure(Timeout, format!("no answer within {} ms", time.as_millis()))
            }
            Err(ReceiveError::Line(LineError::Io(error))) => {
                failure(Crash, format!("cannot read its output: {error}"))
            }
            Err(ReceiveError::Line(error)) => failure(Illegal, format!("sent {error}")),
            Err(ReceiveError::Closed) => {
                let what = match self.connection.exit_status() {
                    Some(status) => format!("exited without an answer ({status})"),
                    None => "closed its output without an answer".to_string(),
                };
                failure(Crash, what)
            }
        }
    }

    /// Sends `quit`.
    pub fn quit(&mut self) {
        self.connection.quit();
    }

    /// Kills the engine immediately.
    pub fn kill(&mut self) {
        self.connection.kill();
    }
}
