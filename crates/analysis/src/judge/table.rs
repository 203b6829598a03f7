//! The table by which recorded games are judged.

use std::path::{Path, PathBuf};

use flipside_records::Error;
use flipside_rules::Game as _;
use flipside_rules::hexflip::{Game, Position};
use flipside_tablebase::{LoadedTable, Probe, Table, TableError, Variant};

use crate::accumulate::Proven;
use crate::read::{ReadError, Source};
use crate::report::model::JudgingTable;

/// From so many games on it is faster to read the whole table first than to read what is asked for.
const MANY_GAMES: u64 = 1_000;

/// A table that goes with certain record files.
pub(crate) struct JudgingFile {
    path: PathBuf,
    table: Table,
    /// All of it, if that saves time.
    loaded: Option<LoadedTable>,
}

impl JudgingFile {
    /// Opens a table for record files, of which some must have games of Hexflip, all under the table's
    /// rules. No more than `most_games` will be judged.
    pub(crate) fn open(
        path: &Path,
        sources: &[Source],
        most_games: u64,
    ) -> Result<Self, ReadError> {
        let mut variants = Vec::new();
        let mut games = 0;
        for source in sources.iter().filter(|source| is_judged(source)) {
            variants.push((source.path.display().to_string(), variant(source)?));
            games += source.ids.len();
        }
        let Some((_, wanted)) = variants.first() else {
            return Err(ReadError::NothingToJudge {
                files: names(sources),
            });
        };
        let failed = |error| table_error(path, wanted, error);
        let table = Table::open_any(path).map_err(failed)?;
        let own = table.variant();
        if let Some((file, asked)) = variants.iter().find(|(_, variant)| variant != own) {
            return Err(ReadError::OtherRules {
                file: file.clone(),
                asked: asked.name(),
                table: own.name(),
            });
        }
        let loaded = match games.min(most_games) >= MANY_GAMES {
            true => Some(LoadedTable::new(&table).map_err(failed)?),
            false => None,
        };
        Ok(Self {
            path: path.to_path_buf(),
            table,
            loaded,
        })
    }

    pub(crate) fn probe(&self) -> &dyn Probe {
        match &self.loaded {
            Some(loaded) => loaded,
            None => &self.table,
        }
    }

    /// What the report says of the table.
    pub(crate) fn describe(&self) -> Result<JudgingTable, ReadError> {
        let start = Position::start(self.table.variant().rules());
        let value = self.probe().probe(&start);
        let value = value.map_err(|error| self.failed(error))?;
        Ok(JudgingTable {
            checksum: format!("{:08x}", self.table.checksum()),
            rules: self.table.variant().name(),
            start: Proven::of(value, start.mover()),
        })
    }

    /// The error that the table has failed.
    pub(crate) fn failed(&self, error: TableError) -> ReadError {
        table_error(&self.path, self.table.variant(), error)
    }
}

fn is_judged(source: &Source) -> bool {
    source.header.game == Game::NAME && !source.ids.is_empty()
}

/// The rules of a file's games, as tables see them.
fn variant(source: &Source) -> Result<Variant, ReadError> {
    let file = || source.path.display().to_string();
    let rules = source.header.rules_of::<Game>().map_err(|error| Error {
        file: file(),
        fault: error.into(),
    })?;
    Variant::new(&rules).map_err(|error| ReadError::NoSuchTable {
        file: file(),
        error,
    })
}

/// `a.flip`, `a.flip and 2 others`.
fn names(sources: &[Source]) -> String {
    let first = sources.first().map(|source| source.path.display());
    let first = first.map_or_else(String::new, |path| path.to_string());
    match sources.len() {
        0 | 1 => first,
        2 => format!("{first} and another file"),
        n => format!("{first} and {} others", n - 1),
    }
}

fn table_error(path: &Path, variant: &Variant, error: TableError) -> ReadError {
    match error {
        TableError::Missing { .. } => ReadError::NoTable(TableError::missing(path, variant)),
        error => ReadError::Table {
            path: path.to_path_buf(),
            rules: variant.name(),
            error,
        },
    }
}
