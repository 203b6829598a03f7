//! The game so far as protocol lines.

use flipside_rules::Notation;

/// The lines that describe a game to an engine, and how many of them were sent.
#[derive(Debug)]
pub struct Transcript<G> {
    lines: Vec<String>,
    sent: usize,
    game: G,
}

impl<G: Notation> Transcript<G> {
    fn new(seed: u64, start: &G) -> Self {
        let usual = G::new(start.rules().clone());
        let line = match start.position() == usual.position() {
            true => format!("new {seed}"),
            false => format!("new {seed} {}", start.position_text()),
        };
        Self {
            lines: vec![line],
            sent: 0,
            game: start.clone(),
        }
    }

    /// Returns the observed transcript if it leads to `game`; otherwise replaces it by one that
    /// starts at the position of `game`.
    pub fn of<'a>(observed: &'a mut Option<Self>, seed: u64, game: &G) -> &'a mut Self {
        let fits = |transcript: &Self| {
            transcript.game.position() == game.position() && transcript.game.rules() == game.rules()
        };
        let transcript = observed.take().filter(fits);
        observed.insert(transcript.unwrap_or_else(|| Self::new(seed, game)))
    }

    /// Appends a legal turn.
    pub fn play(&mut self, turn: G::Turn) {
        self.lines
            .push(format!("turn {}", self.game.turn_text(turn)));
        self.game.play_unchecked(turn);
    }

    /// Returns the game after the last turn.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Returns the lines that were not sent yet and marks them as sent.
    pub fn take_unsent(&mut self) -> &[String] {
        let sent = std::mem::replace(&mut self.sent, self.lines.len());
        &self.lines[sent..]
    }

    /// Marks all lines as not sent.
    pub const fn rewind(&mut self) {
        self.sent = 0;
    }
}
