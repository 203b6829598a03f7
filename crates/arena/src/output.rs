//! The file of a run: made anew, or gone on with.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::Path;

use flipside_records::{GameRecord, Header, Writer, recover};

use crate::RunError;

/// A file to be written, locked against other runs.
pub struct Output {
    pub writer: Writer<Box<dyn Write>>,
    /// The same file, to bring it to disk.
    pub file: File,
    /// Whether the file holds a run that came to its end.
    pub finished: bool,
    /// Games of an interrupted run that have gaps before them, to be written when those are closed.
    pub spare: BTreeMap<u64, GameRecord>,
}

/// Opens a file for a run with this header: a new one, or with `resume` what an earlier run left.
pub fn open(path: &Path, header: &Header, resume: bool) -> Result<Output, RunError> {
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
    if exists {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(path)
            .map_err(error)?;
        lock(&file, path)?;
        if let Some(output) = reopen(path, header, &file)? {
            return Ok(output);
        }
        // Nothing but the beginning of a header is there.
        file.set_len(0).map_err(error)?;
        return create(file, path, header);
    }
    let file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(path)
        .map_err(error)?;
    lock(&file, path)?;
    create(file, path, header)
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

fn create(file: File, path: &Path, header: &Header) -> Result<Output, RunError> {
    let error = |error| RunError::Write {
        path: path.to_path_buf(),
        error,
    };
    let out: Box<dyn Write> = Box::new(file.try_clone().map_err(|e| error(e.into()))?);
    let writer = Writer::new(out, header).map_err(error)?;
    Ok(Output {
        writer,
        file,
        finished: false,
        spare: BTreeMap::new(),
    })
}

/// What is there of an earlier run; `None` if that is not even a header.
fn reopen(path: &Path, header: &Header, file: &File) -> Result<Option<Output>, RunError> {
    let Some(mut recovered) = recover(path)? else {
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
    let good = (in_blocks..)
        .zip(&recovered.tail)
        .take_while(|(id, game)| *id == game.id)
        .count();
    let spare = recovered
        .tail
        .split_off(good)
        .into_iter()
        .map(|game| (game.id, game))
        .collect();
    let error = |error| RunError::Write {
        path: path.to_path_buf(),
        error,
    };
    let out: Box<dyn Write> = Box::new(recovered.file(path).map_err(|e| error(e.into()))?);
    let writer = Writer::resume(out, &recovered).map_err(error)?;
    let file = file.try_clone().map_err(|e| error(e.into()))?;
    Ok(Some(Output {
        writer,
        file,
        finished: recovered.finished,
        spare,
    }))
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
        ("schedule", found.schedule.clone(), wanted.schedule.clone()),
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
