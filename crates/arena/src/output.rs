//! The files of a run: made anew, or gone on with.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use flipside_records::{Arrangement, EncodedBlock, GameRecord, Header, Recovered, Writer, recover};

use crate::RunError;
use crate::files::{Files, RunFile, sync_folder};
use crate::journal::{Journal, journal_path};

/// The files of a run, open and locked against other runs.
pub struct Output<'a> {
    pub writer: Writer<Box<dyn RunFile>>,
    pub journal: Journal<'a>,
}

/// A record file, locked, nothing in it changed yet.
pub struct Found<'a> {
    path: PathBuf,
    files: &'a dyn Files,
    file: File,
    journal: Journal<'a>,
    /// What an earlier run has left; `None` if there is not even a header.
    pub left: Option<Left>,
}

/// What an earlier run has left.
pub struct Left {
    recovered: Recovered,
    /// Games in full blocks: those with the numbers below.
    pub in_blocks: u64,
    /// Games that are not in a full block, by number.
    pub others: BTreeMap<u64, GameRecord>,
    /// Whether the file ends with the mark of a completed run.
    pub finished: bool,
    /// Games in the file, without those of the journal.
    pub games: u64,
}

/// Opens a file for a run with this header: a new one, or with `resume` what an earlier run left.
pub fn open<'a>(
    path: &Path,
    header: &Header,
    resume: bool,
    files: &'a dyn Files,
) -> Result<Found<'a>, RunError> {
    let error = |error| RunError::Open {
        path: path.to_path_buf(),
        error,
    };
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
    let exists = path.try_exists().map_err(error)?;
    if exists && !resume {
        return Err(RunError::Exists {
            path: path.to_path_buf(),
        });
    }
    if exists && !path.is_file() {
        return Err(RunError::NotAFile {
            path: path.to_path_buf(),
        });
    }
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    if !exists {
        options.create_new(true);
    }
    let file = options.open(path).map_err(error)?;
    lock(&file, path)?;
    let journal = Journal::new(files, path, header);
    let mut left = None;
    if exists && let Some(recovered) = recover(path)? {
        left = Some(what_is_left(path, header, recovered, &journal)?);
    }
    Ok(Found {
        path: path.to_path_buf(),
        files,
        file,
        journal,
        left,
    })
}

fn lock(file: &File, path: &Path) -> Result<(), RunError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(RunError::Locked {
            path: path.to_path_buf(),
        }),
        // Some file systems have no locks; that is no reason not to write.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

fn what_is_left(
    path: &Path,
    header: &Header,
    recovered: Recovered,
    journal: &Journal<'_>,
) -> Result<Left, RunError> {
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
    Ok(Left {
        in_blocks,
        others,
        finished: recovered.finished,
        games: recovered.ids.len(),
        recovered,
    })
}

impl<'a> Found<'a> {
    /// Removes a journal that is no longer needed: everything is in the file.
    pub fn remove_journal(&mut self) -> Result<(), RunError> {
        self.journal.remove().map_err(|error| RunError::Write {
            path: self.path.clone(),
            error: error.into(),
        })
    }

    /// Opens the files for writing. Games that are not in full blocks are to be pushed again; they
    /// are in the journal before anything is cut from the file.
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
            // A journal without a file is of a run that is no more.
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

/// The first part of two schedules that differs.
fn schedule_difference(found: &str, wanted: &str) -> (&'static str, String, String) {
    let whole = ("schedule", found.to_string(), wanted.to_string());
    let (Ok(a), Ok(b)) = (found.parse::<Arrangement>(), wanted.parse::<Arrangement>()) else {
        return whole;
    };
    let text = |value: Option<String>| value.unwrap_or("none".to_string());
    let ms = |arrangement: Arrangement| text(arrangement.turn_ms.map(|ms| format!("{ms} ms")));
    let table = |arrangement: Arrangement| text(arrangement.adjudication.map(|t| t.to_string()));
    let stop = |arrangement: Arrangement| text(arrangement.stop.map(|rule| rule.to_string()));
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
            "limit of turns",
            a.max_turns.to_string(),
            b.max_turns.to_string(),
        ),
        ("limit of time for turns", ms(a), ms(b)),
        (
            "rule to stop, of which the most games are a part",
            stop(a),
            stop(b),
        ),
        ("table for adjudication", table(a), table(b)),
        (
            "choice whether values are recorded",
            a.annotated.to_string(),
            b.annotated.to_string(),
        ),
    ];
    parts.into_iter().find(|(_, a, b)| a != b).unwrap_or(whole)
}

/// Says what differs between the header of a file and that of the run.
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
