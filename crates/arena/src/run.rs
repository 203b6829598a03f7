//! Playing a tournament into a file.

use std::path::Path;
use std::sync::mpsc::sync_channel;

use flipside_ai::{AgentFailure, Roster, Stop};
use flipside_records::Header;
use flipside_rules::Game;

use crate::collect::{Collector, Trouble, Waiting};
use crate::files::{Disk, Files};
use crate::output::{Left, open};
use crate::standing::{Standing, Summariser};
use crate::window::Window;
use crate::work::{Job, StopOnPanic, Units};
use crate::{Players, RunError, Tournament};

/// How a run stands.
#[derive(Clone, Copy, Debug)]
pub struct Status<'a> {
    /// Games in all; fewer if a rule to stop decides before.
    pub games: u64,
    /// Finished games, those included that wait for slower ones before them.
    pub done: u64,
    /// What follows from the games in the order of the schedule up to the first that is missing.
    pub standing: &'a Standing,
}

/// Hears how a run goes on. Called from the thread that writes.
pub trait Progress {
    /// The run begins, or goes on from games that are there already.
    fn begin(&self, status: &Status<'_>) {
        let _ = status;
    }

    /// Games have been finished.
    fn advance(&self, status: &Status<'_>) {
        let _ = status;
    }

    /// The run has come to its end, or stops for now.
    fn finish(&self, status: &Status<'_>) {
        let _ = status;
    }

    /// An agent, given by its spec, has failed in a game.
    fn failure(&self, game: u64, agent: &str, cause: &AgentFailure) {
        let _ = (game, agent, cause);
    }
}

/// Nobody hears of it.
impl Progress for () {}

/// How to run, none of which changes what is written.
#[derive(Clone, Copy)]
pub struct RunOptions<'a, G: Game> {
    /// Number of threads that play; `None` takes one for each processor.
    pub threads: Option<usize>,
    /// Whether to go on with a file that exists.
    pub resume: bool,
    /// A request to stop.
    pub stop: &'a Stop,
    /// Who hears of it.
    pub progress: &'a dyn Progress,
    /// Where agents come from.
    pub roster: &'a dyn Roster<G>,
    /// More failures of agents than these end the run.
    pub max_failures: u64,
    /// How files are written.
    pub files: &'a dyn Files,
}

impl<'a, G: Game> RunOptions<'a, G> {
    /// A new file, a thread for each processor, and nobody hears of it.
    #[must_use]
    pub fn new(roster: &'a dyn Roster<G>, stop: &'a Stop) -> Self {
        Self {
            threads: None,
            resume: false,
            stop,
            progress: &(),
            roster,
            max_failures: crate::DEFAULT_MAX_FAILURES,
            files: &Disk,
        }
    }
}

/// What a run has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Games that the file holds in the order of the schedule.
    pub games: u64,
    /// Finished games that were there before.
    pub resumed: u64,
    /// Finished games that are safe in the journal, since slower ones before them are missing.
    pub in_journal: u64,
    /// Whether all games are there, or a rule to stop has decided.
    pub finished: bool,
}

/// Plays the games of a tournament that the file does not hold yet and writes them, in the order of
/// the schedule. The bytes depend on the tournament alone: not on the number of threads, nor on how
/// often the run was interrupted, and where.
///
/// A finished game is on disk within about a second: in the file, or in a journal beside it (the
/// file's name with `.journal` at its end) if its block is not full or games before it are missing.
/// The journal is gone when the run has come to its end.
///
/// # Errors
/// Before anything is played: if the tournament makes no sense, no opening can be drawn, an agent
/// can't be built, or the file cannot be made, exists without [`RunOptions::resume`], is being
/// written by another run, or is not what this tournament would have written so far. Later: if
/// writing fails, or agents fail in too many games.
pub fn run<G: Game>(
    tournament: &Tournament<G>,
    path: &Path,
    options: &RunOptions<'_, G>,
) -> Result<Summary, RunError> {
    tournament.check()?;
    for spec in &tournament.agents {
        options.roster.check(spec, &tournament.rules)?;
    }
    Players::new(tournament, options.roster)?;
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
        let games = standing.games();
        let status = Status {
            games: tournament.games,
            done: games,
            standing: &standing,
        };
        options.progress.begin(&status);
        options.progress.finish(&status);
        return Ok(Summary {
            games,
            resumed: games,
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
    let mut summariser = Summariser::<G>::new(&tournament.rules, tournament.stop);
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
    let mut collector = Collector::new(output, standing, waiting, tournament, options);
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
    options.progress.finish(&collector.status());
    let failed = match outcome {
        Err(Trouble::Write(error)) => return Err(write_error(error)),
        Err(Trouble::Other(error)) => Some(error),
        Ok(()) => None,
    };
    // Whatever happened, what is finished goes into the file.
    match collector.close(finished && failed.is_none()) {
        Err(Trouble::Write(error)) => return Err(write_error(error)),
        Err(Trouble::Other(error)) => return Err(error),
        Ok(()) => {}
    }
    failed.map_or(
        Ok(Summary {
            games,
            resumed,
            in_journal: if finished { 0 } else { in_journal },
            finished,
        }),
        Err,
    )
}

/// An error if agents have failed in more games than they may.
fn too_many_failures<G: Game>(
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

/// The standing of a run that is complete already, so that nothing need be touched.
fn completed<G: Game>(
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

/// Plays what is missing.
fn play_into<G: Game>(
    tournament: &Tournament<G>,
    header: &Header,
    collector: &mut Collector<'_, '_>,
    pool: &rayon::ThreadPool,
    options: &RunOptions<'_, G>,
) -> Result<(), Trouble> {
    let threads = pool.current_num_threads();
    let block = u64::from(header.games_per_block);

    // Up to a block boundary games go one by one; then whole blocks if games are fast.
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
        let window = Window::new(0, units.count(), 8 * threads as u64);
        let (sender, receiver) = sync_channel(2 * threads);
        let there: Vec<u64> = collector.waiting.keys().copied().collect();
        // What ends the run need not end the whole program.
        let stop = options.stop.part();
        let job = Job {
            tournament,
            header,
            roster: options.roster,
            units: &units,
            window: &window,
            there: &there,
            stop: &stop,
        };
        pool.in_place_scope(|scope| {
            for _ in 0..threads {
                let (sender, job) = (sender.clone(), &job);
                scope.spawn(move |_| job.work(&sender));
            }
            drop(sender);
            let _guard = StopOnPanic(&stop);
            let result = collector.collect(&receiver, &window, &units);
            if result.is_err() || collector.is_complete() {
                // The players must not wait for a writer that takes nothing more.
                stop.request();
            }
            drop(receiver);
            result
        })?;
    }
    Ok(())
}
