//! Positions and turns as text.

use alloc::string::{String, ToString};
use core::error::Error;

use crate::{Game, ReplayError, TurnTextError};

/// The notation of a game: texts of positions and turns, and drawings of the board.
///
/// What is written parses back to the same value.
pub trait Notation: Game {
    /// The error of a malformed position text.
    type PositionError: Error + Clone + Send + Sync + 'static;

    /// Parses a position.
    ///
    /// # Errors
    /// What is wrong, and where.
    fn parse_position(
        rules: &Self::Rules,
        text: &str,
    ) -> Result<Self::Position, Self::PositionError>;

    /// The position as text.
    fn position_text(&self) -> String;

    /// Parses a turn. It may be illegal here; [`Game::check`] decides.
    ///
    /// # Errors
    /// If the text is not a turn of this game.
    fn parse_turn(&self, text: &str) -> Result<Self::Turn, TurnTextError>;

    /// The turn as text.
    fn turn_text(&self, turn: Self::Turn) -> String;

    /// A drawing of the board, in several lines without colours.
    fn drawing(&self) -> String;

    /// A small drawing of the board, one line per row, without colours; for drawing every turn of a
    /// game. It may omit what [`Notation::drawing`] shows besides the board.
    fn small_drawing(&self) -> String {
        self.drawing()
    }

    /// Plays turns given as texts.
    ///
    /// # Errors
    /// The number and text of the first illegal turn, and the rule that it breaks. The game is then
    /// at the position before that turn.
    fn play_texts<'a>(
        &mut self,
        texts: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), ReplayError<Self::IllegalTurn>> {
        for (i, text) in texts.into_iter().enumerate() {
            let number = i + 1;
            let turn = self
                .parse_turn(text)
                .map_err(|error| ReplayError::Text { number, error })?;
            self.play(turn).map_err(|error| ReplayError::Illegal {
                number,
                text: text.to_string(),
                error,
            })?;
        }
        Ok(())
    }
}
