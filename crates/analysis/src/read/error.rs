//! Errors of the analysis of records.

use std::path::{Path, PathBuf};

use flipside_tablebase::TableError;

/// Why record files cannot be analysed.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// A file cannot be read, is damaged, or has a game that contradicts the rules.
    #[error(transparent)]
    Records(#[from] flipside_records::Error),
    /// A game is in two files.
    #[error(
        "game {id} of the same experiment is in {first} and in {second}; remove one of the files"
    )]
    Twice {
        /// The game's number.
        id: u64,
        /// A file.
        first: String,
        /// The other file.
        second: String,
    },
    /// Two files have the same game, rules, agents, schedule and seed, but differ in something else.
    #[error(
        "{first} and {second} have the same game, rules, agents, schedule and seed but different \
         fingerprints ({what} differs), so they cannot be pooled; make separate reports"
    )]
    Conflict {
        /// A file.
        first: String,
        /// The other file.
        second: String,
        /// What differs.
        what: &'static str,
    },
    /// The stopping rule of a run is not a valid test.
    #[error(
        "{file}: invalid stopping rule in the header ({error}); leave the file out, it was not \
         written by this program"
    )]
    StopRule {
        /// The file.
        file: String,
        /// What is wrong.
        error: flipside_stats::sprt::SprtError,
    },
    /// The games of a file are under other rules than the table.
    #[error(
        "{file} has games under the rules `{asked}`, but the table is for `{table}`; use a table for \
         its rules (`flipside solve hexflip --rules {asked} --out FILE` makes one), and make \
         separate reports for other rules"
    )]
    OtherRules {
        /// The file.
        file: String,
        /// Its rules, as named by tables.
        asked: String,
        /// The rules of the table.
        table: String,
    },
    /// There is no table for the rules of a file.
    #[error("no table has the rules of {file} ({error}); remove --table or this file")]
    NoSuchTable {
        /// The file.
        file: String,
        /// Why there is no table for its rules.
        error: flipside_tablebase::VariantError,
    },
    /// There are no games of Hexflip for the table.
    #[error("{files}: no games of hexflip, the only game with tables; remove --table")]
    NoGamesForTable {
        /// The files.
        files: String,
    },
    /// The table is missing.
    #[error(transparent)]
    NoTable(flipside_tablebase::TableError),
    /// The table cannot be read, is damaged, or is not a table.
    #[error("{}: {error}{}", path.display(), remedy(path, rules, error))]
    Table {
        /// The file.
        path: PathBuf,
        /// The rules of the games, as named by tables.
        rules: String,
        /// What is wrong.
        error: TableError,
    },
    /// The files contain no games.
    #[error("there are no games in these files")]
    NoGames,
}

/// Returns how to fix a table that cannot be used.
fn remedy(path: &Path, rules: &str, error: &TableError) -> String {
    let solve = format!("flipside solve hexflip --rules {rules} --out");
    match error {
        TableError::Version { .. } | TableError::Length | TableError::Damaged { .. } => format!(
            ": remove the file, then `{solve} {}` makes it",
            path.display()
        ),
        // The file may be anything, so the message does not say to remove it.
        _ => format!("; `{solve} FILE` makes one for these games"),
    }
}
