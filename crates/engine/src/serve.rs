//! Runs an agent as an engine.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use flipside_ai::{Agent, ChooseError, Stop};
use flipside_rules::{Notation, RuleSet as _};

use crate::answer::Answer;
use crate::handshake::Handshake;
use crate::lines::{LineError, first_word, printable, read_line};

/// The name and rules that an engine announces.
#[derive(Clone, Debug)]
pub struct Server<G: Notation> {
    /// The engine's name, one line of free text.
    pub name: String,
    /// The only rules that the engine accepts; `None` accepts any.
    pub rules: Option<G::Rules>,
}

/// Why [`serve`] ended before `quit` or the end of the input.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The driver sent a malformed line.
    #[error("the driver sent {0}")]
    Input(#[from] LineError),
    /// The answer cannot be written.
    #[error("cannot write the answer")]
    Output(#[from] io::Error),
    /// The driver's line was answered with `error` and this message.
    #[error("{0}")]
    Refused(String),
}

/// Runs the engine side of the protocol until `quit` or the end of `input`.
///
/// # Errors
/// If the input is malformed or the agent fails (both are also reported to the driver), or if
/// `output` cannot be written.
pub fn serve<G: Notation>(
    agent: &mut dyn Agent<G>,
    server: &Server<G>,
    mut input: impl BufRead,
    mut output: impl Write,
) -> Result<(), ServeError> {
    let result = run(agent, server, &mut input, &mut output);
    if let Err(error @ (ServeError::Refused(_) | ServeError::Input(_))) = &result {
        let text = error.to_string().replace(['\n', '\r'], " ");
        send(&mut output, &format!("error {text}"))?;
    }
    result
}

fn send(output: &mut impl Write, line: &str) -> io::Result<()> {
    writeln!(output, "{line}")?;
    output.flush()
}

fn refuse(why: impl ToString) -> ServeError {
    ServeError::Refused(why.to_string())
}

fn run<G: Notation>(
    agent: &mut dyn Agent<G>,
    server: &Server<G>,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> Result<(), ServeError> {
    let Some(rules) = handshake(server, input)? else {
        return Ok(());
    };
    // Before the name is sent, so that slow preparation does not count against a turn's time.
    agent
        .prepare(&G::new(rules.clone()), &Stop::new())
        .map_err(refuse)?;
    send(output, &format!("name {}", server.name))?;
    let mut game: Option<G> = None;
    let no_game = || refuse("no game was started: expected `new SEED` first");
    while let Some(line) = read_line(input)? {
        match first_word(&line) {
            ("new", rest) => {
                let (seed, position) = first_word(rest);
                game = Some(start(&rules, position)?);
                agent.begin(seed.parse().map_err(|_| {
                    let seed = printable(seed);
                    refuse(format!(
                        "invalid seed `{seed}`: expected a whole number below 2^64"
                    ))
                })?);
            }
            ("turn", text) => {
                let game = game.as_mut().ok_or_else(no_game)?;
                play(agent, game, text).map_err(refuse)?;
            }
            ("go", limit) => {
                let game = game.as_ref().ok_or_else(no_game)?;
                let choice =
                    agent
                        .choose(game, &time_limit(limit))
                        .map_err(|error| match error {
                            ChooseError::Stopped => refuse(format!("no turn within {limit} ms")),
                            error => refuse(error),
                        })?;
                send(output, &Answer::new(game, &choice).to_string())?;
            }
            ("play", text) => {
                let game = game.as_mut().ok_or_else(no_game)?;
                let answer = match play(agent, game, text) {
                    Ok(()) => "ok".to_string(),
                    Err(why) => format!("illegal {}", why.replace(['\n', '\r'], " ")),
                };
                send(output, &answer)?;
            }
            ("turns?", _) => {
                let game = game.as_ref().ok_or_else(no_game)?;
                let turns = game.turns();
                let mut answer = format!("turns {}", turns.len());
                for turn in turns {
                    answer.push('\n');
                    answer += &game.turn_text(turn);
                }
                send(output, &answer)?;
            }
            ("position?", _) => {
                let game = game.as_ref().ok_or_else(no_game)?;
                send(output, &format!("position {}", game.position_text()))?;
            }
            ("outcome?", _) => {
                let game = game.as_ref().ok_or_else(no_game)?;
                let answer = match game.outcome() {
                    Some(outcome) => format!("outcome {} {}", outcome.name(), outcome.reason),
                    None => "outcome none".to_string(),
                };
                send(output, &answer)?;
            }
            ("quit", _) => break,
            _ => {}
        }
    }
    Ok(())
}

/// Plays a turn given as text, which the agent observes. The error is a message.
fn play<G: Notation>(agent: &mut dyn Agent<G>, game: &mut G, text: &str) -> Result<(), String> {
    let turn = game.parse_turn(text).map_err(|error| error.to_string())?;
    game.check(turn)
        .map_err(|error| format!("turn `{}`: {error}", printable(text)))?;
    agent.observe(game, turn);
    game.play_unchecked(turn);
    Ok(())
}

/// Reads the first line and its attachment; `None` if the input ends before them.
fn handshake<G: Notation>(
    server: &Server<G>,
    input: &mut impl BufRead,
) -> Result<Option<G::Rules>, ServeError> {
    let Some(line) = read_line(input)? else {
        return Ok(None);
    };
    let handshake = Handshake::parse::<G>(&line).map_err(ServeError::Refused)?;
    let mut attachment = String::new();
    for _ in 0..handshake.attached {
        match read_line(input)? {
            Some(line) => attachment += &(line + "\n"),
            None => return Ok(None),
        }
    }
    let rules = handshake
        .rules::<G>(&attachment)
        .map_err(ServeError::Refused)?;
    if let Some(only) = server.rules.as_ref().filter(|only| **only != rules) {
        let (only, requested) = (only.name(), rules.name());
        return Err(refuse(format!(
            "this engine plays by the rules `{only}`, not `{requested}`"
        )));
    }
    Ok(Some(rules))
}

fn start<G: Notation>(rules: &G::Rules, position: &str) -> Result<G, ServeError> {
    if position.is_empty() {
        return Ok(G::new(rules.clone()));
    }
    let position = G::parse_position(rules, position)
        .map_err(|error| refuse(format!("position `{}`: {error}", printable(position))))?;
    Ok(G::from_position(rules.clone(), position))
}

/// Returns a deadline one second after the turn's time limit: the driver enforces the limit itself,
/// this one stops searches whose driver is gone. Without a number there is no deadline.
fn time_limit(text: &str) -> Stop {
    const GRACE: Duration = Duration::from_secs(1);
    let limit = text.parse().ok().map(Duration::from_millis);
    let limit = limit.and_then(|limit| limit.checked_add(GRACE));
    let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
    deadline.map_or_else(Stop::new, |deadline| Stop::new().with_deadline(deadline))
}
