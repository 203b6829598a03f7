//! Tournaments for tests, and agents and files that fail on purpose.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use flipside_ai::{
    Agent, AgentFactory, AgentFailure, AgentFailureKind, BuildError, BuiltInAgents, Choice,
    ChooseError, Playable, Rng, Spec, Stop,
};
use flipside_arena::{
    Files, Openings, Progress, RunFile, RunOptions, RunSummary, Status, Tournament,
};
use flipside_arena::{RunError, run};
use flipside_records::{Format, ScheduleSpec};
use flipside_rules::FullGame;

pub fn tournament<G: FullGame>(agents: &[&str], format: Format, games: u64) -> Tournament<G> {
    Tournament {
        rules: G::Rules::default(),
        agents: agents.iter().map(|spec| spec.parse().unwrap()).collect(),
        seed: 11,
        games,
        schedule: ScheduleSpec {
            annotated: true,
            ..ScheduleSpec::new(format, Openings::Random { turns: 2 })
        },
    }
}

/// Asks to stop once so many games are done.
pub struct StopAfter<'a> {
    pub games: u64,
    pub stop: &'a Stop,
}

impl Progress for StopAfter<'_> {
    fn advance(&self, status: &Status<'_>) {
        if status.done >= self.games {
            self.stop.request();
        }
    }
}

pub fn play<G: Playable>(
    tournament: &Tournament<G>,
    path: &Path,
    threads: usize,
    resume: bool,
    stop_after: u64,
) -> Result<RunSummary, RunError> {
    play_with(
        &BuiltInAgents,
        tournament,
        path,
        threads,
        resume,
        stop_after,
    )
}

pub fn play_with<G: FullGame>(
    factory: &dyn AgentFactory<G>,
    tournament: &Tournament<G>,
    path: &Path,
    threads: usize,
    resume: bool,
    stop_after: u64,
) -> Result<RunSummary, RunError> {
    let stop = Stop::new();
    let progress = StopAfter {
        games: stop_after,
        stop: &stop,
    };
    let options = RunOptions {
        threads: Some(threads),
        resume,
        progress: &progress,
        ..RunOptions::new(factory, &stop)
    };
    run(tournament, path, &options)
}

/// What a scripted agent does at its second turn (or before the first) in games whose seed says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trick {
    Panic,
    /// Gives a turn that has been played already.
    Illegal,
    /// Thinks until it is asked to stop.
    Slow,
    /// Never comes to play, which takes it longer than a turn may.
    Absent,
    /// Says that the game is over.
    GivesUp,
}

/// Agents named `uct` are scripted; the others are what they are.
pub struct Scripted {
    pub trick: Trick,
    /// One game in so many has the trick.
    pub one_in: u64,
    /// Milliseconds for every turn.
    pub pause: u64,
    /// More milliseconds for every turn of a game: its seed's remainder by this number.
    pub jitter: u64,
    /// Games begun.
    pub begun: Arc<AtomicU64>,
}

impl Scripted {
    pub fn new(trick: Trick, one_in: u64) -> Self {
        Self {
            trick,
            one_in,
            pause: 0,
            jitter: 1,
            begun: Arc::default(),
        }
    }
}

impl<G: Playable> AgentFactory<G> for Scripted {
    fn agent(&self, spec: &Spec) -> Result<Box<dyn Agent<G>>, BuildError> {
        if spec.name() != "uct" {
            return BuiltInAgents.agent(spec);
        }
        Ok(Box::new(Actor {
            trick: self.trick,
            one_in: self.one_in,
            pause: Duration::ZERO,
            least: self.pause,
            jitter: self.jitter,
            begun: Arc::clone(&self.begun),
            rng: Rng::new(0),
            acts: false,
            turns: 0,
            seen: None,
        }))
    }
}

struct Actor<G: FullGame> {
    trick: Trick,
    one_in: u64,
    pause: Duration,
    least: u64,
    jitter: u64,
    begun: Arc<AtomicU64>,
    rng: Rng,
    acts: bool,
    turns: u32,
    seen: Option<G::Turn>,
}

impl<G: FullGame> Agent<G> for Actor<G> {
    fn begin(&mut self, seed: u64) {
        self.begun.fetch_add(1, Ordering::Relaxed);
        self.rng = Rng::new(seed);
        self.pause = Duration::from_millis(self.least + seed % self.jitter);
        self.acts = seed.is_multiple_of(self.one_in);
        self.turns = 0;
    }

    fn prepare(&mut self, _: &G, _: &Stop) -> Result<(), ChooseError> {
        if !self.acts || self.trick != Trick::Absent {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(40));
        Err(ChooseError::Failed(AgentFailure {
            kind: AgentFailureKind::Start,
            message: "as told".to_string(),
        }))
    }

    fn observe(&mut self, _: &G, turn: G::Turn) {
        self.seen = Some(turn);
    }

    fn choose(&mut self, game: &G, stop: &Stop) -> Result<Choice<G::Turn>, ChooseError> {
        std::thread::sleep(self.pause);
        self.turns += 1;
        match self.trick {
            _ if !self.acts || self.turns < 2 => {}
            Trick::Absent => panic!("asked for a turn, though it has not come to play"),
            Trick::Panic => panic!("as told"),
            Trick::Illegal => {
                let seen = self.seen.filter(|&turn| game.check(turn).is_err());
                return seen.map(Choice::new).ok_or(ChooseError::GameOver);
            }
            Trick::Slow => {
                while !stop.is_requested() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                return Err(ChooseError::Stopped);
            }
            Trick::GivesUp => return Err(ChooseError::GameOver),
        }
        let turn = game.pick_turn(|n| self.rng.below(n));
        turn.map(Choice::new).ok_or(ChooseError::GameOver)
    }
}

/// How files fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Writes take few bytes at a time; nothing fails.
    Short,
    /// After so many bytes the disk is full; the last write is cut.
    Full(u64),
    /// After so many times bringing to disk fails.
    Sync(u64),
}

/// Files that fail.
pub struct Faulty {
    pub fault: Fault,
    pub bytes: Arc<AtomicU64>,
    pub syncs: Arc<AtomicU64>,
}

impl Faulty {
    pub fn new(fault: Fault) -> Self {
        Self {
            fault,
            bytes: Arc::default(),
            syncs: Arc::default(),
        }
    }
}

impl Files for Faulty {
    fn writer(&self, file: File) -> Box<dyn RunFile> {
        Box::new(FaultyFile {
            file,
            fault: self.fault,
            bytes: Arc::clone(&self.bytes),
            syncs: Arc::clone(&self.syncs),
        })
    }
}

struct FaultyFile {
    file: File,
    fault: Fault,
    bytes: Arc<AtomicU64>,
    syncs: Arc<AtomicU64>,
}

impl Write for FaultyFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.bytes.load(Ordering::Relaxed);
        let most = match self.fault {
            Fault::Short => 1 + written as usize % 7,
            Fault::Full(limit) if written >= limit => {
                return Err(io::Error::from(io::ErrorKind::StorageFull));
            }
            Fault::Full(limit) => (limit - written) as usize,
            Fault::Sync(_) => usize::MAX,
        };
        let count = self.file.write(&bytes[..bytes.len().min(most)])?;
        self.bytes.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl RunFile for FaultyFile {
    fn sync(&mut self) -> io::Result<()> {
        let before = self.syncs.fetch_add(1, Ordering::Relaxed);
        match self.fault {
            Fault::Sync(limit) if before >= limit => Err(io::Error::other("no disk there")),
            _ => self.file.sync_data(),
        }
    }
}
