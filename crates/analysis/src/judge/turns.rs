//! What each turn of a game was worth.

use flipside_rules::hexflip::{Game, Turn};
use flipside_rules::{Game as _, Seat};
use flipside_tablebase::{Probe, TableError, Value};

use crate::accumulate::{Cost, Proven, Worth};

/// Judges one game after the other, turn by turn.
///
/// A table knows nothing of repetition. So what a turn is worth is taken from the game where the
/// turn ends it, from the table where it does not; and the best turn is looked for among those that
/// are legal with the game's history.
pub struct Judge<'a> {
    table: &'a dyn Probe,
    /// What the position was worth before each turn, and after the last one.
    course: Vec<Proven>,
    /// The value of the position at hand for the player to move, once a turn has led to it.
    now: Option<Value>,
    /// Kept for their memory.
    legal: Vec<Turn>,
    after: Option<Game>,
}

/// What a turn was worth, and what could be had, for the player who made it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JudgedValue {
    /// Of the best legal turn.
    pub best: Value,
    /// Of this one.
    pub made: Value,
}

impl JudgedValue {
    /// What the turn cost. `None` if it lost no value.
    #[must_use]
    pub const fn cost(self) -> Option<Cost> {
        Cost::of(Worth::of(self.best), Worth::of(self.made))
    }

    /// Turns by which the win that it keeps is longer than the shortest; 0 if it keeps none.
    #[must_use]
    pub const fn longer(self) -> u16 {
        match (self.best, self.made) {
            (Value::Win(best), Value::Win(made)) => made.saturating_sub(best),
            _ => 0,
        }
    }
}

impl<'a> Judge<'a> {
    /// By this table, which must be for the games' rules.
    #[must_use]
    pub const fn new(table: &'a dyn Probe) -> Self {
        Self {
            table,
            course: Vec::new(),
            now: None,
            legal: Vec::new(),
            after: None,
        }
    }

    /// Forgets the game before.
    pub fn begin(&mut self) {
        self.course.clear();
        self.now = None;
    }

    /// Judges a turn, given the game before it. All turns of a game must come in their order.
    ///
    /// # Errors
    /// If the table is damaged, or is for other rules than the game.
    pub fn turn(&mut self, game: &Game, turn: Turn) -> Result<JudgedValue, TableError> {
        let mover = game.to_move();
        let before = match self.now {
            Some(value) => value,
            None => self.table.probe_game(game)?,
        };
        if self.course.is_empty() {
            self.course.push(Proven::of(before, mover));
        }
        let after = self.after.get_or_insert_with(|| game.clone());
        after.clone_from(game);
        after.play_unchecked(turn);
        let next = self.table.probe_game(after)?;
        self.now = Some(next);
        self.course.push(Proven::of(next, after.to_move()));
        // Without a barred turn the table's value is that of the best turn.
        let best = match game.bars_positions() {
            true => self.best_legal(game)?,
            false => before,
        };
        Ok(JudgedValue {
            best,
            made: next.before_turn(),
        })
    }

    fn best_legal(&mut self, game: &Game) -> Result<Value, TableError> {
        let mut best = Value::Loss(0);
        for turn in game.turns() {
            best = best.max(self.value_of(game, turn)?);
        }
        Ok(best)
    }

    /// Whether some legal turn is worth less than the best one, of which `best` is the value.
    ///
    /// # Errors
    /// As [`Self::turn`].
    pub fn can_lose_value(&mut self, game: &Game, best: Value) -> Result<bool, TableError> {
        let best = Worth::of(best);
        if best == Worth::Loss {
            return Ok(false);
        }
        let mut legal = std::mem::take(&mut self.legal);
        legal.clear();
        game.turns_into(&mut legal);
        let mut found = false;
        // Neighbours in the list are alike, so those that are far from each other come first.
        let stride = legal.len().isqrt().max(1);
        for start in 0..stride {
            for &turn in legal[start..].iter().step_by(stride) {
                if Worth::of(self.value_of(game, turn)?) < best {
                    found = true;
                    break;
                }
            }
            if found {
                break;
            }
        }
        self.legal = legal;
        Ok(found)
    }

    /// What a turn is worth for the player who makes it.
    fn value_of(&mut self, game: &Game, turn: Turn) -> Result<Value, TableError> {
        let after = self.after.get_or_insert_with(|| game.clone());
        after.clone_from(game);
        after.play_unchecked(turn);
        Ok(self.table.probe_game(after)?.before_turn())
    }

    /// What the position was worth after so many turns, as far as they have been judged.
    #[must_use]
    pub fn proven_after(&self, turns: usize) -> Option<Proven> {
        self.course.get(turns).copied()
    }

    /// The number of the turn since which the winner has had a won position, without interruption;
    /// 0 if it was won from the start. `None` if his position is not won now.
    #[must_use]
    pub fn decided(&self, winner: Seat) -> Option<u32> {
        let is_won = |now: &&Proven| now.winner == Some(winner);
        let won = self.course.iter().rev().take_while(is_won).count();
        (won > 0).then(|| (self.course.len() - won) as u32)
    }
}
