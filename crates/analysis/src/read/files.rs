//! Which files there are, and whether they go together.

use std::path::{Path, PathBuf};

use flipside_records::{GameIds, Header, recover};

use super::ReadError;

/// A file that can be read.
pub(crate) struct Source {
    pub(crate) path: PathBuf,
    pub(crate) header: Header,
    pub(crate) ids: GameIds,
    /// Whether the run that wrote it came to its end.
    pub(super) finished: bool,
}

impl Source {
    fn name(&self) -> String {
        self.path.display().to_string()
    }

    pub(crate) fn open(path: &Path) -> Result<Self, ReadError> {
        let Some(recovered) = recover(path)? else {
            // It ends inside its header; opening it says so in detail.
            flipside_records::Reader::open(path)?;
            return Err(ReadError::NoGames);
        };
        Ok(Self {
            path: path.to_path_buf(),
            header: recovered.header,
            ids: recovered.ids,
            finished: recovered.finished,
        })
    }
}

/// What makes an experiment, apart from details that must not differ within one.
fn identity(header: &Header) -> (&str, &str, Option<&str>, &[String], Option<u64>) {
    (
        &header.game,
        &header.rules,
        header.rules_attachment.as_deref(),
        &header.agents,
        header.seed,
    )
}

fn difference(a: &Header, b: &Header) -> &'static str {
    if a.schedule != b.schedule {
        "the schedule"
    } else if a.behaviour != b.behaviour {
        "the behaviour version"
    } else {
        "a detail of the configuration"
    }
}

/// Opens all files and makes sure that no game is counted twice.
pub(super) fn open_all(paths: &[PathBuf]) -> Result<Vec<Source>, ReadError> {
    let mut sources: Vec<Source> = Vec::new();
    for path in paths {
        let source = Source::open(path)?;
        for other in &sources {
            check_pair(other, &source)?;
        }
        sources.push(source);
    }
    if sources.iter().all(|source| source.ids.is_empty()) {
        return Err(ReadError::NoGames);
    }
    Ok(sources)
}

fn check_pair(a: &Source, b: &Source) -> Result<(), ReadError> {
    // Without a seed (imports) nothing tells whether equal numbers are equal games, unless all
    // else is equal too.
    let same_experiment = a.header.fingerprint() == b.header.fingerprint();
    if !same_experiment {
        if a.header.seed.is_some() && identity(&a.header) == identity(&b.header) {
            return Err(ReadError::Conflict {
                first: a.name(),
                second: b.name(),
                what: difference(&a.header, &b.header),
            });
        }
        return Ok(());
    }
    match a.ids.first_common(&b.ids) {
        Some(id) => Err(ReadError::Twice {
            id,
            first: a.name(),
            second: b.name(),
        }),
        None => Ok(()),
    }
}
