//! Games decided by a table before they are over.

use std::sync::Arc;

use flipside_ai::{Adjudicator, BuildError, PinnedTable};
use flipside_rules::hexflip::{Game, Rules};
use flipside_rules::{Game as _, Seat};
use flipside_tablebase::repetition::could_stall;
use flipside_tablebase::{Table, Value};

use crate::agent::fits;
use crate::shared::open;

/// Decides games of Hexflip by a table: whoever has a won position has won. A drawn position is
/// played on, since no game of Hexflip is drawn: the repetition rule decides it in the end.
///
/// A table ignores repetition, a game does not. So a position is decided only where it is proven
/// that repetition changes nothing (`docs/hexflip-solved.md`): if no position is barred; and else if
/// the winner has not stood on a won position before in this game, and the barred positions cannot
/// leave the winner without a turn at the last moment.
pub struct ByTable {
    table: Arc<Table>,
    /// Whether a position of this game was won for First, for Second.
    has_been_won: [bool; 2],
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
        Ok(Self {
            table: open,
            has_been_won: [false; 2],
        })
    }
}

impl Adjudicator<Game> for ByTable {
    fn begin(&mut self) {
        self.has_been_won = [false; 2];
    }

    fn winner(&mut self, game: &Game) -> Result<Option<Seat>, String> {
        if game.outcome().is_some() {
            return Ok(None);
        }
        let value = self.table.probe(game.position());
        let winner = match value.map_err(|error| error.to_string())? {
            Value::Win(_) => game.to_move(),
            Value::Loss(_) => game.to_move().other(),
            Value::Draw => return Ok(None),
        };
        let before = std::mem::replace(&mut self.has_been_won[winner.index()], true);
        let is_certain = !game.bars_positions() || (!before && !stalls(game, winner));
        Ok(is_certain.then_some(winner))
    }
}

fn stalls(game: &Game, winner: Seat) -> bool {
    let barred: Vec<_> = game.barred_positions().collect();
    could_stall(game.rules(), &barred, winner)
}
