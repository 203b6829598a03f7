//! Wins of a table that the repetition rule cannot take away.

use flipside_rules::hexflip::{Game, Position};
use flipside_rules::{Game as _, Seat};
use flipside_tablebase::repetition::could_stall;
use flipside_tablebase::{Table, TableError};

/// Whether it is proven that a win by the table stays one with all that has been in a game
/// (`docs/hexflip-solved.md`): `winner` has won the game's position, or the one that a turn from it
/// leads to.
///
/// Whoever always takes the best turn comes to no position twice on his way. So what can be barred
/// on it has come about before the way or lies on it as well; either way it is a position from which
/// a placing turn has not been made since, and a game knows those.
pub(crate) fn stays_won(table: &Table, game: &Game, winner: Seat) -> Result<bool, TableError> {
    if game.rules().repetition().is_none() {
        return Ok(true);
    }
    let mut won = Vec::new();
    for position in game.earlier_positions() {
        if table.probe(&position)?.winner(position.mover()) == Some(winner) {
            won.push(position);
        }
    }
    if !game.bars_positions() {
        // No turn on the way is barred: it leads to a position for the second time at most. But at
        // its end a line that stands needs a legal turn, and then those are barred that the way has
        // led to for the second time.
        return Ok(!could_stall(game.rules(), &won, winner));
    }
    if !won.is_empty() {
        return Ok(false);
    }
    // The way leads to no position that has been, so what is barred at its end is barred now.
    let barred: Vec<Position> = game.barred_positions().collect();
    Ok(!could_stall(game.rules(), &barred, winner))
}
