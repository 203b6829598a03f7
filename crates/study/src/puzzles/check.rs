//! Whether puzzles are what they say.

use flipside_tablebase::{Table, only_turn};

use super::{Puzzle, PuzzleError};

/// Makes sure that a puzzle is one by the table, with this turn, value and number of turns, and of
/// this kind. What agents need is not looked at.
///
/// # Errors
/// What is wrong.
pub fn check_puzzle(table: &Table, puzzle: &Puzzle) -> Result<(), PuzzleError> {
    let Puzzle { kind, only, .. } = puzzle;
    let what = match only_turn(table, &only.position)? {
        None => "more than one turn is right, or none".to_string(),
        Some(found) if found != *only => format!(
            "the right one of {} turns is {} ({})",
            found.legal, found.turn, found.value
        ),
        Some(found) if !kind.contains(found.value) => {
            format!("{} is not of the kind `{kind}`", found.value)
        }
        Some(_) => return Ok(()),
    };
    Err(PuzzleError::Wrong {
        position: only.position.to_string(),
        what,
    })
}
