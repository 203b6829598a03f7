//! Playing a tournament into a file.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use flipside_ai::{Evaluate, Stop};
use flipside_records::{EncodedBlock, GameRecord, Header, WriteError, Writer, recover};

use crate::window::Window;
use crate::{OpeningError, Players, Tournament, TournamentError, play_game};

/// Hears how a run goes on. Called from the thread that writes.
pub trait Progress {
    /// The run begins: games in all, and those that the file holds already.
    fn begin(&self, games: u64, done: u64);
    /// So many games are written or wait for their block to be full.
    fn advance(&self, done: u64);
}

/// Nobody hears of it.
impl Progress for () {
    fn begin(&self, _: u64, _: u64) {}
    fn advance(&self, _: u64) {}
}

/// How to run, none of which changes what is written.
#[derive(Clone, Copy)]
pub struct RunOptions<'a> {
    /// Number of threads that play; `None` takes one for each processor.
    pub threads: Option<usize>,
    /// Whether to go on with a file that exists.
    pub resume: bool,
    /// A request to stop.
    pub stop: &'a Stop,
    /// Who hears of it.
    pub progress: &'a dyn Progress,
}

/// What a run has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Games that the file holds.
    pub games: u64,
    /// Games that were there before.
    pub resumed: u64,
    /// Whether all games are there.
    pub finished: bool,
}

/// Why a run failed.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The tournament makes no sense.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// No opening can be drawn.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The file exists.
    #[error(
        "{} exists already; go on with it by --resume, or name another file", path.display()
    )]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The file's folder is missing.
    #[error("{}: the folder does not exist; make it first", folder.display())]
    NoFolder {
        /// The folder.
        folder: PathBuf,
    },
    /// The name is that of a folder.
    #[error("{} is a folder; name a file in it", path.display())]
    IsFolder {
        /// The folder.
        path: PathBuf,
    },
    /// The file cannot be made or opened.
    #[error("{}: {error}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Another run has the file.
    #[error("{} is being written by another run; wait for it or stop it", path.display())]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// What is there cannot be gone on with.
    #[error(transparent)]
    Recover(#[from] flipside_records::Error),
    /// The file belongs to another tournament.
    #[error(
        "{} was written with another {what} ({found}, now {wanted}); name another file, or give \
         the same {what} again", path.display()
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: &'static str,
        /// As the file has it.
        found: String,
        /// As it is asked for now.
        wanted: String,
    },
    /// The file has games that are not asked for.
    #[error("{} holds {found} games already, more than the {wanted} asked for", path.display())]
    TooMany {
        /// The file.
        path: PathBuf,
        /// Games in the file.
        found: u64,
        /// Games asked for.
        wanted: u64,
    },
    /// The file's games are not those that a run writes.
    #[error("{} does not hold the games 0 to its last in full; a run cannot go on with it", path.display())]
    Gaps {
        /// The file.
        path: PathBuf,
    },
    /// Writing failed.
    #[error("{}: {error}; full blocks written before are good, and --resume goes on", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        error: WriteError,
    },
    /// No threads can be had.
    #[error("the threads cannot be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// Games that go through the channel together.
enum Played {
    /// A whole block, encoded where it was played.
    Block(EncodedBlock),
    /// A single game.
    Game(Box<GameRecord>),
    /// No opening could be drawn.
    NoOpening(OpeningError),
}

/// A file to be written, locked against other runs.
struct Output {
    writer: Writer<Box<dyn Write>>,
    /// The same file, to bring it to disk.
    file: File,
    /// Whether the file holds a run that came to its end.
    finished: bool,
    /// Games of an interrupted run that have gaps before them, to be written when those are closed.
    spare: BTreeMap<u64, GameRecord>,
}

fn open(path: &Path, header: &Header, resume: bool) -> Result<Output, RunError> {
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

/// Plays the games of a tournament that the file does not hold yet and writes them, in the order of
/// the schedule. The bytes depend on the tournament alone: not on the number of threads, nor on how
/// often the run was interrupted.
///
/// After a request to stop, what is finished is written, and a later run with
/// [`RunOptions::resume`] goes on. If the process is killed instead, the games of the last block
/// that is not full are lost (at most [`Header::games_per_block`]) and those being played.
///
/// # Errors
/// Before anything is played: if the tournament makes no sense, no opening can be drawn, or the file
/// cannot be made, exists without [`RunOptions::resume`], is being written by another run, or is
/// not what this tournament would have written so far. Later: if writing fails.
pub fn run<G: Evaluate>(
    tournament: &Tournament<G>,
    path: &Path,
    options: &RunOptions<'_>,
) -> Result<Summary, RunError> {
    tournament.check()?;
    let header = tournament.header();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads.unwrap_or(0))
        .build()?;
    let mut output = open(path, &header, options.resume)?;
    let resumed = output.writer.games();
    if resumed > tournament.games {
        let (found, wanted) = (resumed, tournament.games);
        return Err(RunError::TooMany {
            path: path.to_path_buf(),
            found,
            wanted,
        });
    }
    output.spare.retain(|&id, _| id < tournament.games);
    options.progress.begin(tournament.games, resumed);
    if output.finished && resumed == tournament.games {
        // Nothing is missing, so nothing is touched.
        return Ok(Summary {
            games: resumed,
            resumed,
            finished: true,
        });
    }

    let outcome = play_into(tournament, &header, &mut output, &pool, options);
    let write_error = |error| RunError::Write {
        path: path.to_path_buf(),
        error,
    };
    let games = output.writer.games();
    let finished = games == tournament.games;
    // Whatever happened, what is finished goes into the file.
    let closed = if finished {
        output.writer.finish().map(drop)
    } else {
        push_spare(&mut output.writer, output.spare, header.games_per_block)
            .and_then(|()| output.writer.flush_partial().map(drop))
    };
    match outcome {
        Err(Failure::Opening(error)) => return Err(error.into()),
        Err(Failure::Write(error)) => return Err(write_error(error)),
        Ok(()) => {}
    }
    closed.map_err(write_error)?;
    output
        .file
        .sync_all()
        .map_err(|error| write_error(error.into()))?;
    Ok(Summary {
        games,
        resumed,
        finished,
    })
}

/// Saves finished games that have gaps before them, as far as they fit into the last, short block.
fn push_spare(
    writer: &mut Writer<Box<dyn Write>>,
    spare: BTreeMap<u64, GameRecord>,
    games_per_block: u32,
) -> Result<(), WriteError> {
    for (_, game) in spare {
        if writer.pending() + 1 >= games_per_block as usize {
            break;
        }
        writer.push(game)?;
    }
    Ok(())
}

enum Failure {
    Opening(OpeningError),
    Write(WriteError),
}

/// How the remaining games are cut into units of work.
struct Units {
    /// Number of the first game.
    first: u64,
    games: u64,
    /// Games in each unit but the last.
    size: u64,
}

impl Units {
    fn count(&self) -> u64 {
        (self.games - self.first).div_ceil(self.size)
    }

    fn of(&self, unit: u64) -> std::ops::Range<u64> {
        let start = self.first + unit * self.size;
        start..(start + self.size).min(self.games)
    }
}

fn play_into<G: Evaluate>(
    tournament: &Tournament<G>,
    header: &Header,
    output: &mut Output,
    pool: &rayon::ThreadPool,
    options: &RunOptions<'_>,
) -> Result<(), Failure> {
    let threads = pool.current_num_threads();
    let block = u64::from(header.games_per_block);

    // Up to a block boundary games go one by one; then whole blocks if games are fast.
    let done = output.writer.games();
    let boundary = (done.next_multiple_of(block)).min(tournament.games);
    let single_until = if tournament.is_instant() {
        boundary
    } else {
        tournament.games
    };
    let phases = [
        Units {
            first: done,
            games: single_until,
            size: 1,
        },
        Units {
            first: single_until,
            games: tournament.games,
            size: block,
        },
    ];
    for units in phases {
        let window = Window::new(0, units.count(), 8 * threads as u64);
        let (sender, receiver) = sync_channel(2 * threads);
        let spare: Vec<u64> = output.spare.keys().copied().collect();
        let result = pool.in_place_scope(|scope| {
            for _ in 0..threads {
                let (sender, window, units, spare) = (sender.clone(), &window, &units, &spare);
                let stop = options.stop;
                scope.spawn(move |_| {
                    work(tournament, header, units, window, spare, stop, &sender);
                });
            }
            drop(sender);
            let result = collect(&receiver, &window, &units, output, options.progress);
            if result.is_err() {
                // The players must not wait for a writer that has given up.
                options.stop.request();
            }
            drop(receiver);
            result
        });
        result?;
        if options.stop.is_requested() {
            break;
        }
    }
    Ok(())
}

/// Stops everyone if the thread that holds it panics: the others would wait for its games for ever.
struct StopOnPanic<'a>(&'a Stop);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.request();
        }
    }
}

/// A thread that plays.
fn work<G: Evaluate>(
    tournament: &Tournament<G>,
    header: &Header,
    units: &Units,
    window: &Window,
    spare: &[u64],
    stop: &Stop,
    sender: &SyncSender<(u64, Played)>,
) {
    let _guard = StopOnPanic(stop);
    let mut players = Players::new(tournament);
    let schedule = tournament.schedule();
    while let Some(unit) = window.claim(stop) {
        let mut games = Vec::with_capacity(units.size as usize);
        for number in units.of(unit) {
            if spare.binary_search(&number).is_ok() {
                continue;
            }
            match play_game(tournament, &schedule.entry(number), &mut players, stop) {
                Ok(Some(game)) => games.push(game),
                Ok(None) => return,
                Err(error) => {
                    // If nobody listens any more, there is nobody to tell.
                    let _ = sender.send((unit, Played::NoOpening(error)));
                    return;
                }
            }
        }
        let full = games.len() as u64 == units.size && units.size > 1;
        let encoded = if full {
            EncodedBlock::new(header, &games).ok()
        } else {
            None
        };
        let sent = match encoded {
            Some(block) => sender.send((unit, Played::Block(block))),
            None => games
                .into_iter()
                .try_for_each(|game| sender.send((unit, Played::Game(Box::new(game))))),
        };
        if sent.is_err() {
            return;
        }
    }
}

/// Takes games as they finish and writes them in order.
fn collect(
    receiver: &Receiver<(u64, Played)>,
    window: &Window,
    units: &Units,
    output: &mut Output,
    progress: &dyn Progress,
) -> Result<(), Failure> {
    let mut blocks: BTreeMap<u64, EncodedBlock> = BTreeMap::new();
    // Games of an earlier run may be next already.
    write_ready(output, &mut blocks).map_err(Failure::Write)?;
    for (unit, played) in receiver {
        match played {
            Played::Block(block) => drop(blocks.insert(units.of(unit).start, block)),
            Played::Game(game) => drop(output.spare.insert(game.id, *game)),
            Played::NoOpening(error) => return Err(Failure::Opening(error)),
        }
        write_ready(output, &mut blocks).map_err(Failure::Write)?;
        let done = output.writer.games();
        window.advance((done - units.first) / units.size);
        progress.advance(done);
    }
    Ok(())
}

/// Writes whatever follows without a gap.
fn write_ready(
    output: &mut Output,
    blocks: &mut BTreeMap<u64, EncodedBlock>,
) -> Result<(), WriteError> {
    loop {
        let next = output.writer.games();
        if let Some(block) = blocks.remove(&next) {
            output.writer.push_block(&block)?;
        } else if let Some(game) = output.spare.remove(&next) {
            output.writer.push(game)?;
        } else {
            return Ok(());
        }
    }
}
