//! Opens record files and checks that they can be combined.

use std::path::{Path, PathBuf};

use flipside_records::{GameIds, Header, recover};

use super::ReadError;

/// A file that can be read.
pub(crate) struct Source {
    pub(crate) path: PathBuf,
    pub(crate) header: Header,
    pub(crate) ids: GameIds,
    /// Whether its run is finished.
    pub(super) finished: bool,
}

impl Source {
    fn name(&self) -> String {
        self.path.display().to_string()
    }

    pub(crate) fn open(path: &Path) -> Result<Self, ReadError> {
        let Some(recovered) = recover(path)? else {
            // It ends inside its header; opening it gives the detailed error.
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

/// The identity of an experiment. Games of another schedule are another experiment, and another group
/// of the report.
fn identity(header: &Header) -> [Option<&str>; 4] {
    [
        Some(&header.game),
        Some(&header.rules),
        header.rules_attachment.as_deref(),
        Some(&header.schedule),
    ]
}

fn difference(a: &Header, b: &Header) -> &'static str {
    if a.behaviour != b.behaviour {
        "the behaviour version"
    } else {
        "a detail of the configuration"
    }
}

/// Opens all files and checks that no game is counted twice.
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
    // Without a seed (imports), games with equal numbers are only known to be equal if everything
    // else is equal, too.
    let same_experiment = a.header.fingerprint() == b.header.fingerprint();
    if !same_experiment {
        let [x, y] = [&a.header, &b.header];
        let same_play = (x.seed, &x.agents) == (y.seed, &y.agents);
        if x.seed.is_some() && same_play && identity(x) == identity(y) {
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
