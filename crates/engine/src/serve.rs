//! An agent as an engine.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use flipside_ai::{Agent, NoChoice, Stop};
use flipside_rules::{Game, RuleSet as _};

use crate::answer::Answer;
use crate::hello::Hello;
use crate::lines::{LineError, first_word, read_line, shown};

/// What an engine says of itself.
#[derive(Clone, Debug)]
pub struct Server<G: Game> {
    /// Its name, for people: one line.
    pub name: String,
    /// The only rules that it plays by; `None` plays by any.
    pub rules: Option<G::Rules>,
}

/// Why an engine has ended before it was told to.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Something in the input is no line.
    #[error("the driver sent {0}")]
    Input(#[from] LineError),
    /// The answer cannot be written.
    #[error("the answer cannot be written")]
    Output(#[from] io::Error),
    /// The driver said or asked something that was answered with `error` and this text.
    #[error("{0}")]
    Refused(String),
}

/// Plays as the engine protocol says, until the driver quits or `input` ends.
///
/// # Errors
/// If the input is wrong or the agent fails, which the driver is told, too; if `output` fails.
pub fn serve<G: Game>(
    agent: &mut dyn Agent<G>,
    server: &Server<G>,
    mut input: impl BufRead,
    mut output: impl Write,
) -> Result<(), ServeError> {
    let result = converse(agent, server, &mut input, &mut output);
    if let Err(error @ (ServeError::Refused(_) | ServeError::Input(_))) = &result {
        let text = error.to_string().replace(['\n', '\r'], " ");
        say(&mut output, &format!("error {text}"))?;
    }
    result
}

fn say(output: &mut impl Write, line: &str) -> io::Result<()> {
    writeln!(output, "{line}")?;
    output.flush()
}

fn refuse(why: impl ToString) -> ServeError {
    ServeError::Refused(why.to_string())
}

fn converse<G: Game>(
    agent: &mut dyn Agent<G>,
    server: &Server<G>,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> Result<(), ServeError> {
    let Some(rules) = greeting(server, input)? else {
        return Ok(());
    };
    // Before it gives its name: what takes time now counts for no turn.
    agent
        .prepare(&G::new(rules.clone()), &Stop::new())
        .map_err(refuse)?;
    say(output, &format!("name {}", server.name))?;
    let mut game: Option<G> = None;
    let no_game = || refuse("there is no game; `new SEED` begins one");
    while let Some(line) = read_line(input)? {
        match first_word(&line) {
            ("new", rest) => {
                let (seed, position) = first_word(rest);
                game = Some(start(&rules, position)?);
                agent.begin(
                    seed.parse()
                        .map_err(|_| refuse(format!("`{}` is no seed of 64 bits", shown(seed))))?,
                );
            }
            ("turn", text) => {
                let game = game.as_mut().ok_or_else(no_game)?;
                let turn = game.parse_turn(text).map_err(refuse)?;
                game.check(turn)
                    .map_err(|error| refuse(format!("turn `{}`: {error}", shown(text))))?;
                agent.observe(game, turn);
                game.play_unchecked(turn);
            }
            ("go", limit) => {
                let game = game.as_ref().ok_or_else(no_game)?;
                let choice =
                    agent
                        .choose(game, &time_limit(limit))
                        .map_err(|error| match error {
                            NoChoice::Stopped => refuse(format!("no turn within {limit} ms")),
                            error => refuse(error),
                        })?;
                say(output, &Answer::new(game, &choice).to_string())?;
            }
            ("quit", _) => break,
            _ => {}
        }
    }
    Ok(())
}

/// Reads the first line with its attachment; `None` if the driver leaves without a word.
fn greeting<G: Game>(
    server: &Server<G>,
    input: &mut impl BufRead,
) -> Result<Option<G::Rules>, ServeError> {
    let Some(line) = read_line(input)? else {
        return Ok(None);
    };
    let hello = Hello::parse::<G>(&line).map_err(ServeError::Refused)?;
    let mut attachment = String::new();
    for _ in 0..hello.attached {
        match read_line(input)? {
            Some(line) => attachment += &(line + "\n"),
            None => return Ok(None),
        }
    }
    let rules = hello.rules::<G>(&attachment).map_err(ServeError::Refused)?;
    if let Some(only) = server.rules.as_ref().filter(|only| **only != rules) {
        let (only, asked) = (only.name(), rules.name());
        return Err(refuse(format!(
            "this engine plays by the rules `{only}`, not `{asked}`"
        )));
    }
    Ok(Some(rules))
}

fn start<G: Game>(rules: &G::Rules, position: &str) -> Result<G, ServeError> {
    if position.is_empty() {
        return Ok(G::new(rules.clone()));
    }
    let position = G::parse_position(rules, position)
        .map_err(|error| refuse(format!("position `{}`: {error}", shown(position))))?;
    Ok(G::from_position(rules.clone(), position))
}

/// The time that a turn may take, and a little more: it is the driver that judges what is late, and
/// this is for drivers that have gone. Without a number (somebody types) there is no limit.
fn time_limit(text: &str) -> Stop {
    const GRACE: Duration = Duration::from_secs(1);
    let limit = text.parse().ok().map(Duration::from_millis);
    let limit = limit.and_then(|limit| limit.checked_add(GRACE));
    let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
    deadline.map_or_else(Stop::new, |deadline| Stop::new().with_deadline(deadline))
}
