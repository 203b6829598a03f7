//! The writing thread: orders games, writes them, and adds them to the standing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use flipside_ai::{AgentFailure, Spec};
use flipside_records::{EncodedBlock, GameRecord, WriteError};
use flipside_rules::FullGame;

use crate::backpressure::Backpressure;
use crate::output::Output;
use crate::standing::{GameSummary, Standing};
use crate::work::{Message, Units};
use crate::{Progress, RunError, Status, Tournament};

/// A finished game is on disk after this time plus the time of writing, in a block or in the
/// journal.
const SAVE_EVERY: Duration = Duration::from_millis(500);

/// A game that waits for earlier games.
pub struct Waiting {
    pub record: GameRecord,
    pub summary: GameSummary,
    /// The failure in it, if it was played in this run.
    pub failure: Option<(u32, AgentFailure)>,
    /// Whether it is in the journal.
    pub saved: bool,
}

/// A block that waits for earlier games.
struct WaitingBlock {
    block: EncodedBlock,
    summaries: Vec<GameSummary>,
    saved: bool,
}

/// An error that ends collecting early.
pub enum CollectError {
    /// Writing failed.
    Write(WriteError),
    /// Anything else.
    Other(RunError),
}

impl From<WriteError> for CollectError {
    fn from(error: WriteError) -> Self {
        Self::Write(error)
    }
}

impl From<std::io::Error> for CollectError {
    fn from(error: std::io::Error) -> Self {
        Self::Write(error.into())
    }
}

/// The state of the writing thread.
pub struct Collector<'a, 'p> {
    pub output: Output<'a>,
    pub standing: Standing,
    pub progress: &'p dyn Progress,
    pub agents: &'p [Spec],
    /// Number of games of the tournament.
    pub games: u64,
    /// The run ends if agents fail in more games.
    pub max_failures: u64,
    /// Games that are finished but not pushed, by number.
    pub waiting: BTreeMap<u64, Waiting>,
    blocks: BTreeMap<u64, WaitingBlock>,
    /// Remarks of agents that were passed on.
    notes: BTreeSet<(u32, String)>,
    /// Number of games pending in the writer that are in the journal.
    saved_of_writer: usize,
    last_save: Instant,
}

impl<'a, 'p> Collector<'a, 'p> {
    /// Continues after the games of an output.
    pub fn new<G: FullGame>(
        output: Output<'a>,
        standing: Standing,
        waiting: BTreeMap<u64, Waiting>,
        tournament: &'p Tournament<G>,
        progress: &'p dyn Progress,
        max_failures: u64,
    ) -> Self {
        Self {
            output,
            standing,
            progress,
            agents: &tournament.agents,
            games: tournament.games,
            max_failures,
            waiting,
            blocks: BTreeMap::new(),
            notes: BTreeSet::new(),
            saved_of_writer: 0,
            last_save: Instant::now(),
        }
    }

    /// Whether no further game is needed.
    pub fn is_complete(&self) -> bool {
        self.standing.is_decided() || self.output.writer.games() >= self.games
    }

    /// The state of the run.
    pub fn status(&self) -> Status<'_> {
        let finished = self.output.writer.games()
            + self.waiting.len() as u64
            + self.blocks.values().map(|b| b.block.games()).sum::<u64>();
        Status {
            games: self.games,
            done: finished.min(self.games),
            standing: &self.standing,
        }
    }

    /// Receives finished games until no more come or are needed.
    pub fn collect(
        &mut self,
        receiver: &Receiver<Message>,
        backpressure: &Backpressure,
        units: &Units,
    ) -> Result<(), CollectError> {
        self.push_ready()?;
        while !self.is_complete() {
            let wait = SAVE_EVERY.saturating_sub(self.last_save.elapsed());
            match receiver.recv_timeout(wait) {
                Ok(Message::Block(block, summaries)) => {
                    let first = summaries.first().map_or(0, |game| game.game);
                    let waiting = WaitingBlock {
                        block,
                        summaries,
                        saved: false,
                    };
                    self.blocks.insert(first, waiting);
                }
                Ok(Message::Games(batch)) => {
                    for (record, summary) in batch.records.into_iter().zip(batch.summaries) {
                        let waiting = Waiting {
                            record,
                            summary,
                            failure: None,
                            saved: false,
                        };
                        self.waiting.insert(summary.game, waiting);
                    }
                    for (game, player, cause) in batch.failures {
                        if let Some(waiting) = self.waiting.get_mut(&game) {
                            waiting.failure = Some((player, cause));
                        }
                    }
                }
                Ok(Message::Note(agent, note)) => {
                    // Each thread has its own copy of the agent, so the same remark can come several times.
                    if self.notes.insert((agent, note.clone())) {
                        let agent = self.agents[agent as usize].to_string();
                        self.progress.note(&agent, &note);
                    }
                }
                Ok(Message::Failed(error)) => return Err(CollectError::Other(error)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.push_ready()?;
            backpressure.advance(units.below(self.output.writer.games()));
            self.progress.advance(&self.status());
            if self.last_save.elapsed() >= SAVE_EVERY {
                self.save()?;
            }
        }
        Ok(())
    }

    /// Writes the games that follow without a gap, as long as they are needed.
    pub fn push_ready(&mut self) -> Result<(), CollectError> {
        while !self.is_complete() {
            let next = self.output.writer.games();
            if let Some(ready) = self.blocks.remove(&next) {
                self.output.writer.push_block(&ready.block)?;
                ready
                    .summaries
                    .iter()
                    .for_each(|game| self.standing.add(game));
            } else if let Some(ready) = self.waiting.remove(&next) {
                self.push(ready)?;
            } else {
                break;
            }
        }
        Ok(())
    }

    fn push(&mut self, ready: Waiting) -> Result<(), CollectError> {
        self.standing.add(&ready.summary);
        self.output.writer.push(ready.record)?;
        if self.output.writer.waiting().is_empty() {
            self.saved_of_writer = 0;
        }
        if let Some((player, cause)) = &ready.failure {
            let agent = self.agents[*player as usize].to_string();
            self.progress.failure(ready.summary.game, &agent, cause);
        }
        if self.standing.failures() > self.max_failures {
            return Err(CollectError::Other(RunError::Failures {
                failures: self.standing.failures(),
                allowed: self.max_failures,
                last: ready.failure.map(|(player, cause)| {
                    format!(" (the last: {}: {cause})", self.agents[player as usize])
                }),
            }));
        }
        Ok(())
    }

    /// Flushes finished games to disk; games outside blocks go into the journal.
    fn save(&mut self) -> Result<(), CollectError> {
        self.output.writer.out().sync()?;
        let needed = self.output.writer.pending() as u64
            + self.waiting.len() as u64
            + self.blocks.values().map(|b| b.block.games()).sum::<u64>();
        if needed > 0 && self.output.journal.is_stale(needed) {
            self.save_all()?;
        } else {
            self.save_new()?;
        }
        self.last_save = Instant::now();
        Ok(())
    }

    /// Adds new games to the journal.
    fn save_new(&mut self) -> Result<(), CollectError> {
        let header = self.output.writer.header().clone();
        let mut fresh = Vec::new();
        let taken = self.output.writer.waiting();
        for record in &taken[self.saved_of_writer..] {
            fresh.push(EncodedBlock::new(&header, std::slice::from_ref(record))?);
        }
        self.saved_of_writer = taken.len();
        for waiting in self.waiting.values_mut().filter(|waiting| !waiting.saved) {
            let record = std::slice::from_ref(&waiting.record);
            fresh.push(EncodedBlock::new(&header, record)?);
            waiting.saved = true;
        }
        let mut frames: Vec<&EncodedBlock> = fresh.iter().collect();
        for waiting in self.blocks.values_mut().filter(|waiting| !waiting.saved) {
            frames.push(&waiting.block);
            waiting.saved = true;
        }
        if !frames.is_empty() {
            self.output.journal.add(&frames)?;
        }
        Ok(())
    }

    /// Rewrites the journal with all games outside blocks.
    pub fn save_all(&mut self) -> Result<(), CollectError> {
        let header = self.output.writer.header().clone();
        let mut games = Vec::new();
        let taken = self.output.writer.waiting();
        self.saved_of_writer = taken.len();
        let waiting = self.waiting.values_mut().map(|waiting| {
            waiting.saved = true;
            &waiting.record
        });
        for record in taken.iter().chain(waiting) {
            games.push(EncodedBlock::new(&header, std::slice::from_ref(record))?);
        }
        let mut frames: Vec<&EncodedBlock> = games.iter().collect();
        for waiting in self.blocks.values_mut() {
            waiting.saved = true;
            frames.push(&waiting.block);
        }
        self.output.journal.rewrite(&frames)?;
        Ok(())
    }

    /// Closes the file, with the end mark of a completed run or so that it can be resumed. Returns
    /// the standing.
    pub fn close(mut self, finished: bool) -> Result<Standing, CollectError> {
        if finished {
            let mut out = self.output.writer.finish()?;
            out.sync()?;
        } else {
            // The journal first, so that no game is ever in neither of them.
            if self.output.writer.pending() + self.waiting.len() + self.blocks.len() > 0 {
                self.save_all()?;
            }
            let mut out = self.output.writer.flush_partial()?;
            out.sync()?;
            if self.waiting.len() + self.blocks.len() > 0 {
                return Ok(self.standing);
            }
        }
        self.output.journal.remove()?;
        Ok(self.standing)
    }
}
