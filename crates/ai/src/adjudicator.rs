//! Deciding games before they are over.

use flipside_rules::{Game, Seat};

/// Decides games before they are over.
pub trait Adjudicator<G: Game>: Send {
    /// Who has won a game already: whoever it names wins from here with best play, whatever the
    /// other does. `None` if nobody has, if that is not known, and if the game is over.
    ///
    /// # Errors
    /// What it needs can no longer be read; why.
    fn winner(&mut self, game: &G) -> Result<Option<Seat>, String>;
}
