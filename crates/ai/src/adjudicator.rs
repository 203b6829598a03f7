//! Deciding games before they are over.

use flipside_rules::{Game, Seat};

/// Decides games before they are over. One adjudicator looks at one game after the other.
pub trait Adjudicator<G: Game>: Send {
    /// A game begins. Nothing of the one before matters.
    fn begin(&mut self);

    /// Looks at a game. It must be shown every position of a game in order, the first one and those
    /// of the opening included, since repetition may depend on all of them.
    ///
    /// Says who has won already: whoever it names wins from here with best play, whatever the
    /// other does. `None` if nobody has, if that is not known, and if the game is over.
    ///
    /// # Errors
    /// What it needs can no longer be read; why.
    fn winner(&mut self, game: &G) -> Result<Option<Seat>, String>;
}
