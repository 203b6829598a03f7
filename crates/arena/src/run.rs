//! Playing a tournament into a file.

use std::path::Path;
use std::sync::mpsc::sync_channel;

use flipside_ai::{AgentFactory, Stop};
use flipside_records::Header;
use flipside_rules::FullGame;

use crate::backpressure::Backpressure;
use crate::collect::{CollectError, Collector, Waiting};
use crate::files::{Disk, Files};
use crate::output::{Left, left, open};
use crate::standing::{Standing, Summariser};
use crate::work::{Job, StopOnPanic, Units};
use crate::{Players, Progress, RunError, Status, Tournament};

/// Options of a run. They do not change what is written.
#[derive(Clone, Copy)]
pub struct RunOptions<'a, G: FullGame> {
    /// Number of playing threads; `None` for one per processor.
    pub threads: Option<usize>,
    /// Whether to resume an existing file.
    pub resume: bool,
    /// A request to stop.
    pub stop: &'a Stop,
    /// Receives progress events.
    pub progress: &'a dyn Progress,
    /// Builds the agents.
    pub factory: &'a dyn AgentFactory<G>,
    /// The run ends if agents fail in more games.
    pub max_failures: u64,
    /// Writes the files.
    pub files: &'a dyn Files,
}

impl<'a, G: FullGame> RunOptions<'a, G> {
    /// A new file, a thread per processor, no progress events.
    #[must_use]
    pub fn new(factory: &'a dyn AgentFactory<G>, stop: &'a Stop) -> Self {
        Self {
            threads: None,
            resume: false,
            stop,
            progress: &(),
            factory,
            max_failures: crate::DEFAULT_MAX_FAILURES,
            files: &Disk,
        }
    }
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct RunSummary {
    /// The standing after the games that the file holds in the order of the schedule.
    pub standing: Standing,
    /// Finished games that existed before the run.
    pub resumed: u64,
    /// Finished games that only the journal holds, since slower games before them are missing.
    pub in_journal: u64,
    /// Whether all games are played, or the stop rule has decided.
    pub finished: bool,
}

impl RunSummary {
    /// Number of games that the file holds in the order of the schedule.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.standing.games()
    }
}

/// Plays the missing games of a tournament and writes them to the file in the order of the schedule.
/// The bytes depend on the tournament alone, not on the number of threads or on interruptions.
///
/// A finished game is on disk within about a second: in the file, or in a journal beside it (its name
/// with `.journal` appended) if its block is not full or games before it are missing. The journal is
/// removed at the end of the run.
///
/// # Errors
/// Before the first game: if the tournament is invalid, no opening can be drawn, an agent cannot be
/// built, or the file cannot be created, exists without [`RunOptions::resume`], is being written by
/// another run, or belongs to another tournament. Later: if writing fails, or agents fail in too many
/// games.
pub fn run<G: FullGame>(
    tournament: &Tournament<G>,
    path: &Path,
    options: &RunOptions<'_, G>,
) -> Result<RunSummary, RunError> {
    tournament.check()?;
    check_players(tournament, options.factory)?;
    let header = tournament.header();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads.unwrap_or(0))
        .build()?;
    let mut found = open(path, &header, options.resume, options.files)?;
    let left = found.left.as_ref();
    let complete = pool.install(|| completed::<G>(tournament.games, path, left))?;
    if let Some(standing) = complete {
        too_many_failures(&standing, options)?;
        found.remove_journal()?;
        let status = Status {
            games: tournament.games,
            done: standing.games(),
            standing: &standing,
        };
        options.progress.begin(&status);
        options.progress.finish(&status);
        return Ok(RunSummary {
            resumed: standing.games(),
            standing,
            in_journal: 0,
            finished: true,
        });
    }
    let standing = match &found.left {
        None => tournament.standing()?,
        Some(left) => pool.install(|| Standing::read_part::<G>(path, left.in_blocks))?,
    };
    too_many_failures(&standing, options)?;

    let (output, others) = found.write(&header)?;
    let mut summariser = Summariser::<G>::new(&tournament.rules, tournament.schedule.stop);
    let waiting = others
        .into_iter()
        .filter(|&(id, _)| id < tournament.games)
        .map(|(id, record)| {
            let waiting = Waiting {
                summary: summariser.summary(&record),
                record,
                failure: None,
                saved: true,
            };
            (id, waiting)
        })
        .collect();
    let mut collector = Collector::new(
        output,
        standing,
        waiting,
        tournament,
        options.progress,
        options.max_failures,
    );
    let resumed = collector.status().done;
    options.progress.begin(&collector.status());

    let outcome = collector
        .push_ready()
        .and_then(|()| play_into(tournament, &header, &mut collector, &pool, options));
    let write_error = |error| RunError::Write {
        path: path.to_path_buf(),
        error,
    };
    let (games, finished) = (collector.output.writer.games(), collector.is_complete());
    let in_journal = collector.status().done - games.min(collector.status().done);
    // Games that wait for earlier ones are neither in the standing nor in the file.
    let status = collector.status();
    options.progress.finish(&Status {
        done: status.standing.games(),
        ..status
    });
    let failed = match outcome {
        Err(CollectError::Write(error)) => return Err(write_error(error)),
        Err(CollectError::Other(error)) => Some(error),
        Ok(()) => None,
    };
    // In any case, finished games go into the file.
    let standing = collector.close(finished && failed.is_none());
    let standing = standing.map_err(|error| match error {
        CollectError::Write(error) => write_error(error),
        CollectError::Other(error) => error,
    })?;
    match failed {
        Some(error) => Err(error),
        None => Ok(RunSummary {
            standing,
            resumed,
            in_journal: if finished { 0 } else { in_journal },
            finished,
        }),
    }
}

/// Checks agents and file of a valid tournament like [`run`], without creating or changing a file. So
/// no tournament of an experiment is played if a later one cannot be.
///
/// # Errors
/// If an agent cannot be built, or the file exists and belongs to another tournament.
pub fn check_run<G: FullGame>(
    tournament: &Tournament<G>,
    path: &Path,
    factory: &dyn AgentFactory<G>,
) -> Result<(), RunError> {
    check_players(tournament, factory)?;
    let found = left(path, &tournament.header(), &Disk)?;
    match found.filter(|left| left.games > tournament.games) {
        None => Ok(()),
        Some(left) => Err(RunError::TooMany {
            path: path.to_path_buf(),
            found: left.games,
            wanted: tournament.games,
        }),
    }
}

/// Checks that all agents can play, and that the table for adjudication exists.
fn check_players<G: FullGame>(
    tournament: &Tournament<G>,
    factory: &dyn AgentFactory<G>,
) -> Result<(), RunError> {
    for spec in &tournament.agents {
        factory.check(spec, &tournament.rules)?;
    }
    Players::new(tournament, factory)?;
    Ok(())
}

/// Returns an error if agents failed in more games than allowed.
fn too_many_failures<G: FullGame>(
    standing: &Standing,
    options: &RunOptions<'_, G>,
) -> Result<(), RunError> {
    if standing.failures() <= options.max_failures {
        return Ok(());
    }
    Err(RunError::Failures {
        failures: standing.failures(),
        allowed: options.max_failures,
        last: None,
    })
}

/// The standing of a run that is already complete.
fn completed<G: FullGame>(
    games: u64,
    path: &Path,
    left: Option<&Left>,
) -> Result<Option<Standing>, RunError> {
    let Some(left) = left else {
        return Ok(None);
    };
    if left.games > games {
        return Err(RunError::TooMany {
            path: path.to_path_buf(),
            found: left.games,
            wanted: games,
        });
    }
    if !left.finished {
        return Ok(None);
    }
    let standing = Standing::read::<G>(path)?;
    let complete = left.games == games || standing.is_decided();
    Ok(complete.then_some(standing))
}

/// Plays the missing games.
fn play_into<G: FullGame>(
    tournament: &Tournament<G>,
    header: &Header,
    collector: &mut Collector<'_, '_>,
    pool: &rayon::ThreadPool,
    options: &RunOptions<'_, G>,
) -> Result<(), CollectError> {
    let threads = pool.current_num_threads();
    let block = u64::from(header.games_per_block);

    // Single games up to a block boundary; then whole blocks if games are fast.
    let done = collector.output.writer.games();
    let boundary = (done.next_multiple_of(block)).min(tournament.games);
    let single_until = if tournament.is_instant() {
        boundary
    } else {
        tournament.games
    };
    let phases = [
        Units {
            first: done,
            end: single_until,
            size: 1,
        },
        Units {
            first: single_until,
            end: tournament.games,
            size: block,
        },
    ];
    for units in phases {
        if collector.is_complete() || options.stop.is_requested() {
            break;
        }
        let backpressure = Backpressure::new(0, units.count(), 8 * threads as u64);
        let (sender, receiver) = sync_channel(2 * threads);
        let present: Vec<u64> = collector.waiting.keys().copied().collect();
        // The end of this run does not stop the whole program.
        let stop = options.stop.child();
        let job = Job {
            tournament,
            header,
            factory: options.factory,
            units: &units,
            backpressure: &backpressure,
            present: &present,
            stop: &stop,
        };
        pool.in_place_scope(|scope| {
            for _ in 0..threads {
                let (sender, job) = (sender.clone(), &job);
                scope.spawn(move |_| job.work(&sender));
            }
            drop(sender);
            let _guard = StopOnPanic(&stop);
            let result = collector.collect(&receiver, &backpressure, &units);
            if result.is_err() || collector.is_complete() {
                // The players must not wait for a writer that has ended.
                stop.request();
            }
            drop(receiver);
            result
        })?;
    }
    Ok(())
}
