//! Perft: how many sequences of turns there are.

use alloc::collections::BTreeMap;

use crate::Game;

/// Positions held at once; beyond that the rest is counted one position after the other.
const FRONTIER_LIMIT: usize = 1 << 20;

/// The number of sequences of exactly `depth` legal turns from `game` (games that end earlier count
/// at no greater depth).
///
/// Counts in bulk: positions that are equal up to symmetry are merged with their multiplicity
/// wherever history cannot matter, and the last turn of a sequence is counted without being played.
#[must_use]
pub fn perft<G: Game>(game: &G, depth: u32) -> u128 {
    match depth {
        0 => 1,
        1 => game.count_turns().into(),
        _ if depth < game.turns_before_history_matters() => merged(game, depth),
        _ => children(game).map(|next| perft(&next, depth - 1)).sum(),
    }
}

/// The same number as [`perft`], by walking every single sequence.
#[must_use]
pub fn perft_plain<G: Game>(game: &G, depth: u32) -> u128 {
    match depth {
        0 => 1,
        _ => children(game)
            .map(|next| perft_plain(&next, depth - 1))
            .sum(),
    }
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
fn merged<G: Game>(game: &G, depth: u32) -> u128 {
    let rules = game.rules();
    let mut frontier: BTreeMap<G::Position, u128> = BTreeMap::new();
    frontier.insert(game.position().clone(), 1);
    for remaining in (2..=depth).rev() {
        if frontier.len() > FRONTIER_LIMIT {
            return frontier
                .into_iter()
                .map(|(p, ways)| ways * merged(&G::from_position(rules.clone(), p), remaining))
                .sum();
        }
        let mut next: BTreeMap<G::Position, u128> = BTreeMap::new();
        for (position, ways) in frontier {
            for child in children(&G::from_position(rules.clone(), position)) {
                *next
                    .entry(G::canonical(rules, child.position()).0)
                    .or_default() += ways;
            }
        }
        frontier = next;
    }
    frontier
        .into_iter()
        .map(|(p, ways)| ways * u128::from(G::from_position(rules.clone(), p).count_turns()))
        .sum()
}
