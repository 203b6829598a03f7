//! Adjudication of games by a table.

use std::sync::Arc;

use flipside_ai::{Adjudicator, BuildError, PinnedTable};
use flipside_rules::hexflip::{Hexflip, Rules};
use flipside_rules::{Game as _, Seat};
use flipside_tablebase::{Table, TableError};

use crate::agent::check_rules;
use crate::open_tables::open;
use crate::repetition::is_won_under_repetition;

/// Adjudicates games of Hexflip by a table: the player with a won position wins. Drawn positions
/// are played on, because the repetition rule decides every game of Hexflip.
///
/// Tables ignore repetition, but games do not. A game is therefore adjudicated only if it is proven
/// that repetition cannot change the winner (`docs/hexflip-solved.md`).
pub struct ByTable {
    table: Arc<Table>,
}

impl ByTable {
    /// Creates an adjudicator for games under a rule set.
    ///
    /// # Errors
    /// If the table cannot be opened or is for other rules.
    pub fn new(table: &PinnedTable, rules: &Rules) -> Result<Self, BuildError> {
        let unavailable = |why: String| BuildError::Adjudicator {
            table: table.to_string(),
            why,
        };
        let open = open(table.path(), table.checksum());
        let open = open.map_err(|error| unavailable(error.to_string()))?;
        check_rules(&open, rules).map_err(unavailable)?;
        Ok(Self { table: open })
    }

    fn decided(&self, game: &Hexflip) -> Result<Option<Seat>, TableError> {
        let value = self.table.probe(game.position())?;
        let Some(winner) = value.winner(game.to_move()) else {
            return Ok(None);
        };
        let is_certain = is_won_under_repetition(&self.table, game, winner)?;
        Ok(is_certain.then_some(winner))
    }
}

impl Adjudicator<Hexflip> for ByTable {
    fn winner(&mut self, game: &Hexflip) -> Result<Option<Seat>, String> {
        if game.outcome().is_some() {
            return Ok(None);
        }
        self.decided(game).map_err(|error| error.to_string())
    }
}
