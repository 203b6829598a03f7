//! Values of a pair of layers that lead to each other by jumps.
//!
//! All positions start undecided (a draw). A round recomputes one layer of the pair from the other:
//! the smallest code after a turn, over the best placing turn and all jumps. Every code changes in
//! one direction only, from undecided to a win or loss and from slower to faster. So the rounds
//! converge to the least fixed point, regardless of the order of updates. What is still undecided
//! then is a draw, because neither player can force a win.
//!
//! While many positions change, a round recomputes every entry (*dense*). When few change, it
//! recomputes only their predecessors (*sparse*), found by backward jumps.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;

use crate::code::{DRAW, FINISHED_LOST, LOST, before};
use crate::gather::lower_jumps;
use crate::geometry::{Geometry, SetTurns};

/// Rounds become sparse when a dense round changes at most one entry in this many.
const SPARSE_BELOW: usize = 128;

/// Entries per word of marks. Sets with fewer colourings are always recomputed in full.
const WORD: usize = u64::BITS as usize;

/// One layer of the pair.
struct Side<'a> {
    /// Smallest codes after a placing turn, with marks for finished positions.
    after_placing: &'a [u16],
    codes: Vec<u16>,
    /// Entries that may be out of date.
    stale: Marks,
}

/// Marks on the entries of a layer; threads may set them concurrently.
struct Marks {
    words: Vec<AtomicU64>,
    /// Whether a set has any marks.
    sets: Vec<AtomicBool>,
}

impl Marks {
    fn new(geometry: &Geometry) -> Self {
        let words = geometry.entries().div_ceil(WORD);
        let sets = geometry.turns.len();
        Self {
            words: (0..words).map(|_| AtomicU64::new(0)).collect(),
            sets: (0..sets).map(|_| AtomicBool::new(false)).collect(),
        }
    }

    /// Marks all predecessors of a changed entry of the opponent's layer.
    fn predecessors(&self, geometry: &Geometry, turns: &SetTurns, changed: usize) {
        for jump in &turns.jumps {
            if changed >> jump.jumper & 1 == 1 {
                continue;
            }
            let set = jump.target as usize;
            let colours = jump.apply(changed);
            self.set(geometry, set, colours);
            // The jump that leads here may start from any colouring equivalent to this one.
            for symmetry in &geometry.turns[set].stabiliser {
                self.set(geometry, set, symmetry.apply(colours));
            }
        }
    }

    fn set(&self, geometry: &Geometry, set: usize, colours: usize) {
        let entry = set << geometry.pieces | colours;
        self.words[entry / WORD].fetch_or(1 << (entry % WORD), Relaxed);
        // The set usually has marks already; reading first lets threads share the cache line.
        if !self.sets[set].load(Relaxed) {
            self.sets[set].store(true, Relaxed);
        }
    }
}

/// Solves a pair of layers (which may be the same layer twice) from the smallest codes after their
/// placing turns. Returns the codes of both, or `None` if stopped.
pub(crate) fn solve(
    geometry: &Geometry,
    after_placing: [&[u16]; 2],
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<[Vec<u16>; 2]> {
    let mut sides = after_placing.map(|after_placing| Side {
        after_placing,
        codes: vec![DRAW; geometry.entries()],
        stale: Marks::new(geometry),
    });
    let mut changed = vec![0; geometry.entries().div_ceil(WORD)];
    let mut sparse = false;
    for round in 0.. {
        if stop() {
            return None;
        }
        let [first, second] = &mut sides;
        let (now, other) = match round % 2 {
            0 => (first, &*second),
            _ => (second, &*first),
        };
        let changes = if sparse {
            sparse_round(geometry, now, other)
        } else {
            dense_round(geometry, now, &other.codes, &mut changed)
        };
        // In the first round the second layer is still undecided.
        if round == 0 {
            continue;
        }
        if changes == 0 {
            break;
        }
        let few = changes * SPARSE_BELOW <= geometry.entries();
        if few && !sparse && 1 << geometry.pieces >= WORD {
            mark_changes(geometry, &changed, &other.stale);
            sparse = true;
        }
    }
    Some(sides.map(|side| side.codes))
}

/// Recomputes every entry, sets the bits of changed entries, and returns their number.
fn dense_round(
    geometry: &Geometry,
    side: &mut Side<'_>,
    other: &[u16],
    changed: &mut [u64],
) -> usize {
    let colourings = 1 << geometry.pieces;
    let sets = side.codes.par_chunks_mut(colourings).zip(&geometry.turns);
    let after_placing = side.after_placing.par_chunks(colourings);
    if colourings < WORD {
        return sets
            .zip(after_placing)
            .map_init(Vec::new, |after, ((codes, turns), placing)| {
                best_turns(turns, placing, other, after);
                let differ = codes.iter().zip(after.iter()).filter(|(a, b)| a != b);
                let changes = differ.count();
                codes.copy_from_slice(after);
                changes
            })
            .sum();
    }
    sets.zip(after_placing)
        .zip(changed.par_chunks_mut(colourings / WORD))
        .map_init(Vec::new, |after, (((codes, turns), placing), changed)| {
            best_turns(turns, placing, other, after);
            let mut changes = 0;
            let words = codes.chunks_exact(WORD).zip(after.chunks_exact(WORD));
            for (word, (old, new)) in changed.iter_mut().zip(words) {
                let differ = |i: usize| u64::from(old[i] != new[i]) << i;
                *word = if old == new {
                    0
                } else {
                    (0..WORD).fold(0, |bits, i| bits | differ(i))
                };
                changes += word.count_ones() as usize;
            }
            codes.copy_from_slice(after);
            changes
        })
        .sum()
}

/// Computes the codes of one set's positions from their best turns; `other` is the layer after a
/// jump.
fn best_turns(turns: &SetTurns, placing: &[u16], other: &[u16], codes: &mut Vec<u16>) {
    let colourings = placing.len();
    codes.clear();
    codes.extend_from_slice(placing);
    for jump in &turns.jumps {
        let source = &other[jump.target as usize * colourings..][..colourings];
        lower_jumps(codes, source, jump);
    }
    for (code, placing) in codes.iter_mut().zip(placing) {
        *code = if *placing == FINISHED_LOST {
            LOST
        } else {
            before(*code)
        };
    }
}

/// Marks the predecessors of all changes of a dense round.
fn mark_changes(geometry: &Geometry, changed: &[u64], stale: &Marks) {
    let words = (1 << geometry.pieces) / WORD;
    changed
        .par_chunks(words)
        .zip(&geometry.turns)
        .for_each(|(changed, turns)| {
            for (i, &word) in changed.iter().enumerate() {
                for bit in flipside_rules::set_bits(word) {
                    stale.predecessors(geometry, turns, i * WORD + usize::from(bit));
                }
            }
        });
}

/// Recomputes the stale entries, marks the predecessors of changed entries in the other layer, and
/// returns the number of changes.
fn sparse_round(geometry: &Geometry, side: &mut Side<'_>, other: &Side<'_>) -> usize {
    let colourings = 1 << geometry.pieces;
    let words = colourings / WORD;
    let changes = AtomicUsize::new(0);
    let Side {
        after_placing,
        codes,
        stale,
    } = side;
    codes
        .par_chunks_mut(colourings)
        .enumerate()
        .with_min_len(16)
        .for_each(|(set, codes)| {
            if !stale.sets[set].load(Relaxed) {
                return;
            }
            stale.sets[set].store(false, Relaxed);
            let turns = &geometry.turns[set];
            let placing = &after_placing[set * colourings..][..colourings];
            let mut changed = 0;
            for (i, word) in stale.words[set * words..][..words].iter().enumerate() {
                let marks = word.load(Relaxed);
                if marks == 0 {
                    continue;
                }
                word.store(0, Relaxed);
                for bit in flipside_rules::set_bits(marks) {
                    let own = i * WORD + usize::from(bit);
                    let code = best_turn(turns, placing[own], &other.codes, own, geometry.pieces);
                    if code != codes[own] {
                        codes[own] = code;
                        changed += 1;
                        other.stale.predecessors(geometry, turns, own);
                    }
                }
            }
            changes.fetch_add(changed, Relaxed);
        });
    changes.into_inner()
}

/// [`best_turns`] for one position, with these colour bits.
fn best_turn(turns: &SetTurns, placing: u16, other: &[u16], own: usize, pieces: usize) -> u16 {
    if placing == FINISHED_LOST {
        return LOST;
    }
    let mut after = placing;
    for jump in &turns.jumps {
        if own >> jump.jumper & 1 == 1 {
            let entry = (jump.target as usize) << pieces | jump.apply(own);
            after = after.min(other[entry]);
        }
    }
    before(after)
}
