//! The thread that writes: puts games into order, into the file, and into the standing.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use flipside_ai::{AgentFailure, Spec};
use flipside_records::{EncodedBlock, GameRecord, WriteError};
use flipside_rules::Game;

use crate::output::Output;
use crate::standing::{GameSummary, Standing};
use crate::window::Window;
use crate::work::{Message, Units};
use crate::{Progress, RunError, RunOptions, Status, Tournament};

/// A finished game is on disk after no more than this, and the little that writing takes: in a
/// block, or in the journal.
const SAVE_EVERY: Duration = Duration::from_millis(500);

/// A game that waits for those before it.
pub struct Waiting {
    pub record: GameRecord,
    pub summary: GameSummary,
    /// The failure in it, if it has just been played.
    pub failure: Option<(u32, AgentFailure)>,
    /// Whether it is in the journal.
    pub saved: bool,
}

/// A block that waits for the games before it.
struct WaitingBlock {
    block: EncodedBlock,
    summaries: Vec<GameSummary>,
    saved: bool,
}

/// Why collecting ended before all games were there.
pub enum Trouble {
    /// Writing failed.
    Write(WriteError),
    /// Anything else.
    Other(RunError),
}

impl From<WriteError> for Trouble {
    fn from(error: WriteError) -> Self {
        Self::Write(error)
    }
}

impl From<std::io::Error> for Trouble {
    fn from(error: std::io::Error) -> Self {
        Self::Write(error.into())
    }
}

/// What the writing thread works on.
pub struct Collector<'a, 'p> {
    pub output: Output<'a>,
    pub standing: Standing,
    pub progress: &'p dyn Progress,
    pub agents: &'p [Spec],
    /// Games in all.
    pub games: u64,
    /// More failures than these end the run.
    pub max_failures: u64,
    /// Games that are finished but not pushed, by number.
    pub waiting: BTreeMap<u64, Waiting>,
    blocks: BTreeMap<u64, WaitingBlock>,
    /// How many of the games that the writer has taken, but not yet written, are in the journal.
    saved_of_writer: usize,
    last_save: Instant,
}

impl<'a, 'p> Collector<'a, 'p> {
    /// Goes on from what an output holds.
    pub fn new<G: Game>(
        output: Output<'a>,
        standing: Standing,
        waiting: BTreeMap<u64, Waiting>,
        tournament: &'p Tournament<G>,
        options: &RunOptions<'p, G>,
    ) -> Self {
        Self {
            output,
            standing,
            progress: options.progress,
            agents: &tournament.agents,
            games: tournament.games,
            max_failures: options.max_failures,
            waiting,
            blocks: BTreeMap::new(),
            saved_of_writer: 0,
            last_save: Instant::now(),
        }
    }

    /// Whether no further game is wanted.
    pub fn is_complete(&self) -> bool {
        self.standing.is_decided() || self.output.writer.games() >= self.games
    }

    /// How the run stands.
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

    /// Takes games as they finish until there are no more, or no more are wanted.
    pub fn collect(
        &mut self,
        receiver: &Receiver<Message>,
        window: &Window,
        units: &Units,
    ) -> Result<(), Trouble> {
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
                Ok(Message::Failed(error)) => return Err(Trouble::Other(error)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.push_ready()?;
            window.advance(units.below(self.output.writer.games()));
            self.progress.advance(&self.status());
            if self.last_save.elapsed() >= SAVE_EVERY {
                self.save()?;
            }
        }
        Ok(())
    }

    /// Writes whatever follows without a gap, as long as it is wanted.
    pub fn push_ready(&mut self) -> Result<(), Trouble> {
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

    fn push(&mut self, ready: Waiting) -> Result<(), Trouble> {
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
            return Err(Trouble::Other(RunError::Failures {
                failures: self.standing.failures(),
                allowed: self.max_failures,
                last: ready.failure.map(|(player, cause)| {
                    format!(" (the last: {}: {cause})", self.agents[player as usize])
                }),
            }));
        }
        Ok(())
    }

    /// Brings to disk what is finished: what is not in a block goes into the journal.
    fn save(&mut self) -> Result<(), Trouble> {
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

    /// Adds to the journal what is not in it.
    fn save_new(&mut self) -> Result<(), Trouble> {
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

    /// Writes the journal anew with all that is not in a block.
    pub fn save_all(&mut self) -> Result<(), Trouble> {
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

    /// Closes the file: with the mark of a run that has come to its end, or in a way that a later
    /// run can go on.
    pub fn close(mut self, finished: bool) -> Result<(), Trouble> {
        if finished {
            let mut out = self.output.writer.finish()?;
            out.sync()?;
        } else {
            // First the journal, so that nothing is ever in neither of them.
            if self.output.writer.pending() + self.waiting.len() + self.blocks.len() > 0 {
                self.save_all()?;
            }
            let mut out = self.output.writer.flush_partial()?;
            out.sync()?;
            if self.waiting.len() + self.blocks.len() > 0 {
                return Ok(());
            }
        }
        self.output.journal.remove()?;
        Ok(())
    }
}
