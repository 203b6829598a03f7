//! The best placing turn of every position of a layer, in time linear in the pieces placed.
//!
//! A *half-turn table* says what the mover, having placed at least one piece, can still reach: end
//! the turn, or place one more. With it a turn of two pieces is two steps of one piece each, and a
//! turn of three pieces three steps.

use rayon::prelude::*;

use crate::code::NO_TURN;
use crate::gather::lower_all;
use crate::geometry::Geometry;
use crate::variant::Placing;

/// The smallest code after a placing turn, for every entry of the layer whose mover has `hand`
/// pieces in hand; [`NO_TURN`] if there is none.
///
/// `geometry(n)` gives the turns with `n` pieces on the board; `solved(left)` gives the codes of the
/// layer after the turn if the mover then has `left` pieces in hand.
pub(crate) fn best_placings<'a>(
    pieces: usize,
    hand: usize,
    placing: Placing,
    geometry: &impl Fn(usize) -> &'a Geometry,
    solved: &impl Fn(usize) -> &'a [u16],
) -> Vec<u16> {
    let (most, may_stop) = match placing {
        Placing::Exactly(n) => (n, false),
        Placing::UpTo(n) => (n, true),
    };
    if most == 0 {
        return vec![NO_TURN; geometry(pieces).entries()];
    }
    // The last piece ends the turn: the position is then seen from the other side.
    let mut table = None;
    for placed in (0..most).rev() {
        let ended = if may_stop && placed > 0 {
            Some(solved(hand - placed))
        } else {
            None
        };
        let (source, flip) = match &table {
            None => (solved(hand - most), true),
            Some(table) => (Vec::as_slice(table), false),
        };
        table = Some(one_step(geometry(pieces + placed), ended, source, flip));
    }
    table.unwrap_or_default()
}

/// One piece more: the smallest code in `source` (the layer with one piece more) over all empty
/// points, or that of `ended`, the same set seen from the other side.
///
/// `flip`: `source` is seen from the other side, too.
fn one_step(geometry: &Geometry, ended: Option<&[u16]>, source: &[u16], flip: bool) -> Vec<u16> {
    let colourings = 1 << geometry.pieces;
    let flips = if flip { (2 * colourings - 1) as u16 } else { 0 };
    let mut table = vec![NO_TURN; geometry.entries()];
    table
        .par_chunks_mut(colourings)
        .zip(&geometry.turns)
        .enumerate()
        .for_each(|(set, (after, turns))| {
            if let Some(ended) = ended {
                let ended = &ended[set * colourings..][..colourings];
                // All colour bits flipped is the order reversed.
                for (after, ended) in after.iter_mut().zip(ended.iter().rev()) {
                    *after = *ended;
                }
            }
            for map in &turns.placings {
                let source = &source[map.target as usize * 2 * colourings..][..2 * colourings];
                lower_all(after, source, map, flips);
            }
        });
    table
}
