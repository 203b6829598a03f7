//! Standing lines that do not win because all turns are forbidden.

use flipside_rules::Seat;
use flipside_rules::hexflip::{Overline, Position, Rules, windows_filled};
use rayon::prelude::*;

use crate::code::Value;
use crate::layer::Layer;
use crate::loaded::LoadedTable;
use crate::view::View;

/// Returns the positions of a layer, one per entry, that are won by a standing line of the player
/// to move, whose hand is empty and whose jumps all lead to drawn positions.
///
/// A player without a legal turn loses even with a standing line. So in a game without earlier
/// decided positions, these are the only positions in which repetition can take away a win.
pub(super) fn stalled(table: &LoadedTable, layer: Layer) -> Vec<View> {
    if layer.hand > 0 {
        return Vec::new();
    }
    let overline = table.variant().rules().overline();
    (0..table.entries(layer))
        .into_par_iter()
        .filter_map(|entry| {
            let (view, value) = table.entry(layer, entry);
            let is_stalled = value == Value::Win(0)
                && has_line(&view, overline)
                && view
                    .jumps()
                    .all(|after| table.value(&after) == Some(Value::Draw));
            is_stalled.then_some(view)
        })
        .collect()
}

/// Returns whether the player to move wins by a standing line, given a legal turn.
const fn has_line(view: &View, overline: Overline) -> bool {
    let lines = windows_filled(view.own);
    let wins = match overline {
        Overline::Owner => lines == 1,
        // An overline that the other player has made wins, too.
        Overline::Mover => lines >= 1,
    };
    wins && windows_filled(view.other) < 2
}

/// Returns whether there is a position, reached or not, in which `winner` has an empty hand and a
/// standing line but no legal turn, because all jumps lead to `forbidden` positions. Such a
/// position is lost, but won in the table.
#[must_use]
pub fn could_stall(rules: &Rules, forbidden: &[Position], winner: Seat) -> bool {
    // The other player's views after a jump of the winner.
    let after: Vec<View> = forbidden
        .iter()
        .filter(|position| position.mover() != winner && position.hand(winner) == 0)
        .map(View::of)
        .collect();
    // A jump back over the same pieces undoes a jump.
    after.iter().any(|view| {
        let back = view.with_other_mover();
        back.jumps()
            .map(|undone| undone.with_other_mover())
            .any(|before| {
                has_line(&before, rules.overline())
                    && before.jumps().all(|jump| after.contains(&jump))
            })
    })
}

/// Returns the number of entries that are won by a standing line of the player to move, whose hand
/// is empty and whose jumps all lead to drawn positions.
#[must_use]
pub fn stalled_entries(table: &LoadedTable) -> u64 {
    table.layers().map(|l| stalled(table, l).len() as u64).sum()
}
