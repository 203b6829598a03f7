//! Why records cannot be analysed.

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
        "{file} has games under the rules `{asked}`, but the table is for `{table}`; leave the file \
         out, or give a table for its rules (`flipside solve hexflip --rules {asked} --out FILE` makes \
         one) and report the others apart"
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
    #[error(
        "{file} cannot be judged by a table ({error}); leave the file out, or make the report without \
         a table"
    )]
    NoSuchTable {
        /// The file.
        file: String,
        /// Why there is no table for its rules.
        error: flipside_tablebase::VariantError,
    },
    /// The table failed.
    #[error(transparent)]
    Table(#[from] flipside_tablebase::TableError),
    /// There is no game in any of the files.
    #[error("there are no games in these files")]
    NoGames,
}
