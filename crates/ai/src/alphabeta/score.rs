//! Values within a search: evaluations, and beyond them wins and losses by distance.

use flipside_rules::ForMover;

use super::tree::End;
use crate::EVALUATION_LIMIT;

/// The maximum ply of a search.
pub(super) const MAX_PLY: u32 = 200;

/// The value of a won position at the root. A win in n turns has a value lower by n, so that early
/// wins and late losses are preferred.
pub(super) const WIN: i32 = 2 * EVALUATION_LIMIT;

/// A number beyond all values: the bound of an open window.
pub(super) const INFINITE: i32 = WIN + 1;

/// The value of an end of the game `ply` turns from the root, for the player to move there.
pub(super) const fn of_outcome(ForMover(end): ForMover<End>, ply: u32) -> i32 {
    match end {
        End::Won => WIN - ply as i32,
        End::Drawn => 0,
        End::Lost => ply as i32 - WIN,
    }
}

/// Whether a value is a win or a loss.
pub(super) const fn is_decisive(value: i32) -> bool {
    value.abs() >= WIN - MAX_PLY as i32
}

/// Whether a value is a loss.
pub(super) const fn is_lost(value: i32) -> bool {
    value < 0 && is_decisive(value)
}

/// The number of turns from the root to the end, for a decisive value.
pub(super) const fn turns_to_end(value: i32) -> u32 {
    (WIN - value.abs()) as u32
}

/// Converts a value to the form of the transposition table: relative to the node at `ply` instead of
/// the root.
pub(super) const fn to_table(value: i32, ply: u32) -> i32 {
    if !is_decisive(value) {
        value
    } else if value > 0 {
        value + ply as i32
    } else {
        value - ply as i32
    }
}

/// The inverse of [`to_table`].
pub(super) const fn from_table(value: i32, ply: u32) -> i32 {
    if !is_decisive(value) {
        value
    } else if value > 0 {
        value - ply as i32
    } else {
        value + ply as i32
    }
}
