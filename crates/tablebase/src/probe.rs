//! Probing by positions, which have seats, in tables of views, which have none.

use flipside_rules::Game as _;
use flipside_rules::Seat::{First, Second};
use flipside_rules::hexflip::{Hexflip, Position, Turn};

use crate::code::Value;
use crate::error::TableError;
use crate::loaded::LoadedTable;
use crate::table::Table;
use crate::variant::Variant;
use crate::view::View;

/// A source of the values of all positions of a rule set.
pub trait Probe: Sync {
    /// Returns the rule set.
    fn variant(&self) -> &Variant;

    /// Returns the value of a position for the player to move.
    ///
    /// # Errors
    /// If the table is damaged, or the position is not one of its rules.
    fn probe(&self, position: &Position) -> Result<Value, TableError>;

    /// Returns the value of a game for the player to move: its outcome if it is over, which may be
    /// due to a repetition that the table ignores, else the value of its position.
    ///
    /// # Errors
    /// As [`Self::probe`].
    fn probe_game(&self, game: &Hexflip) -> Result<Value, TableError> {
        match game.outcome() {
            None => self.probe(game.position()),
            Some(outcome) if outcome.winner == Some(game.to_move()) => Ok(Value::Win(0)),
            Some(_) => Ok(Value::Loss(0)),
        }
    }

    /// Returns the value of a legal turn for the player who makes it, and sets `after` to the game
    /// after it.
    ///
    /// # Errors
    /// As [`Self::probe`].
    fn probe_turn(
        &self,
        game: &Hexflip,
        turn: Turn,
        after: &mut Hexflip,
    ) -> Result<Value, TableError> {
        after.clone_from(game);
        after.play_unchecked(turn);
        Ok(self.probe_game(after)?.before_turn())
    }
}

impl Probe for Table {
    fn variant(&self) -> &Variant {
        Self::variant(self)
    }

    fn probe(&self, position: &Position) -> Result<Value, TableError> {
        Self::probe(self, position)
    }
}

impl Probe for LoadedTable {
    fn variant(&self) -> &Variant {
        Self::variant(self)
    }

    fn probe(&self, position: &Position) -> Result<Value, TableError> {
        probe(Self::variant(self), position, |view| {
            self.value(view).ok_or(TableError::Pieces {
                pieces: 2 * Self::variant(self).rules().hand(),
            })
        })
    }
}

/// Returns the value of a position from the values of views.
pub(crate) fn probe(
    variant: &Variant,
    position: &Position,
    value: impl Fn(&View) -> Result<Value, TableError>,
) -> Result<Value, TableError> {
    if let Seats::Known = seats(variant, position)? {
        return value(&View::of(position));
    }
    // The table does not contain the position, but the positions after its turns.
    let game = Hexflip::from_position(*variant.rules(), *position);
    let mut after = game.clone();
    let mut best = Value::Loss(0);
    for turn in game.turns() {
        after.clone_from(&game);
        after.play_unchecked(turn);
        best = best.max(value(&View::of(after.position()))?.before_turn());
    }
    Ok(best)
}

/// Whether the view of a position is in the table.
enum Seats {
    Known,
    /// Second moves on the empty board; the table holds First's first turn instead.
    Unknown,
}

/// Returns whether a table, whose views have no seats, contains a position.
fn seats(variant: &Variant, position: &Position) -> Result<Seats, TableError> {
    let full = variant.rules().hand();
    let hands = [First, Second].map(|seat| position.hand(seat));
    let board = position.occupied().count_ones() as u8;
    if hands.iter().any(|hand| *hand > full) || board + hands[0] + hands[1] != 2 * full {
        return Err(TableError::Pieces { pieces: 2 * full });
    }
    match (hands == [full; 2], position.mover()) {
        (true, First) => Ok(Seats::Known),
        (true, Second) => Ok(Seats::Unknown),
        (false, _) if hands[0] == full && variant.limits_second() => {
            Err(TableError::ImpossibleHands)
        }
        (false, _) => Ok(Seats::Known),
    }
}
