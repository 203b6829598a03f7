//! What a table says of recorded games, turn by turn.

use std::path::Path;

use flipside_records::commands::{GameRemarks, Remarks, RemarksError, TurnRemark};
use flipside_records::{Error, GameRecord, GameResult, Replay};
use flipside_rules::hexflip::Game;

use super::{Judge, JudgingFile};
use crate::read::{ReadError, Source};

/// Remarks on the games of a record file, by a table of Hexflip.
pub struct TableRemarks {
    table: JudgingFile,
    replay: Replay<Game>,
    about: String,
}

impl TableRemarks {
    /// On all games of a file, by the table at a path. Where there are many, the table is read into
    /// memory.
    ///
    /// # Errors
    /// If the records or the table cannot be read, the games are none of Hexflip, or they are under
    /// other rules than the table.
    pub fn on_file(records: &Path, table: &Path) -> Result<Self, ReadError> {
        Self::open(records, table, u64::MAX)
    }

    /// The same on a single game of a file.
    ///
    /// # Errors
    /// As [`Self::on_file`].
    pub fn on_game(records: &Path, table: &Path) -> Result<Self, ReadError> {
        Self::open(records, table, 1)
    }

    fn open(records: &Path, table: &Path, most_games: u64) -> Result<Self, ReadError> {
        let sources = [Source::open(records)?];
        let table = JudgingFile::open(table, &sources, most_games)?;
        let about = table.describe()?;
        let replay = Replay::new(&sources[0].header).map_err(|error| Error {
            file: records.display().to_string(),
            fault: error.into(),
        })?;
        Ok(Self {
            table,
            replay,
            about: format!("rules {}, checksum {}", about.rules, about.checksum),
        })
    }
}

impl Remarks for TableRemarks {
    fn source(&self) -> String {
        self.about.clone()
    }

    fn of(&self, record: &GameRecord) -> Result<GameRemarks, RemarksError> {
        let mut judge = Judge::new(self.table.probe());
        let mut turns = Ok(Vec::with_capacity(record.turns.len()));
        self.replay.game(record, |game, turn| {
            if let Ok(done) = &mut turns {
                match judge.turn(game, turn) {
                    Ok(value) => done.push(TurnRemark {
                        value: value.made.to_string(),
                        cost: value.cost().map(|cost| cost.ends()),
                        longer: value.longer(),
                    }),
                    Err(error) => turns = Err(error),
                }
            }
        })?;
        Ok(GameRemarks {
            turns: turns.map_err(|error| self.table.failed(error))?,
            decided: match record.end.result {
                GameResult::Win(winner) => judge.decided(winner),
                _ => None,
            },
        })
    }
}
