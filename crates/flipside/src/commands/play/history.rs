//! The history of a game: its start, its turns and its current position.

use flipside_ai::{Agent, BEHAVIOUR_VERSION, Choice};
use flipside_records::{
    Annotation, End, EndReason, GameRecord, Header, RecordedScore, WriteError, Writer,
};
use flipside_rules::{ForMover, FullGame, GameResult, Seat};

/// The schedule in the header of a saved game.
const SCHEDULE: &str = "played";

/// A game with all its turns.
#[derive(Clone, Debug)]
pub struct GameHistory<G: FullGame> {
    start: G,
    turns: Vec<G::Turn>,
    annotations: Vec<Annotation>,
    /// Number of turns given at the start, which are never taken back.
    given: usize,
    now: G,
    resigned: Option<Seat>,
}

/// A turn that was played, and the game before it.
#[derive(Clone, Copy, Debug)]
pub struct Last<'a, G: FullGame> {
    pub before: &'a G,
    pub turn: G::Turn,
}

impl<G: FullGame> GameHistory<G> {
    /// Creates a game that begins with given, legal turns.
    pub fn new(start: G, given: &[G::Turn]) -> Self {
        let mut history = Self {
            now: start.clone(),
            start,
            turns: Vec::new(),
            annotations: Vec::new(),
            given: given.len(),
            resigned: None,
        };
        for &turn in given {
            history.add(turn, Annotation::default());
        }
        history
    }

    /// Returns the game after the last turn.
    pub const fn now(&self) -> &G {
        &self.now
    }

    /// Returns the number of turns played.
    pub fn len(&self) -> usize {
        self.turns.len()
    }

    fn add(&mut self, turn: G::Turn, annotation: Annotation) {
        self.now.play_unchecked(turn);
        self.turns.push(turn);
        self.annotations.push(annotation);
    }
    /// Plays a turn.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn play(&mut self, turn: G::Turn) -> Result<(), G::IllegalTurn> {
        self.now.check(turn)?;
        self.add(turn, Annotation::default());
        Ok(())
    }

    /// Plays a turn that an agent chose.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn play_choice(&mut self, choice: &Choice<G::Turn>) -> Result<(), G::IllegalTurn> {
        self.now.check(choice.turn)?;
        let value = choice.value;
        let annotation = Annotation {
            value: value
                .and_then(|ForMover(score)| RecordedScore::from_expected(score))
                .map(ForMover),
            nodes: choice.nodes,
            depth: choice.depth,
        };
        self.add(choice.turn, annotation);
        Ok(())
    }

    /// The player to move resigns.
    pub fn resign(&mut self) {
        self.resigned = Some(self.now.to_move());
    }

    /// Returns the player who resigned.
    pub const fn resigned(&self) -> Option<Seat> {
        self.resigned
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.resigned.is_some() || self.now.outcome().is_some()
    }

    /// Takes back all turns from the last one of these seats on, and returns their number; or
    /// takes back a resignation, which is not a turn, and returns 0. `None` if there is nothing to take back.
    pub fn take_back(&mut self, seats: &[Seat]) -> Option<usize> {
        if self.resigned.take().is_some() {
            return Some(0);
        }
        let movers = self.movers();
        let length = (self.given..self.len()).rfind(|&i| seats.contains(&movers[i]))?;
        let taken = self.len() - length;
        self.turns.truncate(length);
        self.annotations.truncate(length);
        self.now = self.start.clone();
        for &turn in &self.turns {
            self.now.play_unchecked(turn);
        }
        Some(taken)
    }

    /// Returns the player of each turn.
    fn movers(&self) -> Vec<Seat> {
        let mut movers = Vec::new();
        self.replay(|game, _| movers.push(game.to_move()));
        movers
    }

    /// Calls `each` with every turn and the game before it.
    fn replay(&self, mut each: impl FnMut(&G, G::Turn)) {
        let mut game = self.start.clone();
        for &turn in &self.turns {
            each(&game, turn);
            game.play_unchecked(turn);
        }
    }

    /// Starts a new game for an agent and replays the turns to it.
    pub fn tell(&self, agent: &mut dyn Agent<G>, seed: u64) {
        agent.begin(seed);
        self.replay(|game, turn| agent.observe(game, turn));
    }

    /// Returns the last `most` turns, each with the game before it, the newest first.
    pub fn recent(&self, most: usize) -> Vec<(G, G::Turn)> {
        let skipped = self.len().saturating_sub(most);
        let mut recent = Vec::new();
        let mut number = 0;
        self.replay(|game, turn| {
            if number >= skipped {
                recent.insert(0, (game.clone(), turn));
            }
            number += 1;
        });
        recent
    }

    /// Returns all turns as text, separated by spaces.
    pub fn texts(&self) -> String {
        let mut texts = Vec::new();
        self.replay(|game, turn| texts.push(game.turn_text(turn)));
        texts.join(" ")
    }

    /// Returns the starting position as text, if it is not the game's own.
    pub fn start_text(&self) -> Option<String> {
        let usual = G::new(self.start.rules().clone());
        let start = self.start.position_text();
        (usual.position_text() != start).then_some(start)
    }

    fn end(&self) -> End {
        match (self.now.outcome(), self.resigned) {
            // An outcome's reason is always one of the game's own.
            (Some(outcome), _) => End::by_rules::<G>(outcome).unwrap_or(End::PLY_LIMIT),
            (None, Some(seat)) => End {
                result: GameResult::Win(seat.other()),
                reason: EndReason::Adjudicated,
            },
            (None, None) => End::PLY_LIMIT,
        }
    }

    /// Returns a record file with this game only, between players of these names.
    ///
    /// # Errors
    /// If the game cannot be recorded.
    pub fn record(&self, names: &[String; 2], seed: u64) -> Result<Vec<u8>, WriteError> {
        let mut header = Header::new::<G>(self.start.rules());
        header.agents = names.to_vec();
        header.agents.dedup();
        header.behaviour = BEHAVIOUR_VERSION;
        header.schedule = SCHEDULE.to_string();
        let second = header.agents.len() as u32 - 1;
        let mut record = GameRecord::new(0, [0, second], seed);
        record.opening = self.given as u32;
        record.start = self.start_text();
        record.end = self.end();
        for &turn in &self.turns {
            record.turns.push::<G>(turn);
        }
        record.annotations.clone_from(&self.annotations);
        let mut writer = Writer::new(Vec::new(), &header)?;
        writer.push(record)?;
        writer.finish()
    }
}
