//! What can go wrong with a table.

use std::io;
use std::path::{Path, PathBuf};

use flipside_rules::hexflip::{PositionError, Rules};

use crate::file::FormatError;
use crate::layer::Layer;
use crate::variant::{Variant, VariantError};

/// Why a table cannot be read, or a question not be answered by it.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// There is no file.
    #[error("there is no table at {}; `{command}` makes one", path.display())]
    Missing {
        /// Where it was looked for.
        path: PathBuf,
        /// The command line that makes one for the rule set asked for.
        command: String,
    },
    /// Reading failed.
    #[error("the table cannot be read: {0}")]
    Read(#[from] io::Error),
    /// Something else than a table.
    #[error("this file is no Hexflip table")]
    Foreign,
    /// A table of another version of the format.
    #[error(
        "this table has format version {found}, but this program reads version {}; make the table \
         anew",
        crate::file::VERSION
    )]
    Version {
        /// The version found.
        found: u16,
    },
    /// The file ends too soon, or goes on too long.
    #[error("the table is incomplete or has bytes after its end; make it anew")]
    Length,
    /// Bytes have changed.
    #[error("the table is damaged ({part}); make it anew")]
    Damaged {
        /// The part that is damaged.
        part: String,
    },
    /// The table is for other rules.
    #[error("this table is for the rules `{table}`, not for `{asked}`")]
    OtherRules {
        /// The table's rule set.
        table: String,
        /// The rule set asked for.
        asked: String,
    },
    /// No table has such rules.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// A position with seats that no game under these rules reaches.
    #[error(
        "the table holds Second's first turn where one hand is full, but here that hand is First's, \
         which happens in no game with `second_place`"
    )]
    FirstHasNotBegun,
    /// No position under the table's rules.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A position whose pieces do not add up under the table's rules.
    #[error("the position does not have the {pieces} pieces of the table's rules")]
    Pieces {
        /// The pieces that the rules have.
        pieces: u8,
    },
}

impl TableError {
    /// No file at `path`, for a rule set.
    #[must_use]
    pub fn missing(path: &Path, variant: &Variant) -> Self {
        let rules = match variant.rules() {
            rules if *rules == Rules::default().without_repetition() => String::new(),
            _ => format!(" --rules {}", variant.name()),
        };
        Self::Missing {
            path: path.to_path_buf(),
            command: format!("flipside solve hexflip{rules} --out {}", path.display()),
        }
    }

    pub(crate) fn damaged(part: impl Into<String>) -> Self {
        Self::Damaged { part: part.into() }
    }

    pub(crate) fn damaged_layer(layer: Layer) -> Self {
        Self::damaged(format!("layer {}/{}", layer.hand, layer.other))
    }
}

impl From<FormatError> for TableError {
    fn from(error: FormatError) -> Self {
        match error {
            FormatError::Foreign => Self::Foreign,
            FormatError::Version(found) => Self::Version { found },
            FormatError::Damaged => Self::damaged("header"),
        }
    }
}

/// Why a table was not made.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// There is something under the final name.
    #[error("{} exists already; remove it first, or choose another name", path.display())]
    Exists {
        /// The final name.
        path: PathBuf,
    },
    /// What was begun under the temporary name is something else.
    #[error(
        "{} is not a begun table for `{asked}` ({found}); remove it, or choose another name",
        path.display()
    )]
    OtherPart {
        /// The temporary name.
        path: PathBuf,
        /// The rule set to be solved.
        asked: String,
        /// What was found instead.
        found: String,
    },
    /// Another process is writing the same table.
    #[error("{} is being written by another process", path.display())]
    Busy {
        /// The temporary name.
        path: PathBuf,
    },
    /// The table's folder is missing.
    #[error("{}: the folder does not exist; make it first", folder.display())]
    NoFolder {
        /// The folder.
        folder: PathBuf,
    },
    /// Reading or writing failed.
    #[error("{} cannot be written: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// Stopped on request.
    #[error(
        "stopped after {layers} of {total} layers; they are kept in {}, and the same command goes \
         on from there",
        path.display()
    )]
    Stopped {
        /// Layers that are solved and kept.
        layers: usize,
        /// Layers of the table.
        total: usize,
        /// The temporary name.
        path: PathBuf,
    },
    /// A win or loss takes more turns than the solver can count.
    #[error("a win or loss takes more turns than a table can hold")]
    TooLong,
}
