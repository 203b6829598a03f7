//! Perft: the number of sequences of turns.

use alloc::collections::BTreeMap;

use crate::{Game, Symmetric};

/// Positions held at once; beyond that the rest is counted one position after the other.
const FRONTIER_LIMIT: usize = 1 << 20;

/// The number of sequences of exactly `depth` legal turns from `game` (games that end earlier count
/// at no greater depth).
///
/// Counts in bulk: positions that are equal up to symmetry are merged with their multiplicity
/// wherever history cannot matter, and the last turn of a sequence is counted without being played.
/// A number that 128 bits cannot hold comes out as `u128::MAX`.
#[must_use]
pub fn perft<G: Symmetric>(game: &G, depth: u32) -> u128 {
    match depth {
        0 => 1,
        1 => game.count_turns().into(),
        _ if depth < game.turns_before_history_matters() => merged(game, depth),
        _ => sum(children(game).map(|next| perft(&next, depth - 1))),
    }
}

/// The same number as [`perft`], by walking every single sequence.
#[must_use]
pub fn perft_plain<G: Game>(game: &G, depth: u32) -> u128 {
    match depth {
        0 => 1,
        _ => sum(children(game).map(|next| perft_plain(&next, depth - 1))),
    }
}

/// A sum that stays at the largest number when it would go beyond.
fn sum(counts: impl Iterator<Item = u128>) -> u128 {
    counts.fold(0, u128::saturating_add)
}

fn children<G: Game>(game: &G) -> impl Iterator<Item = G> + '_ {
    game.turns().into_iter().map(|turn| {
        let mut next = game.clone();
        next.play_unchecked(turn);
        next
    })
}

/// Counts breadth first: positions of one length, up to symmetry, with the number of sequences
/// that lead to each.
fn merged<G: Symmetric>(game: &G, depth: u32) -> u128 {
    let rules = game.rules();
    let mut frontier: BTreeMap<G::Position, u128> = BTreeMap::new();
    frontier.insert(game.position().clone(), 1);
    for remaining in (2..=depth).rev() {
        if frontier.len() > FRONTIER_LIMIT {
            return sum(frontier.into_iter().map(|(p, ways)| {
                ways.saturating_mul(merged(&G::from_position(rules.clone(), p), remaining))
            }));
        }
        let mut next: BTreeMap<G::Position, u128> = BTreeMap::new();
        for (position, ways) in frontier {
            for child in children(&G::from_position(rules.clone(), position)) {
                let key = G::canonical(rules, child.position()).0;
                let sum: &mut u128 = next.entry(key).or_default();
                *sum = sum.saturating_add(ways);
            }
        }
        frontier = next;
    }
    sum(frontier.into_iter().map(|(p, ways)| {
        ways.saturating_mul(G::from_position(rules.clone(), p).count_turns().into())
    }))
}
