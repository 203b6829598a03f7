//! The legal turns of a game with their values.

use flipside_rules::Game as _;
use flipside_rules::hexflip::{Hexflip, Turn};

use crate::code::Value;
use crate::error::TableError;
use crate::probe::Probe;

/// The legal turns of a game with their values for the player who makes them: from the outcome if
/// the turn ends the game, else from the table.
///
/// Turns that are forbidden by repetition are not legal and not listed. The values ignore
/// repetitions that may occur later, as the table does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnValues {
    /// Turns and values, in the order in which the game lists its turns.
    pub turns: Vec<(Turn, Value)>,
}

impl TurnValues {
    /// Looks up all legal turns of a game under the table's rules.
    ///
    /// # Errors
    /// If the table is damaged or for other rules.
    pub fn new<P: Probe + ?Sized>(table: &P, game: &Hexflip) -> Result<Self, TableError> {
        let mut after = game.clone();
        let turns = game.turns().into_iter();
        let turns = turns.map(|turn| Ok((turn, table.probe_turn(game, turn, &mut after)?)));
        Ok(Self {
            turns: turns.collect::<Result<_, TableError>>()?,
        })
    }

    /// Returns the value of the best turn; `None` if the game is over.
    #[must_use]
    pub fn best(&self) -> Option<Value> {
        self.turns.iter().map(|&(_, value)| value).max()
    }

    /// Returns the turns with the best value.
    #[must_use]
    pub fn best_turns(&self) -> Vec<Turn> {
        let best = self.best();
        let equal = |&(turn, value): &(Turn, Value)| (Some(value) == best).then_some(turn);
        self.turns.iter().filter_map(equal).collect()
    }
}
