//! The best placing turn of every position of a layer, in time linear in the number of pieces
//! placed.
//!
//! A *half-turn table* holds the best code that the mover can reach after placing at least one
//! piece, by ending the turn or placing another piece. With it, a turn of two or three pieces takes
//! two or three steps of one piece each.

use rayon::prelude::*;

use crate::code::NO_TURN;
use crate::gather::lower_all;
use crate::geometry::Geometry;
use crate::variant::Placing;

/// Returns the smallest code after a placing turn for every entry of the layer whose mover has
/// `hand` pieces in hand; [`NO_TURN`] if there is no placing turn.
///
/// `geometry(n)` returns the turns with `n` pieces on the board. `solved(left)` returns the codes
/// of the layer after a turn that leaves the mover `left` pieces in hand.
pub(crate) fn best_placings<'a>(
    pieces: usize,
    hand: usize,
    placing: Placing,
    geometry: &impl Fn(usize) -> &'a Geometry,
    solved: &impl Fn(usize) -> &'a [u16],
) -> Vec<u16> {
    let (max, may_stop) = match placing {
        Placing::Exactly(n) => (n, false),
        Placing::UpTo(n) => (n, true),
    };
    if max == 0 {
        return vec![NO_TURN; geometry(pieces).entries()];
    }
    // The last piece ends the turn, so the source is the other player's view.
    let mut table = None;
    for placed in (0..max).rev() {
        let ended = if may_stop && placed > 0 {
            Some(solved(hand - placed))
        } else {
            None
        };
        let (source, flip) = match &table {
            None => (solved(hand - max), true),
            Some(table) => (Vec::as_slice(table), false),
        };
        table = Some(one_step(geometry(pieces + placed), ended, source, flip));
    }
    table.unwrap_or_default()
}

/// Places one piece: returns the smallest code over all empty points in `source` (the layer with
/// one more piece) and in `ended`, the codes of the same set as the other player's view.
///
/// `flip`: whether `source` is the other player's view, too.
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
                // Flipping all colour bits reverses the order.
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
