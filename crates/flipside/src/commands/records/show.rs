//! `records show`: one game, drawn turn by turn.

use std::io::Write;
use std::path::Path;

use anyhow::bail;
use flipside_analysis::read::GameAnnotations;
use flipside_records::{Error, GameFault, GameRecord, Header, Reader, Replay};
use flipside_rules::{FullGame, GameResult, with_game};

use super::TurnValues;
use super::line::margin;
use super::select::select;
use crate::cli::{TurnSpan, WhichGame};

/// What to show of a file, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shown {
    /// Which game.
    pub game: WhichGame,
    /// Which turns of it.
    pub turns: TurnSpan,
    /// Whether boards are drawn as large as by `flipside show`, instead of with a line for a row.
    pub is_large: bool,
}

/// Draws a game turn by turn, for people, with the values of its turns if they are given.
///
/// # Errors
/// If the file does not have the game, or the game no such turns; if the game or the file up to it
/// is faulty, the values of its turns cannot be looked up, or the output cannot be written.
pub fn show(
    path: &Path,
    shown: &Shown,
    values: Option<&dyn TurnValues>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let (id, why) = select(path, shown.game)?;
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
        let turns = record.turns.len() as u64;
        if !shown.turns.meets(turns) {
            bail!(
                "{}: game {id} has no turn {}; its turns are numbered from 1 to {turns}",
                reader.file(),
                shown.turns.first
            );
        }
        let text = with_game!(kind, G => {
            let replay = Replay::<G>::new(header).map_err(|e| Error::new(reader.file(), e))?;
            let fault_of = |fault| block.fault_of(id, fault);
            // Values are looked up only for games that follow the rules.
            replay.game(record, |_, _| ()).map_err(fault_of)?;
            let values = match values {
                Some(values) => Some(Values {
                    source: values.source(),
                    game: values.of(record)?,
                }),
                None => None};
            let drawer = Drawer { header, record, shown, why, values };
            drawer.draw(&replay).map_err(fault_of)?
        });
        out.write_all(text.as_bytes())?;
        return Ok(out.flush()?);
    }
    reader.check_ending()?;
    bail!("{}: no game {id}; {}", reader.file(), found(id, numbers))
}

/// Which numbers a file has instead of `id`, given the lowest and the highest.
fn found(id: u64, numbers: Option<(u64, u64)>) -> String {
    match numbers {
        None => "the file has no games".to_string(),
        Some((first, last)) if first == last => format!("its only game has the number {first}"),
        Some((first, last)) if (first..=last).contains(&id) => {
            format!("its games are numbered from {first} to {last}, with gaps")
        }
        Some((first, last)) => format!("its games are numbered from {first} to {last}"),
    }
}

/// Values of the game's turns, and their source.
struct Values {
    source: String,
    game: GameAnnotations,
}

/// Draws a game.
struct Drawer<'a> {
    header: &'a Header,
    record: &'a GameRecord,
    shown: &'a Shown,
    /// Why this game was chosen, unless by its number.
    why: Option<String>,
    values: Option<Values>,
}

impl Drawer<'_> {
    fn draw<G: FullGame>(&self, replay: &Replay<G>) -> Result<String, GameFault> {
        let mut text = self.heading();
        let span = self.shown.turns;
        let turns = self.record.turns.len() as u64;
        let mut number = 0;
        let mut left_out = 0;
        let end = replay.game(self.record, |game, turn| {
            number += 1;
            // One board more shows what the last turn of the range has done.
            if span.contains(number) || span.contains(number - 1) {
                text += &skipped(&mut left_out, number);
                text += &format!("\n{}\n", self.board(game));
            }
            if span.contains(number) {
                text += &format!("\n{}\n", self.turn(game, turn, number));
            } else {
                left_out += 1;
            }
        })?;
        if span.contains(turns) || turns == 0 {
            text += &format!("\n{}\n", self.board(&end));
        }
        text += &skipped(&mut left_out, turns + 1);
        text += &self.ending(&end);
        Ok(text)
    }

    fn heading(&self) -> String {
        let agent = |seat: usize| {
            let agent = self.header.agents.get(self.record.players[seat] as usize);
            // A name from elsewhere must not control the terminal.
            agent.map_or("?".to_string(), |name| {
                name.replace(char::is_control, "\u{fffd}")
            })
        };
        let mut text = format!(
            "game {} of {}, rules {}\nFirst (x): {}\nSecond (o): {}\nseed {}, opening turns {}\n",
            self.record.id,
            self.header.game,
            self.header.rules,
            agent(0),
            agent(1),
            self.record.seed,
            self.record.opening,
        );
        if let Some(why) = &self.why {
            text += &format!("{why}\n");
        }
        if let Some(values) = &self.values {
            text += &format!("table: {}\n", values.source);
        }
        text
    }

    fn board<G: FullGame>(&self, game: &G) -> String {
        let board = match self.shown.is_large {
            true => game.drawing(),
            false => game.small_drawing(),
        };
        board.trim_end().to_string()
    }

    /// A turn with all that is known of it.
    fn turn<G: FullGame>(&self, game: &G, turn: G::Turn, number: u64) -> String {
        let mover = game.to_move();
        let mut text = format!("{number}. {mover}: {}", game.turn_text(turn));
        // With a pie rule, agents make the first turns of an opening.
        if number > self.header.agents_open().into() && number <= self.record.opening.into() {
            text += " (opening)";
        }
        let place = number as usize - 1;
        if let Some(known) = self.record.annotations.get(place) {
            if let Some(value) = known.value {
                text += &format!(", value {} for {mover}", value.0);
            }
            if let Some(nodes) = known.nodes {
                text += &format!(", nodes {nodes}");
            }
            if let Some(depth) = known.depth {
                text += &format!(", depth {depth}");
            }
        }
        let values = self.values.as_ref();
        if let Some(turn) = values.and_then(|values| values.game.turns.get(place)) {
            text += &format!("; by the table {}", turn.value);
            if let Some([best, made]) = turn.cost {
                text += &format!(" ({best} → {made})");
            }
            match turn.longer {
                0 => {}
                1 => text += " (1 turn longer than the shortest)",
                longer => text += &format!(" ({longer} turns longer than the shortest)"),
            }
        }
        text
    }

    fn ending<G: FullGame>(&self, end: &G) -> String {
        let record = self.record;
        let mut text = format!(
            "\nposition: {}\noutcome: {}\nreason: {}\n",
            end.position_text(),
            record.end.result.name(),
            record.end.reason.name(self.header).unwrap_or("?"),
        );
        if let Some(seat) = record.void_by {
            text += &format!("failed: {}\n", seat.name());
        }
        if let Some(margin) = margin(end, record) {
            text += &format!("margin: {margin}\n");
        }
        if let Some(values) = &self.values {
            text += &format!("decided: {}\n", decided(record, &values.game));
        }
        text
    }
}

/// That turns before the one of this number are left out, if any are.
fn skipped(left_out: &mut u64, before: u64) -> String {
    let last = before - 1;
    match std::mem::take(left_out) {
        0 => String::new(),
        1 => format!("\n(turn {last} is left out)\n"),
        n => format!("\n(turns {} to {last} are left out)\n", before - n),
    }
}

/// Which turn decided a game: since when the winner's position was won.
fn decided(record: &GameRecord, values: &GameAnnotations) -> String {
    let is_won = matches!(record.end.result, GameResult::Win(_));
    match values.decided {
        Some(0) => "from the start".to_string(),
        Some(number) if number <= record.opening => format!("by turn {number}, of the opening"),
        Some(number) => format!("by turn {number}"),
        None if is_won => "by no turn, as the winner's position was not won".to_string(),
        None => "by no turn, because nobody won".to_string(),
    }
}
