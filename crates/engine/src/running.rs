//! A program that has agreed to play.

use std::time::Duration;

use flipside_ai::{Choice, FailureKind, Stop};
use flipside_rules::Game;

use crate::agent::Tale;
use crate::answer::Answer;
use crate::connection::{Connection, Silence};
use crate::hello::hello;
use crate::lines::{LineError, first_word, shown};

/// An engine that plays by a rule set.
#[derive(Debug)]
pub struct Running<G: Game> {
    connection: Connection,
    rules: G::Rules,
    /// What it calls itself.
    name: String,
    /// Whether it has been told anything of a game.
    knows_something: bool,
}

/// Why an engine cannot be started or gives no turn.
#[derive(Debug)]
pub enum Trouble {
    /// We were asked to stop.
    Stopped,
    /// It failed, and how.
    Failure(FailureKind, String),
}

use FailureKind::{Crash, Illegal, Start, Timeout};

impl<G: Game> Running<G> {
    /// Starts a program and asks it to play by `rules`.
    pub fn start(
        words: &[String],
        rules: &G::Rules,
        time: Duration,
        stop: &Stop,
    ) -> Result<Self, Trouble> {
        let start = |what: String| Trouble::Failure(Start, what);
        let connection = Connection::start(words).map_err(|error| start(error.to_string()))?;
        let mut running = Self {
            connection,
            rules: rules.clone(),
            name: String::new(),
            knows_something: false,
        };
        for line in hello::<G>(rules) {
            running.connection.say(&line);
        }
        let answer = running
            .hear(time, stop)
            .map_err(|trouble| match trouble {
                Trouble::Failure(_, what) => start(what),
                Trouble::Stopped => Trouble::Stopped,
            })
            .and_then(|line| match first_word(&line) {
                ("name", name) => Ok(shown(name)),
                ("error", why) => Err(start(format!("it refuses to play: {}", shown(why)))),
                _ => Err(start(format!(
                    "it said `{}` instead of its name (`name TEXT`)",
                    shown(&line)
                ))),
            });
        match answer {
            Ok(name) => Ok(Self { name, ..running }),
            Err(trouble) => {
                running.kill();
                Err(trouble)
            }
        }
    }

    /// What it calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The rules that it plays by.
    pub const fn rules(&self) -> &G::Rules {
        &self.rules
    }

    /// Tells it what it does not know of the game.
    pub fn tell(&mut self, tale: &mut Tale<G>) {
        if !std::mem::replace(&mut self.knows_something, true) {
            tale.rewind();
        }
        for line in tale.untold() {
            self.connection.say(line);
        }
    }

    /// Tells it what it does not know of the game, and asks for a turn.
    pub fn choose(
        &mut self,
        tale: &mut Tale<G>,
        time: Duration,
        stop: &Stop,
    ) -> Result<Choice<G::Turn>, Trouble> {
        let illegal = |what: String| Trouble::Failure(Illegal, what);
        match self.connection.unasked() {
            None => {}
            Some(Ok(line)) => {
                let line = shown(&line);
                return Err(illegal(format!("it said `{line}` without being asked")));
            }
            Some(Err(error)) => return Err(illegal(format!("it said {error}"))),
        }
        self.tell(tale);
        self.connection.say(&format!("go {}", time.as_millis()));
        let line = self.hear(time, stop)?;
        match first_word(&line) {
            ("turn", answer) => Answer::parse(answer)
                .and_then(|answer| answer.choice(tale.game()))
                .map_err(|why| illegal(format!("it answered `{}`: {why}", shown(&line)))),
            ("error", why) => {
                let what = format!("it gave up: {}", shown(why));
                Err(Trouble::Failure(Crash, what))
            }
            _ => Err(illegal(format!(
                "it answered `{}` instead of `turn TURN`",
                shown(&line)
            ))),
        }
    }

    fn hear(&mut self, time: Duration, stop: &Stop) -> Result<String, Trouble> {
        let failure = |kind, what| Err(Trouble::Failure(kind, what));
        match self.connection.hear(time, stop) {
            Ok(line) => Ok(line),
            Err(Silence::Stopped) => Err(Trouble::Stopped),
            Err(Silence::Late) => {
                failure(Timeout, format!("no answer within {} ms", time.as_millis()))
            }
            Err(Silence::Bad(LineError::Io(error))) => {
                failure(Crash, format!("its output cannot be read: {error}"))
            }
            Err(Silence::Bad(error)) => failure(Illegal, format!("it said {error}")),
            Err(Silence::Ended) => {
                let what = match self.connection.exit_status() {
                    Some(status) => format!("it ended without an answer ({status})"),
                    None => "it closed its output without an answer".to_string(),
                };
                failure(Crash, what)
            }
        }
    }

    /// Ends it at once.
    pub fn kill(&mut self) {
        self.connection.kill();
    }
}
