//! `records cat`: every game as a line of JSON.

use std::io::{Read, Write};
use std::path::Path;

use flipside_records::{Annotation, Error, GameRecord, Header, Origin, RawBlock, Reader, Replay};
use flipside_rules::{FullGame, Seat, with_game};

use super::TurnValues;
use super::line::{Line, Number, margin};

/// Writes every game as a [`Line`] of JSON, in constant memory.
///
/// # Errors
/// If the file is damaged, a game breaks the rules, or the values of its turns cannot be looked up;
/// all lines before the fault have been written then. A torn tail is an error after the last line. If
/// the output cannot be written.
pub fn cat(
    path: &Path,
    values: Option<&dyn TurnValues>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut reader = Reader::open(path)?;
    let kind = reader.header().kind();
    let kind = kind.map_err(|error| Error::new(reader.file(), error))?;
    let origin = Origin::of(reader.header(), path);
    with_game!(kind, G => write_all::<G, _>(&mut reader, origin, values, out))?;
    out.flush()?;
    Ok(reader.check_ending()?)
}

fn write_all<G: FullGame, R: Read + Send>(
    reader: &mut Reader<R>,
    origin: Origin,
    values: Option<&dyn TurnValues>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let header = reader.header().clone();
    let replay = Replay::<G>::new(&header).map_err(|error| Error::new(reader.file(), error))?;
    let lines = Lines {
        header: &header,
        replay: &replay,
        origin,
        values,
    };
    reader.map_blocks(
        |_, block| lines.of_block(block),
        |(text, error): (Vec<u8>, Option<anyhow::Error>)| {
            out.write_all(&text)?;
            error.map_or(Ok(()), Err)
        },
    )
}

/// The lines of a file's games.
struct Lines<'a, G: FullGame> {
    header: &'a Header,
    replay: &'a Replay<G>,
    origin: Origin,
    values: Option<&'a dyn TurnValues>,
}

impl<G: FullGame> Lines<'_, G> {
    /// Returns the lines of a block up to its first fault, and that fault.
    fn of_block(&self, block: &RawBlock) -> (Vec<u8>, Option<anyhow::Error>) {
        let mut text = Vec::new();
        let error = self.append_all(block, &mut text).err();
        (text, error)
    }

    fn append_all(&self, block: &RawBlock, text: &mut Vec<u8>) -> anyhow::Result<()> {
        for record in &block.decode(self.header)? {
            let line = self.line(block, record)?;
            serde_json::to_writer(&mut *text, &line)?;
            text.push(b'\n');
        }
        Ok(())
    }

    fn line(&self, block: &RawBlock, record: &GameRecord) -> anyhow::Result<Line<'_>> {
        let mut turns = Vec::with_capacity(record.turns.len());
        let game = self
            .replay
            .game(record, |game, turn| turns.push(game.turn_text(turn)))
            .map_err(|fault| block.fault_of(record.id, fault))?;
        // A decoded game's players are among the header's agents.
        let agent = |seat: Seat| {
            let agent = self
                .header
                .agents
                .get(record.players[seat.index()] as usize);
            agent.map_or("", String::as_str).into()
        };
        let reason = record.end.reason.name(self.header);
        let mut line = Line {
            id: record.id,
            game: self.header.game.as_str().into(),
            rules: self.header.rules.as_str().into(),
            first: agent(Seat::First),
            second: agent(Seat::Second),
            seed: record.seed,
            run_seed: self.origin.run_seed,
            name: self.origin.name.as_deref().map(Into::into),
            opening: record.opening,
            agents_open: self.origin.agents_open.min(record.opening),
            start: record.start.clone(),
            turns,
            outcome: record.end.result.name().into(),
            reason: reason.unwrap_or_default().into(),
            failed: record.void_by.map(|seat| seat.name().into()),
            margin: margin(&game, record),
            value: annotations(record, |a| Some(Number(a.value?.0.expected().0))),
            nodes: annotations(record, |a| a.nodes),
            depth: annotations(record, |a| a.depth),
            table: None,
            cost: None,
            longer: None,
            decided: None,
        };
        if let Some(values) = self.values {
            line.add_values(values.of(record)?);
        }
        Ok(line)
    }
}

/// Returns one item per turn, or `None` if no turn has one.
fn annotations<T>(
    record: &GameRecord,
    item: impl Fn(&Annotation) -> Option<T>,
) -> Option<Vec<Option<T>>> {
    let items: Vec<_> = record.annotations.iter().map(item).collect();
    items.iter().any(Option::is_some).then_some(items)
}
