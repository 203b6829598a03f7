//! What the threads that play do.

use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

use flipside_ai::{AgentFailure, Roster, Stop};
use flipside_records::{EncodedBlock, GameRecord, Header};
use flipside_rules::Game;

use crate::standing::{GameSummary, Summariser};
use crate::window::Window;
use crate::{PlayedGame, Players, RunError, Tournament, play_game};

/// A thread keeps finished games to itself for no longer than this.
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

/// What goes through the channel to the thread that writes.
pub enum Message {
    /// A whole block, encoded where it was played, and the summaries of its games.
    Block(EncodedBlock, Vec<GameSummary>),
    /// Single games.
    Games(Batch),
    /// Nothing more can be played.
    Failed(RunError),
}

/// How a range of games is cut into units of work.
pub struct Units {
    /// Number of the first game.
    pub first: u64,
    /// Number behind the last game.
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

    /// How many units lie wholly below a game.
    pub fn below(&self, game: u64) -> u64 {
        (game.saturating_sub(self.first)) / self.size
    }
}

/// What all threads have in common.
pub struct Job<'a, G: Game> {
    pub tournament: &'a Tournament<G>,
    pub header: &'a Header,
    pub roster: &'a dyn Roster<G>,
    pub units: &'a Units,
    pub window: &'a Window,
    /// Numbers of games that are there already, ascending.
    pub there: &'a [u64],
    pub stop: &'a Stop,
}

/// Stops everyone if the thread that holds it panics: the others would wait for its games for ever.
pub struct StopOnPanic<'a>(pub &'a Stop);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.request();
        }
    }
}

impl<G: Game> Job<'_, G> {
    /// Plays units until there are none left, or nobody listens.
    pub fn work(&self, sender: &SyncSender<Message>) {
        let _guard = StopOnPanic(self.stop);
        // If nobody listens any more, there is nobody to tell.
        let mut players = match Players::new(self.tournament, self.roster) {
            Ok(players) => players,
            Err(error) => {
                let _ = sender.send(Message::Failed(error.into()));
                return;
            }
        };
        let mut summariser = Summariser::new(&self.tournament.rules, self.tournament.stop);
        while let Some(unit) = self.window.claim(self.stop) {
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
        let schedule = self.tournament.schedule();
        let mut batch = Batch::default();
        let mut sent = Instant::now();
        for number in self.units.of(unit) {
            if self.there.binary_search(&number).is_ok() {
                continue;
            }
            match play_game(self.tournament, &schedule.entry(number), players, self.stop) {
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
            // The clock need not be asked after every one of a million games in a second.
            let look = self.units.size > 1 && number.is_multiple_of(4);
            if look && sent.elapsed() >= KEEP {
                sent = Instant::now();
                let games = Message::Games(std::mem::take(&mut batch));
                if sender.send(games).is_err() {
                    return false;
                }
            }
        }
        let message = match self.encoded(&batch) {
            Some(block) => Message::Block(block, batch.summaries),
            None => Message::Games(batch),
        };
        sender.send(message).is_ok()
    }

    /// The games as a block, if they are a whole one and nothing about them needs a closer look.
    fn encoded(&self, batch: &Batch) -> Option<EncodedBlock> {
        let whole = batch.records.len() == self.header.games_per_block as usize;
        let smooth = batch.summaries.iter().all(|game| !game.failed);
        if !whole || !smooth || self.tournament.stop.is_some() {
            return None;
        }
        EncodedBlock::new(self.header, &batch.records).ok()
    }
}
