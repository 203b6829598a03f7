//! Errors of tables.

use std::io;
use std::path::{Path, PathBuf};

use flipside_rules::hexflip::{PositionError, Rules};

use crate::file::FormatError;
use crate::layer::Layer;
use crate::variant::{Variant, VariantError};

/// Why a table cannot be read or probed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file does not exist.
    #[error("there is no table at {}; `{command}` makes one", path.display())]
    Missing {
        /// The path.
        path: PathBuf,
        /// The command that makes a table for the requested rule set.
        command: String,
    },
    /// Reading failed.
    #[error("cannot read the table: {0}")]
    Read(#[from] io::Error),
    /// The file is not a table.
    #[error("not a Hexflip table")]
    NotATable,
    /// The table has an unsupported format version.
    #[error(
        "unsupported table format version {found}: expected version {}; solve the table again",
        crate::file::VERSION
    )]
    Version {
        /// The table's version.
        found: u16,
    },
    /// The file is truncated or has trailing bytes.
    #[error("the table is incomplete or has trailing bytes; solve it again")]
    Length,
    /// The table is damaged.
    #[error("the table is damaged ({part}); solve it again")]
    Damaged {
        /// The damaged part.
        part: String,
    },
    /// The table is for other rules.
    #[error("this table is for the rules `{table}`, not for `{asked}`")]
    OtherRules {
        /// The table's rule set.
        table: String,
        /// The requested rule set.
        asked: String,
    },
    /// Tables do not support these rules.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// The position has hands that no game under these rules reaches.
    #[error(
        "impossible hands for rules with `second_place`: First's hand is full and Second's is not"
    )]
    ImpossibleHands,
    /// The position is invalid under the table's rules.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The position has a wrong number of pieces.
    #[error(
        "wrong number of pieces in the position: expected the {pieces} pieces of the table's rules"
    )]
    Pieces {
        /// The number of pieces in the rules.
        pieces: u8,
    },
}

impl TableError {
    /// Creates the error for a missing file at `path`, for a rule set.
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
            FormatError::NotATable => Self::NotATable,
            FormatError::Version(found) => Self::Version { found },
            FormatError::Damaged => Self::damaged("header"),
        }
    }
}

/// Why a rule set was not solved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The target exists.
    #[error("{} already exists; remove it, or choose another name", path.display())]
    Exists {
        /// The target.
        path: PathBuf,
    },
    /// The partial file is not a part of this table.
    #[error(
        "{} is not a partial table for `{asked}` ({found}); remove it, or choose another name",
        path.display()
    )]
    OtherPart {
        /// The partial file.
        path: PathBuf,
        /// The rule set to solve.
        asked: String,
        /// The content of the file.
        found: String,
    },
    /// Another process is writing the same table.
    #[error("{} is being written by another process", path.display())]
    Busy {
        /// The partial file.
        path: PathBuf,
    },
    /// The table's folder does not exist.
    #[error("{}: the folder does not exist; create it first", folder.display())]
    NoFolder {
        /// The folder.
        folder: PathBuf,
    },
    /// Reading or writing failed.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// Stopped on request.
    #[error(
        "stopped after {layers} of {total} layers, which are saved in {}; run the same command to \
         continue",
        path.display()
    )]
    Stopped {
        /// Solved layers in the partial file.
        layers: usize,
        /// Layers of the table.
        total: usize,
        /// The partial file.
        path: PathBuf,
    },
    /// A win or loss takes more turns than a code can represent.
    #[error("a win or loss takes more turns than the table format can represent")]
    TooLong,
}
