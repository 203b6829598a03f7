//! Which wins of a table hold under the repetition rule.

use flipside_rules::hexflip::{Hexflip, Position};
use flipside_rules::{Game as _, Seat};
use flipside_tablebase::repetition::could_stall;
use flipside_tablebase::{Table, TableError};

/// Returns whether a win by the table is proven to hold given the game's history
/// (`docs/hexflip-solved.md`). By the table, `winner` wins the game's position, or a position one
/// turn after it.
///
/// A winner who always plays the fastest win visits no position twice. So any position on the
/// winning line that repetition forbids has occurred earlier in the game or occurs on the line
/// itself. In both cases no placing turn was made since, and the game keeps a list of those
/// positions.
pub(crate) fn is_won_under_repetition(
    table: &Table,
    game: &Hexflip,
    winner: Seat,
) -> Result<bool, TableError> {
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
        // No turn of the winning line is forbidden: it reaches a position at most for the second
        // time. But a standing four in a row at its end wins only with a legal turn, and by then
        // the positions that the line reached for the second time are forbidden.
        return Ok(!could_stall(game.rules(), &won, winner));
    }
    if !won.is_empty() {
        return Ok(false);
    }
    // The winning line reaches no earlier position, so the positions forbidden at its end are
    // forbidden now.
    let forbidden: Vec<Position> = game.forbidden_positions().collect();
    Ok(!could_stall(game.rules(), &forbidden, winner))
}
