//! The table by which games are judged.

use flipside_records::Error;
use flipside_rules::hexflip::{Game, Position};
use flipside_rules::{Game as _, Seat};
use flipside_tablebase::{LoadedTable, Table, TableError, Value, Variant};

use super::ReadError;
use super::files::Source;
use crate::report::model::{JudgingTable, Proven};

/// From so many games on it is faster to read the whole table first than to read what is asked for.
const MANY_GAMES: u64 = 1_000;

/// What the report says of the table.
pub(super) fn describe(table: &Table) -> Result<JudgingTable, TableError> {
    let start = Position::start(table.variant().rules());
    Ok(JudgingTable {
        checksum: format!("{:08x}", table.checksum()),
        rules: table.variant().name(),
        start: proven(table.probe(&start)?, start.mover()),
    })
}

/// A value for the player to move.
fn proven(value: Value, mover: Seat) -> Proven {
    Proven {
        winner: match value {
            Value::Win(_) => Some(mover),
            Value::Loss(_) => Some(mover.other()),
            Value::Draw => None,
        },
        turns: value.turns(),
    }
}

/// Makes sure that all games of Hexflip are under the table's rules, and reads it into memory if that
/// saves time.
pub(super) fn for_games(
    table: &Table,
    sources: &[Source],
) -> Result<Option<LoadedTable>, ReadError> {
    let mut games = 0;
    for source in sources {
        if source.header.game != Game::NAME || source.ids.is_empty() {
            continue;
        }
        let file = source.path.display().to_string();
        let rules = source.header.rules_of::<Game>().map_err(|error| Error {
            file: file.clone(),
            fault: error.into(),
        })?;
        let variant = Variant::new(&rules).map_err(|error| ReadError::NoSuchTable {
            file: file.clone(),
            error,
        })?;
        if variant != *table.variant() {
            return Err(ReadError::OtherRules {
                file,
                asked: variant.name(),
                table: table.variant().name(),
            });
        }
        games += source.ids.len();
    }
    Ok(match games >= MANY_GAMES {
        true => Some(LoadedTable::new(table)?),
        false => None,
    })
}
