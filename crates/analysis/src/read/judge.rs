//! Games of Hexflip judged by a table.

use std::any::Any;

use flipside_rules::hexflip::{Game, Turn};
use flipside_rules::{Game as _, Seat};
use flipside_tablebase::{Probe, TableError, Value};

use crate::accumulate::{JudgedGame, JudgedTurn, Phase, Worth};

/// Judges one game after the other.
///
/// A table knows nothing of repetition. So what a turn is worth is taken from the game where the
/// turn ends it, from the table where it does not; and the best turn is looked for among those that
/// are legal with the game's history.
pub(super) struct Judge<'a> {
    table: &'a dyn Probe,
    /// The turns after the opening.
    turns: Vec<JudgedTurn>,
    first_mover: Seat,
    /// What the position was worth for First before each turn, and after the last one.
    course: Vec<Worth>,
    /// The value of the position at hand for the player to move, once a turn has led to it.
    now: Option<Value>,
    /// Why the game could not be judged.
    failure: Option<TableError>,
    /// Kept for their memory.
    legal: Vec<Turn>,
    after: Option<Game>,
}

/// What a value is without its turns.
const fn worth(value: Value) -> Worth {
    match value {
        Value::Win(_) => Worth::Win,
        Value::Draw => Worth::Draw,
        Value::Loss(_) => Worth::Loss,
    }
}

/// A worth for the player to move, seen by First.
const fn for_first(worth: Worth, mover: Seat) -> Worth {
    match (mover, worth) {
        (Seat::First, worth) => worth,
        (Seat::Second, Worth::Win) => Worth::Loss,
        (Seat::Second, Worth::Draw) => Worth::Draw,
        (Seat::Second, Worth::Loss) => Worth::Win,
    }
}

/// The value of a game for the player to move.
fn value(table: &dyn Probe, game: &Game) -> Result<Value, TableError> {
    match game.outcome() {
        None => table.probe(game.position()),
        Some(outcome) if outcome.winner == Some(game.to_move()) => Ok(Value::Win(0)),
        Some(_) => Ok(Value::Loss(0)),
    }
}

fn phase(game: &Game) -> Phase {
    let placed = game.position().occupied().count_ones();
    match u32::from(game.rules().hand()) {
        hand if placed < hand => Phase::Early,
        hand if placed < 2 * hand => Phase::Late,
        _ => Phase::Jumps,
    }
}

impl<'a> Judge<'a> {
    pub(super) const fn new(table: &'a dyn Probe) -> Self {
        Self {
            table,
            turns: Vec::new(),
            first_mover: Seat::First,
            course: Vec::new(),
            now: None,
            failure: None,
            legal: Vec::new(),
            after: None,
        }
    }

    /// Forgets the game before.
    pub(super) fn begin(&mut self) {
        self.turns.clear();
        self.course.clear();
        self.now = None;
        self.failure = None;
    }

    /// Looks at a turn before it is made, unless it is none of Hexflip.
    pub(super) fn turn(&mut self, game: &dyn Any, turn: &dyn Any, is_opening: bool) {
        let turn = (game.downcast_ref(), turn.downcast_ref());
        let ((Some(game), Some(turn)), None) = (turn, &self.failure) else {
            return;
        };
        self.failure = self.judge(game, *turn, is_opening).err();
    }

    fn judge(&mut self, game: &Game, turn: Turn, is_opening: bool) -> Result<(), TableError> {
        let mover = game.to_move();
        let before = match self.now {
            Some(value) => value,
            None => value(self.table, game)?,
        };
        if self.course.is_empty() {
            self.course.push(for_first(worth(before), mover));
        }
        let after = self.after.get_or_insert_with(|| game.clone());
        after.clone_from(game);
        after.play_unchecked(turn);
        let next = value(self.table, after)?;
        self.now = Some(next);
        let made = next.before_turn();
        self.course.push(for_first(worth(made), mover));
        if is_opening {
            return Ok(());
        }
        // Without a barred turn the table's value is that of the best turn.
        let best = match game.bars_positions() {
            true => self.best_legal(game)?,
            false => before,
        };
        let lost = worth(made) < worth(best);
        if self.turns.is_empty() {
            self.first_mover = mover;
        }
        let is_critical = lost || self.can_lose_value(game, worth(best))?;
        self.turns.push(JudgedTurn {
            phase: phase(game),
            best: worth(best),
            made: worth(made),
            is_critical,
            longer: match (best, made) {
                (Value::Win(best), Value::Win(made)) => made.saturating_sub(best).into(),
                _ => 0,
            },
        });
        Ok(())
    }

    fn best_legal(&mut self, game: &Game) -> Result<Value, TableError> {
        let mut best = Value::Loss(0);
        for turn in game.turns() {
            best = best.max(self.worth_of(game, turn)?);
        }
        Ok(best)
    }

    /// Whether some legal turn is worth less than the best.
    fn can_lose_value(&mut self, game: &Game, best: Worth) -> Result<bool, TableError> {
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
                if worth(self.worth_of(game, turn)?) < best {
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
    fn worth_of(&mut self, game: &Game, turn: Turn) -> Result<Value, TableError> {
        let after = self.after.get_or_insert_with(|| game.clone());
        after.clone_from(game);
        after.play_unchecked(turn);
        Ok(value(self.table, after)?.before_turn())
    }

    /// The game as it was judged, with its number of opening turns, its winner, and the agents in
    /// First's and Second's seat; nothing if it is none of Hexflip.
    ///
    /// # Errors
    /// If the table failed.
    pub(super) fn judged(
        &mut self,
        opening: u32,
        winner: Option<Seat>,
        agents: [usize; 2],
    ) -> Result<Option<JudgedGame<'_>>, TableError> {
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        Ok((!self.course.is_empty()).then_some(JudgedGame {
            turns: &self.turns,
            first_mover: self.first_mover,
            opening,
            agents,
            decided: winner.and_then(|winner| self.decided(winner)),
        }))
    }

    fn decided(&self, winner: Seat) -> Option<u32> {
        let is_won = |&&now: &&Worth| for_first(now, winner) == Worth::Win;
        let won = self.course.iter().rev().take_while(is_won).count();
        (won > 0).then(|| (self.course.len() - won) as u32)
    }
}
