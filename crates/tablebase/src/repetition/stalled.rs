//! Standing lines that a barred turn could take away.

use flipside_rules::hexflip::windows_filled;
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
    (0..table.entries(layer))
        .into_par_iter()
        .filter_map(|entry| {
            let (view, value) = table.entry(layer, entry);
            let is_stalled = value == Value::Win(0)
                && windows_filled(view.own) == 1
                && windows_filled(view.other) < 2
                && view
                    .jumps()
                    .all(|after| table.value(&after) == Some(Value::Draw));
            is_stalled.then_some(view)
        })
        .collect()
}

/// How many entries of a table are won by a standing line of a player whose hand is empty and whose
/// jumps all lead to drawn positions.
#[must_use]
pub fn stalled_entries(table: &LoadedTable) -> u64 {
    table.layers().map(|l| stalled(table, l).len() as u64).sum()
}
