//! Standing lines that a barred turn could take away.

use flipside_rules::Seat;
use flipside_rules::hexflip::{Overline, Position, Rules, windows_filled};
use rayon::prelude::*;

use crate::code::Value;
use crate::layer::Layer;
use crate::loaded::LoadedTable;
use crate::view::View;

/// Positions of a layer won by a standing line of a player whose hand is empty and whose jumps all
/// lead to drawn positions, one for each entry.
///
/// A player without legal turn loses even with a standing line. So these are the only positions in
/// which a win could be barred at its end though the game had seen no decided position before it.
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

/// Whether the player to move has won by a standing line, if he has a legal turn.
const fn has_line(view: &View, overline: Overline) -> bool {
    let lines = windows_filled(view.own);
    let wins = match overline {
        Overline::Owner => lines == 1,
        // An overline of his own that the other player has made wins for him as well.
        Overline::Mover => lines >= 1,
    };
    wins && windows_filled(view.other) < 2
}

/// Whether there is a position, reached or not, in which `winner` has an empty hand and a standing
/// line, but no legal turn, since all jumps lead to `barred` positions. It would be lost where a
/// table for these rules has it as won.
#[must_use]
pub fn could_stall(rules: &Rules, barred: &[Position], winner: Seat) -> bool {
    // The views of the other player after a jump of the winner.
    let after: Vec<View> = barred
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

/// How many entries of a table are won by a standing line of a player whose hand is empty and whose
/// jumps all lead to drawn positions.
#[must_use]
pub fn stalled_entries(table: &LoadedTable) -> u64 {
    table.layers().map(|l| stalled(table, l).len() as u64).sum()
}
