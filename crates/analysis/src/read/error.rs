//! Why records cannot be analysed.

use std::path::{Path, PathBuf};

use flipside_tablebase::TableError;

/// Why record files make no report.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// A file cannot be read, is damaged, or has a game that contradicts the rules.
    #[error(transparent)]
    Records(#[from] flipside_records::Error),
    /// A game stands in two files.
    #[error(
        "game {id} of the same experiment is in {first} and in {second}; leave one of the files out"
    )]
    Twice {
        /// The game's number.
        id: u64,
        /// A file.
        first: String,
        /// The other file.
        second: String,
    },
    /// Two files have the same game, rules, agents and seed, but differ in something else.
    #[error(
        "{first} and {second} have the same game, rules, agents and seed but different fingerprints \
         ({what} differs), so they cannot be pooled; report them apart"
    )]
    Conflict {
        /// A file.
        first: String,
        /// The other file.
        second: String,
        /// What differs.
        what: &'static str,
    },
    /// The rule by which a run stops is no test.
    #[error(
        "{file}: its header has a rule to stop that is no test ({error}); leave the file out, it \
         was not written by this program"
    )]
    StopRule {
        /// The file.
        file: String,
        /// What is wrong.
        error: flipside_stats::sprt::SprtError,
    },
    /// The games of a file are under other rules than the table.
    #[error(
        "{file} has games under the rules `{asked}`, but the table is for `{table}`; give a table for \
         its rules (`flipside solve hexflip --rules {asked} --out FILE` makes one), and files under \
         other rules apart"
    )]
    OtherRules {
        /// The file.
        file: String,
        /// Its rules, as tables name them.
        asked: String,
        /// The rules of the table.
        table: String,
    },
    /// No table can judge the games of a file.
    #[error("{file} cannot be judged by a table ({error}); leave out the table, or this file")]
    NoSuchTable {
        /// The file.
        file: String,
        /// Why there is no table for its rules.
        error: flipside_tablebase::VariantError,
    },
    /// There is nothing that a table could judge.
    #[error(
        "{files}: no games of hexflip, and there are tables for no other game; leave the table out"
    )]
    NothingToJudge {
        /// The files.
        files: String,
    },
    /// There is no table.
    #[error(transparent)]
    NoTable(flipside_tablebase::TableError),
    /// The table cannot be read, or is damaged or none.
    #[error("{}: {error}{}", path.display(), remedy(path, rules, error))]
    Table {
        /// The file.
        path: PathBuf,
        /// The rules of the games, as tables name them.
        rules: String,
        /// What is wrong.
        error: TableError,
    },
    /// There is no game in any of the files.
    #[error("there are no games in these files")]
    NoGames,
}

/// What to do about a table that cannot be used, besides what the error itself says.
fn remedy(path: &Path, rules: &str, error: &TableError) -> String {
    let solve = format!("flipside solve hexflip --rules {rules} --out");
    match error {
        TableError::Version { .. } | TableError::Length | TableError::Damaged { .. } => format!(
            ": remove the file, then `{solve} {}` makes it",
            path.display()
        ),
        // The file may be anything, so nobody is told to remove it.
        _ => format!("; `{solve} FILE` makes one for these games"),
    }
}
