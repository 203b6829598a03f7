//! The files of a run: created, or resumed.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use flipside_records::{
    EncodedBlock, GameRecord, Header, Recovered, ScheduleSpec, Writer, recover,
};

use crate::RunError;
use crate::files::{Files, RunFile, sync_folder};
use crate::journal::{Journal, journal_path};

/// The files of a run, open and locked against other runs.
pub struct Output<'a> {
    pub writer: Writer<Box<dyn RunFile>>,
    pub journal: Journal<'a>,
}

/// A record file, locked and not yet changed.
pub struct Found<'a> {
    path: PathBuf,
    files: &'a dyn Files,
    file: File,
    journal: Journal<'a>,
    /// The state that an earlier run left; `None` without a complete header.
    pub left: Option<Left>,
}

/// The state that an earlier run left.
pub struct Left {
    recovered: Recovered,
    /// Number of games in full blocks.
    pub in_blocks: u64,
    /// Games that are not in a full block, by number.
    pub others: BTreeMap<u64, GameRecord>,
    /// Whether the file has the end mark of a completed run.
    pub finished: bool,
    /// Number of games in the file, excluding the journal.
    pub games: u64,
}

/// Opens the file of a run with this header: a new file, or with `resume` that of an earlier run.
pub fn open<'a>(
    path: &Path,
    header: &Header,
    resume: bool,
    files: &'a dyn Files,
) -> Result<Found<'a>, RunError> {
    let exists = check_path(path)?;
    if exists && !resume {
        return Err(RunError::Exists {
            path: path.to_path_buf(),
        });
    }
    let error = |error| RunError::Open {
        path: path.to_path_buf(),
        error,
    };
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    if !exists {
        options.create_new(true);
    }
    let file = options.open(path).map_err(error)?;
    lock(&file, path)?;
    let journal = Journal::new(files, path, header);
    let left = match exists {
        true => what_is_left(path, header, &journal)?,
        false => None,
    };
    Ok(Found {
        path: path.to_path_buf(),
        files,
        file,
        journal,
        left,
    })
}

/// The state that an earlier run with this header left; `None` if the file does not exist.
pub fn left(path: &Path, header: &Header, files: &dyn Files) -> Result<Option<Left>, RunError> {
    match check_path(path)? {
        true => what_is_left(path, header, &Journal::new(files, path, header)),
        false => Ok(None),
    }
}

/// Whether the file exists; an error if the path cannot be a record file.
fn check_path(path: &Path) -> Result<bool, RunError> {
    if path.is_dir() {
        return Err(RunError::IsFolder {
            path: path.to_path_buf(),
        });
    }
    if let Some(folder) = path.parent().filter(|p| *p != Path::new("") && !p.is_dir()) {
        return Err(RunError::NoFolder {
            folder: folder.to_path_buf(),
        });
    }
    let exists = path.try_exists().map_err(|error| RunError::Open {
        path: path.to_path_buf(),
        error,
    })?;
    if exists && !path.is_file() {
        return Err(RunError::NotAFile {
            path: path.to_path_buf(),
        });
    }
    Ok(exists)
}

fn lock(file: &File, path: &Path) -> Result<(), RunError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(RunError::Locked {
            path: path.to_path_buf(),
        }),
        // Some file systems do not support locks; the run goes ahead without one.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

fn what_is_left(
    path: &Path,
    header: &Header,
    journal: &Journal<'_>,
) -> Result<Option<Left>, RunError> {
    let Some(recovered) = recover(path)? else {
        return Ok(None);
    };
    compare(path, &recovered.header, header)?;
    let in_blocks = recovered.ids.len() - recovered.tail.len() as u64;
    let gapless = (0..in_blocks).last().is_none_or(|last| {
        let run = recovered.ids.runs().first();
        run.is_some_and(|run| run.first == 0 && run.step == 1 && run.last() >= last)
    });
    if !gapless {
        return Err(RunError::Gaps {
            path: path.to_path_buf(),
        });
    }
    let journal_error = |error: std::io::Error| RunError::Open {
        path: journal_path(path),
        error,
    };
    let mut others = journal
        .left()
        .map_err(journal_error)?
        .map_err(|error| RunError::Journal {
            path: journal_path(path),
            error,
        })?;
    others.extend(recovered.tail.iter().map(|game| (game.id, game.clone())));
    others.retain(|&id, _| id >= in_blocks);
    Ok(Some(Left {
        in_blocks,
        others,
        finished: recovered.finished,
        games: recovered.ids.len(),
        recovered,
    }))
}

impl<'a> Found<'a> {
    /// Removes the journal of a completed run.
    pub fn remove_journal(&mut self) -> Result<(), RunError> {
        self.journal.remove().map_err(|error| RunError::Write {
            path: self.path.clone(),
            error: error.into(),
        })
    }

    /// Opens the files for writing. Returns the games outside full blocks, which must be pushed
    /// again. They are written to the journal before the file is truncated.
    pub fn write(
        mut self,
        header: &Header,
    ) -> Result<(Output<'a>, BTreeMap<u64, GameRecord>), RunError> {
        let path = self.path.clone();
        let error = |error| RunError::Write {
            path: path.clone(),
            error,
        };
        let (keep, others, recovered) = match self.left {
            // A journal without a record file is obsolete.
            None => {
                self.journal.remove().map_err(|e| error(e.into()))?;
                (0, BTreeMap::new(), None)
            }
            Some(left) => (left.recovered.keep_bytes, left.others, Some(left.recovered)),
        };
        if !others.is_empty() {
            let games = others.values().map(std::slice::from_ref);
            let blocks: Result<Vec<_>, _> =
                games.map(|game| EncodedBlock::new(header, game)).collect();
            let blocks = blocks.map_err(error)?;
            let blocks: Vec<_> = blocks.iter().collect();
            self.journal.rewrite(&blocks).map_err(|e| error(e.into()))?;
        }
        self.file
            .set_len(keep)
            .and_then(|()| self.file.seek(SeekFrom::Start(keep)))
            .map_err(|e| error(e.into()))?;
        sync_folder(&path);
        let out = self.files.writer(self.file);
        let writer = match recovered {
            None => Writer::new(out, header).map_err(error)?,
            Some(recovered) => Writer::resume(out, &recovered),
        };
        let output = Output {
            writer,
            journal: self.journal,
        };
        Ok((output, others))
    }
}

/// The first setting in which two schedules differ.
fn schedule_difference(found: &str, wanted: &str) -> (&'static str, String, String) {
    let whole = ("schedule", found.to_string(), wanted.to_string());
    let (Ok(a), Ok(b)) = (
        found.parse::<ScheduleSpec>(),
        wanted.parse::<ScheduleSpec>(),
    ) else {
        return whole;
    };
    let text = |value: Option<String>| value.unwrap_or("none".to_string());
    let ms = |spec: ScheduleSpec| text(spec.turn_ms.map(|ms| format!("{ms} ms")));
    let table = |spec: ScheduleSpec| text(spec.adjudication.map(|t| t.to_string()));
    let stop = |spec: ScheduleSpec| text(spec.stop.map(|rule| rule.to_string()));
    let parts = [
        (
            "format",
            a.format.name().to_string(),
            b.format.name().to_string(),
        ),
        (
            "kind of opening",
            a.opening.to_string(),
            b.opening.to_string(),
        ),
        (
            "turn limit",
            a.max_turns.to_string(),
            b.max_turns.to_string(),
        ),
        ("time limit per turn", ms(a), ms(b)),
        (
            "stop rule, including its maximum number of games",
            stop(a),
            stop(b),
        ),
        ("table for adjudication", table(a), table(b)),
        (
            "choice of annotations",
            a.annotated.to_string(),
            b.annotated.to_string(),
        ),
    ];
    parts.into_iter().find(|(_, a, b)| a != b).unwrap_or(whole)
}

/// Returns an error if the header of a file differs from that of the run.
fn compare(path: &Path, found: &Header, wanted: &Header) -> Result<(), RunError> {
    let seed = |header: &Header| {
        header
            .seed
            .map_or("none".to_string(), |seed| seed.to_string())
    };
    let fields = [
        ("game", found.game.clone(), wanted.game.clone()),
        ("rule set", found.rules.clone(), wanted.rules.clone()),
        (
            "pair of agents",
            found.agents.join(" and "),
            wanted.agents.join(" and "),
        ),
        ("seed", seed(found), seed(wanted)),
        schedule_difference(&found.schedule, &wanted.schedule),
        (
            "behaviour version",
            found.behaviour.to_string(),
            wanted.behaviour.to_string(),
        ),
    ];
    for (what, found, wanted) in fields {
        if found != wanted {
            return Err(RunError::Other {
                path: path.to_path_buf(),
                what,
                found,
                wanted,
            });
        }
    }
    if found != wanted {
        let [found, wanted] = [found, wanted].map(|h| format!("{:016x}", h.fingerprint()));
        let what = "configuration";
        return Err(RunError::Other {
            path: path.to_path_buf(),
            what,
            found,
            wanted,
        });
    }
    Ok(())
}
