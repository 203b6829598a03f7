//! `records show`: one game, drawn turn by turn.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

use flipside_rules::{Game, with_game};

use super::line::margin;
use super::{CommandError, GameRemarks, Remarks};
use crate::{Error, GameFault, GameRecord, GameResult, Header, Reader, Replay};

/// Draws a game turn by turn, for people, with remarks on each turn if there are any.
///
/// # Errors
/// If the file does not have the game, if the game or the file up to it is not right, if there are
/// no remarks on it, or if the output cannot be written.
pub fn show(
    path: &Path,
    id: u64,
    remarks: Option<&dyn Remarks>,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let mut reader = Reader::open(path)?;
    let kind = reader.header().kind();
    let kind = kind.map_err(|error| Error::new(reader.file(), error))?;
    let mut numbers: Option<(u64, u64)> = None;
    while let Some(block) = reader.next_block()? {
        let first = numbers.map_or(block.first_id(), |(first, _)| first);
        numbers = Some((first, block.last_id()));
        if !(block.first_id()..=block.last_id()).contains(&id) {
            continue;
        }
        let games = block.decode(reader.header())?;
        let Some(record) = games.iter().find(|game| game.id == id) else {
            continue;
        };
        let header = reader.header();
        let text = with_game!(kind, G => {
            let replay = Replay::<G>::new(header).map_err(|e| Error::new(reader.file(), e))?;
            let fault_of = |fault| block.fault_of(id, fault);
            // What contradicts the rules is found before anybody is asked about it.
            replay.game(record, |_, _| ()).map_err(fault_of)?;
            let said = match remarks {
                Some(remarks) => {
                    let game = remarks.of(record).map_err(CommandError::Remarks)?;
                    Some(Said { source: remarks.source(), game })
                }
                None => None,
            };
            draw(header, &replay, record, said.as_ref()).map_err(fault_of)?
        });
        out.write_all(text.as_bytes())?;
        return Ok(out.flush()?);
    }
    reader.check_ending()?;
    Err(CommandError::NoGame {
        file: reader.file().to_string(),
        id,
        numbers,
    })
}

/// Remarks on the game, and whose they are.
struct Said {
    source: String,
    game: GameRemarks,
}

fn draw<G: Game>(
    header: &Header,
    replay: &Replay<G>,
    record: &GameRecord,
    said: Option<&Said>,
) -> Result<String, GameFault> {
    let mut text = String::new();
    // Writing to a string does not fail.
    let mut put = |arguments: std::fmt::Arguments<'_>| {
        let _ = text.write_fmt(arguments);
    };
    let agent = |seat: usize| {
        let agent = header.agents.get(record.players[seat] as usize);
        // A name from elsewhere must not control the terminal.
        agent.map_or("?".to_string(), |name| {
            name.replace(char::is_control, "\u{fffd}")
        })
    };
    put(format_args!(
        "game {} of {}, rules {}\nFirst (x): {}\nSecond (o): {}\nseed {}, opening turns {}\n",
        record.id,
        header.game,
        header.rules,
        agent(0),
        agent(1),
        record.seed,
        record.opening,
    ));
    if let Some(said) = said {
        put(format_args!("table: {}\n", said.source));
    }
    let mut number = 0;
    let end = replay.game(record, |game, turn| {
        put(format_args!("\n{}\n\n", game.drawing().trim_end()));
        let opening = if number < record.opening as usize {
            " (opening)"
        } else {
            ""
        };
        put(format_args!(
            "{}. {}: {}{opening}",
            number + 1,
            game.to_move(),
            game.turn_text(turn)
        ));
        if let Some(known) = record.annotations.get(number) {
            if let Some(value) = known.value {
                put(format_args!(", value {} for {}", value.0, game.to_move()));
            }
            if let Some(nodes) = known.nodes {
                put(format_args!(", nodes {nodes}"));
            }
            if let Some(depth) = known.depth {
                put(format_args!(", depth {depth}"));
            }
        }
        if let Some(turn) = said.and_then(|said| said.game.turns.get(number)) {
            put(format_args!("; by the table {}", turn.value));
            if let Some([best, made]) = turn.cost {
                put(format_args!(" ({best} → {made})"));
            }
            match turn.longer {
                0 => {}
                1 => put(format_args!(" (1 turn longer than the shortest)")),
                longer => put(format_args!(" ({longer} turns longer than the shortest)")),
            }
        }
        put(format_args!("\n"));
        number += 1;
    })?;
    put(format_args!(
        "\n{}\n\nposition: {}\noutcome: {}\nreason: {}\n",
        end.drawing().trim_end(),
        end.position_text(),
        record.end.result.name(),
        record.end.reason.name(header).unwrap_or("?"),
    ));
    if let Some(margin) = margin(&end, record) {
        put(format_args!("margin: {margin}\n"));
    }
    if let Some(said) = said {
        put(format_args!("decided: {}\n", decided(record, &said.game)));
    }
    Ok(text)
}

/// Which turn decided a game: since when the winner's position was won.
fn decided(record: &GameRecord, remarks: &GameRemarks) -> String {
    let is_won = matches!(record.end.result, GameResult::Win(_));
    match remarks.decided {
        Some(0) => "from the start".to_string(),
        Some(number) if number <= record.opening => format!("by turn {number}, of the opening"),
        Some(number) => format!("by turn {number}"),
        None if is_won => "by no turn, as the winner's position was not won".to_string(),
        None => "by no turn, as nobody won".to_string(),
    }
}
