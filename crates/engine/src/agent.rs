//! A program that plays.

use std::time::Duration;

use flipside_ai::{Agent, AgentFailure, BuildError, Choice, NoChoice, Spec, Stop};
use flipside_rules::Game;

use crate::lines::shown;
use crate::running::{Running, Trouble};

/// The time for a turn, where nothing else is said.
const TURN_TIME: Duration = Duration::from_secs(60);

/// An engine has at least this time to come up.
const START_TIME: Duration = Duration::from_secs(10);

/// An agent that asks a program of its own for its turns.
///
/// The program is started when it is to get ready or asked for the first time, and kept from game to
/// game. After a failure, or if it was stopped while it searched, it is killed, and started again
/// when it is asked for the next time. It ends with this agent.
///
/// It learns the turns of the game through [`Agent::observe`]. If it is asked about a game that the
/// turns observed do not lead to, that game begins for it at the position it is asked about, without
/// history.
#[derive(Debug)]
pub struct EngineAgent<G: Game> {
    program: Program<G>,
    turn_time: Duration,
    seed: u64,
    tale: Option<Tale<G>>,
}

/// A program by the words of its command.
#[derive(Debug)]
struct Program<G: Game> {
    words: Vec<String>,
    start_time: Duration,
    running: Option<Running<G>>,
}

impl<G: Game> Program<G> {
    /// The program, started if it is not running under these rules.
    fn running(&mut self, rules: &G::Rules, stop: &Stop) -> Result<&mut Running<G>, Trouble> {
        let running = self.running.take();
        let running = match running.filter(|running| running.rules() == rules) {
            Some(running) => running,
            None => Running::start(&self.words, rules, self.start_time, stop)?,
        };
        Ok(self.running.insert(running))
    }
}

/// The game so far, as an engine is told.
#[derive(Debug)]
pub struct Tale<G> {
    lines: Vec<String>,
    told: usize,
    game: G,
}

impl<G: Game> Tale<G> {
    fn new(seed: u64, start: &G) -> Self {
        let usual = G::new(start.rules().clone());
        let line = match start.position() == usual.position() {
            true => format!("new {seed}"),
            false => format!("new {seed} {}", start.position_text()),
        };
        Self {
            lines: vec![line],
            told: 0,
            game: start.clone(),
        }
    }

    /// The game as far as it was observed, if that leads to `game`; else one that begins there.
    fn of<'a>(observed: &'a mut Option<Self>, seed: u64, game: &G) -> &'a mut Self {
        let fits = |tale: &Self| {
            tale.game.position() == game.position() && tale.game.rules() == game.rules()
        };
        let tale = observed.take().filter(fits);
        observed.insert(tale.unwrap_or_else(|| Self::new(seed, game)))
    }

    fn play(&mut self, turn: G::Turn) {
        self.lines
            .push(format!("turn {}", self.game.turn_text(turn)));
        self.game.play_unchecked(turn);
    }

    /// The game as it stands.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// The lines that have not been told, which count as told from now on.
    pub fn untold(&mut self) -> &[String] {
        let told = std::mem::replace(&mut self.told, self.lines.len());
        &self.lines[told..]
    }

    /// Begins to tell from the beginning.
    pub const fn rewind(&mut self) {
        self.told = 0;
    }
}

impl<G: Game> EngineAgent<G> {
    /// An engine by the words of its command, with a time for each turn. It has at least ten seconds
    /// to start.
    #[must_use]
    pub fn new(words: Vec<String>, turn_time: Duration) -> Self {
        let program = Program {
            words,
            start_time: turn_time.max(START_TIME),
            running: None,
        };
        Self {
            program,
            turn_time,
            seed: 0,
            tale: None,
        }
    }

    /// The same engine with another time to start.
    #[must_use]
    pub fn starting_within(mut self, start_time: Duration) -> Self {
        self.program.start_time = start_time;
        self
    }

    /// The engine of a spec such as `engine:cmd="python3 x.py",timeout=5000`.
    ///
    /// # Errors
    /// If the spec is none of an engine, or its command cannot be split into words.
    pub fn from_spec(spec: &Spec) -> Result<Self, BuildError> {
        let wrong = |why: &str| BuildError::Unavailable {
            spec: spec.to_string(),
            why: why.to_string(),
        };
        let command = spec
            .get("cmd")
            .ok_or_else(|| wrong("it has no command; an engine is `engine:cmd=\"COMMAND\"`"))?;
        let words = shlex::split(command)
            .ok_or_else(|| wrong("its command has a quote that is never closed; close it"))?;
        if words.is_empty() {
            return Err(wrong("its command has no words; name a program"));
        }
        let timeout = spec.get("timeout").and_then(|text| text.parse().ok());
        let turn_time = timeout.map_or(TURN_TIME, Duration::from_millis);
        Ok(Self::new(words, turn_time))
    }

    /// The end of a program that has made trouble, and what to say of it.
    fn end(&mut self, trouble: Trouble) -> NoChoice {
        let name = match self.program.running.take() {
            Some(mut running) => {
                running.kill();
                format!(" ({})", running.name())
            }
            None => String::new(),
        };
        let command = shown(&self.program.words.join(" "));
        match trouble {
            Trouble::Stopped => NoChoice::Stopped,
            Trouble::Failure(kind, what) => NoChoice::Failed(AgentFailure {
                kind,
                message: format!("engine `{command}`{name}: {what}"),
            }),
        }
    }
}

impl<G: Game> Agent<G> for EngineAgent<G> {
    fn begin(&mut self, seed: u64) {
        self.seed = seed;
        self.tale = None;
    }

    fn prepare(&mut self, game: &G, stop: &Stop) -> Result<(), NoChoice> {
        match self.program.running(game.rules(), stop) {
            Ok(_) => Ok(()),
            Err(trouble) => Err(self.end(trouble)),
        }
    }

    fn observe(&mut self, game: &G, turn: G::Turn) {
        let tale = Tale::of(&mut self.tale, self.seed, game);
        tale.play(turn);
        let running = self.program.running.as_mut();
        if let Some(running) = running.filter(|running| running.rules() == game.rules()) {
            running.tell(tale);
        }
    }

    fn choose(&mut self, game: &G, stop: &Stop) -> Result<Choice<G::Turn>, NoChoice> {
        if stop.is_requested() {
            return Err(NoChoice::Stopped);
        }
        if game.outcome().is_some() {
            return Err(NoChoice::GameOver);
        }
        let choice = self
            .program
            .running(game.rules(), stop)
            .and_then(|running| {
                let time = self.turn_time;
                let time = stop.time_left().map_or(time, |left| left.min(time));
                let tale = Tale::of(&mut self.tale, self.seed, game);
                running.choose(tale, time, stop)
            });
        choice.map_err(|trouble| self.end(trouble))
    }
}
