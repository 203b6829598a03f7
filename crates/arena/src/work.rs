//! The playing threads.

use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

use flipside_ai::{AgentFactory, AgentFailure, Stop};
use flipside_records::{EncodedBlock, GameRecord, Header};
use flipside_rules::FullGame;

use crate::backpressure::Backpressure;
use crate::standing::{GameSummary, Summariser};
use crate::{PlayedGame, Players, RunError, Tournament, play_game};

/// Maximum time before a thread sends its finished games.
const KEEP: Duration = Duration::from_millis(200);

/// Finished games.
#[derive(Default)]
pub struct Batch {
    /// The games, ascending by number.
    pub records: Vec<GameRecord>,
    /// A summary of each.
    pub summaries: Vec<GameSummary>,
    /// Failures, each with the number of its game and of the agent.
    pub failures: Vec<(u64, u32, AgentFailure)>,
}

/// A message to the writing thread.
pub enum Message {
    /// A whole block, encoded where it was played, and the summaries of its games.
    Block(EncodedBlock, Vec<GameSummary>),
    /// Single games.
    Games(Batch),
    /// A remark of an agent, given by its number, for the user.
    Note(u32, String),
    /// No further games can be played.
    Failed(RunError),
}

/// A range of games divided into units of work.
pub struct Units {
    /// Number of the first game.
    pub first: u64,
    /// Number after the last game.
    pub end: u64,
    /// Games in each unit but the last.
    pub size: u64,
}

impl Units {
    pub fn count(&self) -> u64 {
        (self.end - self.first).div_ceil(self.size)
    }

    fn of(&self, unit: u64) -> std::ops::Range<u64> {
        let start = self.first + unit * self.size;
        start..(start + self.size).min(self.end)
    }

    /// Number of units that lie wholly below a game.
    pub fn below(&self, game: u64) -> u64 {
        (game.saturating_sub(self.first)) / self.size
    }
}

/// The data shared by all threads.
pub struct Job<'a, G: FullGame> {
    pub tournament: &'a Tournament<G>,
    pub header: &'a Header,
    pub factory: &'a dyn AgentFactory<G>,
    pub units: &'a Units,
    pub backpressure: &'a Backpressure,
    /// Numbers of games that already exist, ascending.
    pub present: &'a [u64],
    pub stop: &'a Stop,
}

/// Requests a stop if its thread panics; otherwise the other threads would wait forever.
pub struct StopOnPanic<'a>(pub &'a Stop);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.request();
        }
    }
}

impl<G: FullGame> Job<'_, G> {
    /// Plays units until none is left or the receiver is gone.
    pub fn work(&self, sender: &SyncSender<Message>) {
        let _guard = StopOnPanic(self.stop);
        // If the receiver is gone, the error cannot be reported.
        let mut players = match Players::new(self.tournament, self.factory) {
            Ok(players) => players,
            Err(error) => {
                let _ = sender.send(Message::Failed(error.into()));
                return;
            }
        };
        let mut summariser = Summariser::new(&self.tournament.rules, self.tournament.schedule.stop);
        while let Some(unit) = self.backpressure.claim(self.stop) {
            if !self.play(unit, &mut players, &mut summariser, sender) {
                return;
            }
        }
    }

    /// Plays a unit; `false` if the thread should end.
    fn play(
        &self,
        unit: u64,
        players: &mut Players<'_, G>,
        summariser: &mut Summariser<G>,
        sender: &SyncSender<Message>,
    ) -> bool {
        let mut batch = Batch::default();
        let mut sent = Instant::now();
        for number in self.units.of(unit) {
            if self.present.binary_search(&number).is_ok() {
                continue;
            }
            let entry = self.tournament.entry(number);
            match play_game(self.tournament, &entry, players, self.stop) {
                Ok(Some(PlayedGame { record, failure })) => {
                    let failure = failure.map(|(player, cause)| (number, player, cause));
                    batch.failures.extend(failure);
                    batch.summaries.push(summariser.summary(&record));
                    batch.records.push(record);
                }
                Ok(None) => {
                    let _ = sender.send(Message::Games(batch));
                    return false;
                }
                Err(error) => {
                    let _ = sender.send(Message::Failed(error));
                    return false;
                }
            }
            // Reading the clock after every fast game would be slow.
            let check_clock = self.units.size > 1 && number.is_multiple_of(4);
            if check_clock && sent.elapsed() >= KEEP {
                sent = Instant::now();
                let games = Message::Games(std::mem::take(&mut batch));
                if sender.send(games).is_err() {
                    return false;
                }
            }
        }
        // Once for each unit, since a unit of instant agents has many games; and before its games, since
        // nothing is received after the last game.
        for (agent, note) in players.take_notes() {
            if sender.send(Message::Note(agent, note)).is_err() {
                return false;
            }
        }
        let message = match self.encoded(&batch) {
            Some(block) => Message::Block(block, batch.summaries),
            None => Message::Games(batch),
        };
        sender.send(message).is_ok()
    }

    /// The games as an encoded block, if it is full and neither failures nor a stop rule require single
    /// games.
    fn encoded(&self, batch: &Batch) -> Option<EncodedBlock> {
        let whole = batch.records.len() == self.header.games_per_block as usize;
        let smooth = batch.summaries.iter().all(|game| !game.failed);
        if !whole || !smooth || self.tournament.schedule.stop.is_some() {
            return None;
        }
        EncodedBlock::new(self.header, &batch.records).ok()
    }
}
