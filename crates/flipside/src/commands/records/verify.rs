//! `records verify`: replays every game by the rules.

use std::path::Path;

use flipside_records::{Ending, Error, RawBlock, Reader, Replay};
use flipside_rules::{FullGame, with_game};

/// What was found to be right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    /// How many games.
    pub games: u64,
    /// How many turns.
    pub turns: u64,
    /// Whether the planned run has been completed.
    pub finished: bool,
}

/// Replays every game of a file by the rules.
///
/// # Errors
/// The first fault in the order of the file: damage, a turn that is not legal, an outcome or reason
/// that the rules do not give, an opening longer than its game, or a torn tail.
pub fn verify(path: &Path) -> Result<Verified, Error> {
    let mut reader = Reader::open(path)?;
    let kind = reader.header().kind();
    let kind = kind.map_err(|error| Error::new(reader.file(), error))?;
    let (games, turns) = with_game!(kind, G => replay_all::<G, _>(&mut reader))?;
    reader.check_ending()?;
    Ok(Verified {
        games,
        turns,
        finished: reader.ending() == Some(Ending::Finished),
    })
}

fn replay_all<G: FullGame, R: std::io::Read + Send>(
    reader: &mut Reader<R>,
) -> Result<(u64, u64), Error> {
    let replay =
        Replay::<G>::new(reader.header()).map_err(|error| Error::new(reader.file(), error))?;
    let (mut games, mut turns) = (0, 0);
    reader.map_blocks(
        |header, block: &RawBlock| {
            let records = block.decode(header)?;
            let mut turns = 0;
            for record in &records {
                replay
                    .game(record, |_, _| ())
                    .map_err(|fault| block.fault_of(record.id, fault))?;
                turns += record.turns.len() as u64;
            }
            Ok((records.len() as u64, turns))
        },
        |block: Result<(u64, u64), Error>| {
            let block = block?;
            games += block.0;
            turns += block.1;
            Ok::<_, Error>(())
        },
    )?;
    Ok((games, turns))
}
