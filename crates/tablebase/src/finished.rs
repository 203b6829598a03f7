//! Which positions are finished (rules 1 to 4), seen by the player to move.

use crate::code::{FINISHED_LOST, FINISHED_WON};
use crate::geometry::SetTurns;

/// Marks the finished positions of one set in `after`, the smallest codes after a placing turn, by
/// colour bits.
///
/// `hand` is the hand of the player to move; no legal turn is only possible if it is empty.
pub(crate) fn mark(turns: &SetTurns, hand: usize, owner_loses_overline: bool, after: &mut [u16]) {
    if turns.windows.is_empty() && hand > 0 {
        return;
    }
    for (own, after) in after.iter_mut().enumerate() {
        let (mut lines, mut lines_of_other) = (0, 0);
        for &window in &turns.windows {
            lines += u8::from(own & window == window);
            lines_of_other += u8::from(own & window == 0);
        }
        if lines_of_other >= 2 {
            *after = FINISHED_WON;
        } else if lines >= 2 && owner_loses_overline || hand == 0 && own & turns.jumpers == 0 {
            *after = FINISHED_LOST;
        } else if lines >= 1 {
            *after = FINISHED_WON;
        }
    }
}
