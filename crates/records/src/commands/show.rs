//! `records show`: one game, drawn turn by turn.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

use flipside_rules::{Game, with_game};

use super::CommandError;
use super::line::margin;
use crate::{Error, GameFault, GameRecord, Header, Reader, Replay};

/// Draws a game turn by turn, for people.
///
/// # Errors
/// If the file does not have the game, if the game or the file up to it is not right, or if the
/// output cannot be written.
pub fn show(path: &Path, id: u64, out: &mut dyn Write) -> Result<(), CommandError> {
    let mut reader = Reader::open(path)?;
    let kind = reader.header().kind();
    let kind = kind.map_err(|error| Error::new(reader.file(), error))?;
    while let Some(block) = reader.next_block()? {
        if !(block.first_id()..=block.last_id()).contains(&id) {
            continue;
        }
        let games = block.decode(reader.header())?;
        let Some(record) = games.iter().find(|game| game.id == id) else {
            break;
        };
        let header = reader.header();
        let text = with_game!(kind, G => {
            let replay = Replay::<G>::new(header).map_err(|e| Error::new(reader.file(), e))?;
            draw(header, &replay, record)
        });
        let text = text.map_err(|fault| block.fault_of(id, fault))?;
        out.write_all(text.as_bytes())?;
        return Ok(out.flush()?);
    }
    reader.check_ending()?;
    Err(CommandError::NoGame {
        file: reader.file().to_string(),
        id,
    })
}

fn draw<G: Game>(
    header: &Header,
    replay: &Replay<G>,
    record: &GameRecord,
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
    Ok(text)
}
