//! Annotations of recorded games, turn by turn, by a table.

use std::path::Path;

use flipside_records::{Error, GameRecord, Replay};
use flipside_rules::{GameResult, Hexflip};

use super::ReadError;
use super::files::Source;
use super::table::TableFile;
use crate::turn_values::GameValues;

/// The annotation of one turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnAnnotation {
    /// The turn's value for the player who made it: `win 12`, `loss 3`, `draw`.
    pub value: String,
    /// The best value before the turn and the value after it, in a word each (`win`, `draw`), if the
    /// turn lost value.
    pub cost: Option<[&'static str; 2]>,
    /// By how many turns the win that it keeps is longer than the shortest.
    pub longer: u16,
}

/// The annotations of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameAnnotations {
    /// One item per turn.
    pub turns: Vec<TurnAnnotation>,
    /// The number of the turn since which the winner has had a won position, without interruption;
    /// 0 if it was won from the start. `None` if there is no winner or the winner's position was not
    /// won.
    pub decided: Option<u32>,
}

/// Why a game cannot be annotated.
pub type AnnotationError = Box<dyn std::error::Error + Send + Sync>;

/// Annotates the games of a record file by a table of Hexflip.
pub struct TableAnnotator {
    table: TableFile,
    replay: Replay<Hexflip>,
    about: String,
}

impl TableAnnotator {
    /// Prepares the annotation of all games of a file by the table at a path. If there are many, the
    /// table is read into memory.
    ///
    /// # Errors
    /// If the records or the table cannot be read, or the games are not Hexflip under the rules of
    /// the table.
    pub fn on_file(records: &Path, table: &Path) -> Result<Self, ReadError> {
        Self::open(records, table, u64::MAX)
    }

    /// Prepares the annotation of a single game of a file.
    ///
    /// # Errors
    /// As [`Self::on_file`].
    pub fn on_game(records: &Path, table: &Path) -> Result<Self, ReadError> {
        Self::open(records, table, 1)
    }

    fn open(records: &Path, table: &Path, most_games: u64) -> Result<Self, ReadError> {
        let sources = [Source::open(records)?];
        let table = TableFile::open(table, &sources, most_games)?;
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

    /// Returns rules and checksum of the table as text.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.about
    }

    /// Annotates a game, all turns of which have been checked.
    ///
    /// # Errors
    /// If the table cannot be read.
    pub fn of(&self, record: &GameRecord) -> Result<GameAnnotations, AnnotationError> {
        let mut values = GameValues::new(self.table.probe());
        let mut turns = Ok(Vec::with_capacity(record.turns.len()));
        self.replay.game(record, |game, turn| {
            if let Ok(done) = &mut turns {
                match values.turn(game, turn) {
                    Ok(value) => done.push(TurnAnnotation {
                        value: value.made.to_string(),
                        cost: value.cost().map(|cost| cost.ends()),
                        longer: value.longer(),
                    }),
                    Err(error) => turns = Err(error),
                }
            }
        })?;
        Ok(GameAnnotations {
            turns: turns.map_err(|error| self.table.failed(error))?,
            decided: match record.end.result {
                GameResult::Win(winner) => values.decided(winner),
                _ => None,
            },
        })
    }
}
