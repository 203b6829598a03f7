//! Values within a search: evaluations, and beyond them wins and losses by their distance.

use flipside_rules::ForMover;

use super::tree::End;
use crate::EVALUATION_LIMIT;

/// The most turns that a search looks ahead.
pub(super) const MAX_PLY: u32 = 200;

/// A win here and now. A win in n turns is worth n less, so that near wins are preferred, and far
/// losses.
pub(super) const WIN: i32 = 2 * EVALUATION_LIMIT;

/// Beyond all values: the window of a search that wants to know the value, whatever it is.
pub(super) const INFINITE: i32 = WIN + 1;

/// The value of an end that is `ply` turns away from the root, for the player who would move there.
pub(super) const fn of_end(ForMover(end): ForMover<End>, ply: u32) -> i32 {
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

/// The turns from the root to the end that a decisive value speaks of.
pub(super) const fn turns_to_end(value: i32) -> u32 {
    (WIN - value.abs()) as u32
}

/// A value as a node `ply` turns from the root would see it if it were the root: what the
/// transposition table keeps.
pub(super) const fn seen_from_node(value: i32, ply: u32) -> i32 {
    if !is_decisive(value) {
        value
    } else if value > 0 {
        value + ply as i32
    } else {
        value - ply as i32
    }
}

/// The inverse of [`seen_from_node`].
pub(super) const fn seen_from_root(value: i32, ply: u32) -> i32 {
    if !is_decisive(value) {
        value
    } else if value > 0 {
        value - ply as i32
    } else {
        value + ply as i32
    }
}
