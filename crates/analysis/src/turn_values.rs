//! The values of a game's turns in a table.

use flipside_rules::hexflip::{Hexflip, Turn};
use flipside_rules::{Game as _, Seat};
use flipside_tablebase::{Probe, TableError, TurnValues, Value};

use crate::accumulate::{Cost, Proven, ValueClass};

/// Values the turns of one game after another.
///
/// A table ignores repetition. So a turn that ends the game has the value of the outcome, any other
/// turn that of the table, and the best turn is one of those that are legal given the game's
/// history.
pub(crate) struct GameValues<'a> {
    table: &'a dyn Probe,
    /// The value of the position before each turn, and after the last one.
    history: Vec<Proven>,
    /// The value of the current position for the player to move, after the first turn.
    now: Option<Value>,
    /// Buffers.
    legal: Vec<Turn>,
    after: Option<Hexflip>,
}

/// The value of a turn and of the best legal turn, for the player who made it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TurnValue {
    /// Of the best legal turn.
    pub(crate) best: Value,
    /// Of this one.
    pub(crate) made: Value,
}

impl TurnValue {
    /// Returns what the turn cost; `None` if it lost no value.
    pub(crate) const fn cost(self) -> Option<Cost> {
        Cost::of(ValueClass::of(self.best), ValueClass::of(self.made))
    }

    /// Returns by how many turns the win that the turn keeps is longer than the shortest; 0 if it
    /// keeps none.
    pub(crate) const fn longer(self) -> u16 {
        match (self.best, self.made) {
            (Value::Win(best), Value::Win(made)) => made.saturating_sub(best),
            _ => 0,
        }
    }
}

impl<'a> GameValues<'a> {
    /// Uses a table, which must be for the games' rules.
    pub(crate) const fn new(table: &'a dyn Probe) -> Self {
        Self {
            table,
            history: Vec::new(),
            now: None,
            legal: Vec::new(),
            after: None,
        }
    }

    /// Starts a new game.
    pub(crate) fn begin(&mut self) {
        self.history.clear();
        self.now = None;
    }

    /// Returns the value of a turn, given the game before it. Requires all turns of a game in their
    /// order.
    ///
    /// # Errors
    /// If the table is damaged, or is for other rules than the game.
    pub(crate) fn turn(&mut self, game: &Hexflip, turn: Turn) -> Result<TurnValue, TableError> {
        let mover = game.to_move();
        let before = match self.now {
            Some(value) => value,
            None => self.table.probe_game(game)?,
        };
        if self.history.is_empty() {
            self.history.push(Proven::of(before, mover));
        }
        let after = self.after.get_or_insert_with(|| game.clone());
        after.clone_from(game);
        after.play_unchecked(turn);
        let next = self.table.probe_game(after)?;
        self.now = Some(next);
        self.history.push(Proven::of(next, after.to_move()));
        // If repetition forbids no turn, the table's value is that of the best turn.
        let best = match game.bars_positions() {
            true => TurnValues::new(self.table, game)?.best().unwrap_or(before),
            false => before,
        };
        Ok(TurnValue {
            best,
            made: next.before_turn(),
        })
    }

    /// Returns whether some legal turn has a lower value than the best one, whose value is `best`.
    ///
    /// # Errors
    /// As [`Self::turn`].
    pub(crate) fn can_lose_value(
        &mut self,
        game: &Hexflip,
        best: Value,
    ) -> Result<bool, TableError> {
        let best = ValueClass::of(best);
        if best == ValueClass::Loss {
            return Ok(false);
        }
        self.legal.clear();
        game.turns_into(&mut self.legal);
        let after = self.after.get_or_insert_with(|| game.clone());
        // Adjacent turns in the list are similar, so distant ones are tried first.
        let stride = self.legal.len().isqrt().max(1);
        for start in 0..stride {
            for &turn in self.legal[start..].iter().step_by(stride) {
                if ValueClass::of(self.table.probe_turn(game, turn, after)?) < best {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Returns the value of the position after a number of turns; `None` if fewer were valued.
    pub(crate) fn proven_after(&self, turns: usize) -> Option<Proven> {
        self.history.get(turns).copied()
    }

    /// Returns the number of the turn since which the winner has had a won position without
    /// interruption; 0 if it was won from the start. `None` if the position is not won now.
    pub(crate) fn decided(&self, winner: Seat) -> Option<u32> {
        let is_won = |now: &&Proven| now.winner == Some(winner);
        let won = self.history.iter().rev().take_while(is_won).count();
        (won > 0).then(|| (self.history.len() - won) as u32)
    }
}
