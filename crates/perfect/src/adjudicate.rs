//! Games decided by a table before they are over.

use std::sync::Arc;

use flipside_ai::{Adjudicator, BuildError, PinnedTable};
use flipside_rules::hexflip::{Game, Rules};
use flipside_rules::{Game as _, Seat};
use flipside_tablebase::{Table, TableError};

use crate::agent::fits;
use crate::bars::stays_won;
use crate::shared::open;

/// Decides games of Hexflip by a table: whoever has a won position has won. A drawn position is
/// played on, since no game of Hexflip is drawn: the repetition rule decides it in the end.
///
/// A table ignores repetition, a game does not. So a position is decided only where it is proven
/// that repetition changes nothing (`docs/hexflip-solved.md`).
pub struct ByTable {
    table: Arc<Table>,
}

impl ByTable {
    /// An adjudicator for games under a rule set.
    ///
    /// # Errors
    /// If there is no such table, or it is for other rules.
    pub fn new(table: &PinnedTable, rules: &Rules) -> Result<Self, BuildError> {
        let unavailable = |why: String| BuildError::Adjudicator {
            table: table.to_string(),
            why,
        };
        let open = open(table.path(), table.checksum());
        let open = open.map_err(|error| unavailable(error.to_string()))?;
        fits(&open, rules).map_err(unavailable)?;
        Ok(Self { table: open })
    }

    fn decided(&self, game: &Game) -> Result<Option<Seat>, TableError> {
        let value = self.table.probe(game.position())?;
        let Some(winner) = value.winner(game.to_move()) else {
            return Ok(None);
        };
        let is_certain = stays_won(&self.table, game, winner)?;
        Ok(is_certain.then_some(winner))
    }
}

impl Adjudicator<Game> for ByTable {
    fn winner(&mut self, game: &Game) -> Result<Option<Seat>, String> {
        if game.outcome().is_some() {
            return Ok(None);
        }
        self.decided(game).map_err(|error| error.to_string())
    }
}
