//! Checks puzzles against the table.

use flipside_tablebase::{Table, only_turn};

use super::{Puzzle, PuzzleError};

/// Checks a puzzle's turn, value, number of legal turns and kind against the table. The nodes that
/// agents need are not checked.
///
/// # Errors
/// If the table contradicts the puzzle or cannot be read.
pub fn check_puzzle(table: &Table, puzzle: &Puzzle) -> Result<(), PuzzleError> {
    let Puzzle { kind, only, .. } = puzzle;
    let what = match only_turn(table, &only.position)? {
        None => "it has no right turn, or more than one turn is right".to_string(),
        Some(found) if found != *only => format!(
            "of {} legal turns, the right one is {} ({})",
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
