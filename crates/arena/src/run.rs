//! Playing a tournament into a file.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use flipside_ai::{Playable, Stop};
use flipside_records::{EncodedBlock, GameRecord, Header, WriteError, Writer};

use crate::output::{Output, open};
use crate::window::Window;
use crate::{OpeningError, Players, RunError, Tournament, play_game};

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

/// Games that go through the channel together.
enum Played {
    /// A whole block, encoded where it was played.
    Block(EncodedBlock),
    /// A single game.
    Game(Box<GameRecord>),
    /// No opening could be drawn.
    NoOpening(OpeningError),
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
pub fn run<G: Playable>(
    tournament: &Tournament<G>,
    path: &Path,
    options: &RunOptions<'_>,
) -> Result<Summary, RunError> {
    tournament.check()?;
    Players::new(tournament)?;
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

fn play_into<G: Playable>(
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
fn work<G: Playable>(
    tournament: &Tournament<G>,
    header: &Header,
    units: &Units,
    window: &Window,
    spare: &[u64],
    stop: &Stop,
    sender: &SyncSender<(u64, Played)>,
) {
    let _guard = StopOnPanic(stop);
    // That they can be built was seen before the run began.
    let Ok(mut players) = Players::new(tournament) else {
        return;
    };
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
