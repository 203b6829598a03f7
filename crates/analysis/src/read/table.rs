//! The table that values the turns of recorded games.

use std::path::{Path, PathBuf};

use flipside_records::Error;
use flipside_rules::Game as _;
use flipside_rules::hexflip::{Hexflip, Position};
use flipside_tablebase::{LoadedTable, Probe, Table, TableError, Variant};

use super::ReadError;
use super::files::Source;
use crate::accumulate::Proven;
use crate::report::model::TableInfo;

/// The number of games from which reading the whole table first is faster than reading blocks.
const MANY_GAMES: u64 = 1_000;

/// A table for certain record files.
pub(crate) struct TableFile {
    path: PathBuf,
    table: Table,
    /// The whole table, if that saves time.
    loaded: Option<LoadedTable>,
}

impl TableFile {
    /// Opens a table for record files. Some must have games of Hexflip, all under the table's rules.
    /// At most `most_games` of them will be valued.
    pub(crate) fn open(
        path: &Path,
        sources: &[Source],
        most_games: u64,
    ) -> Result<Self, ReadError> {
        let mut variants = Vec::new();
        let mut games = 0;
        for source in sources.iter().filter(|source| has_hexflip(source)) {
            variants.push((source.path.display().to_string(), variant(source)?));
            games += source.ids.len();
        }
        let Some((_, wanted)) = variants.first() else {
            return Err(ReadError::NoGamesForTable {
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

    /// Returns the description of the table in a report.
    pub(crate) fn describe(&self) -> Result<TableInfo, ReadError> {
        let start = Position::start(self.table.variant().rules());
        let value = self.probe().probe(&start);
        let value = value.map_err(|error| self.failed(error))?;
        Ok(TableInfo {
            checksum: format!("{:08x}", self.table.checksum()),
            rules: self.table.variant().name(),
            start: Proven::of(value, start.mover()),
        })
    }

    /// Converts an error of the table.
    pub(crate) fn failed(&self, error: TableError) -> ReadError {
        table_error(&self.path, self.table.variant(), error)
    }
}

fn has_hexflip(source: &Source) -> bool {
    source.header.game == Hexflip::NAME && !source.ids.is_empty()
}

/// Returns the rules of a file's games, as far as tables depend on them.
fn variant(source: &Source) -> Result<Variant, ReadError> {
    let file = || source.path.display().to_string();
    let rules = source.header.rules_of::<Hexflip>().map_err(|error| Error {
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
