//! Finds puzzles in games of noisy greedy players.

use std::collections::BTreeSet;

use flipside_ai::{Rng, Stop};
use flipside_rules::Hexflip;
use flipside_rules::Symmetric as _;
use flipside_rules::hash::mix;
use flipside_tablebase::{OnlyTurn, Table, only_turn};
use rayon::prelude::*;

use super::{Kind, Plan, PuzzleError, Shortfall};
use crate::noisy_greedy::NoisyGreedy;

/// The minimum number of legal turns of a puzzle.
const MIN_LEGAL_TURNS: usize = 6;
/// Games per parallel batch.
const BATCH: u64 = 64;
/// The maximum number of games searched per requested puzzle.
const MAX_GAMES_PER_PUZZLE: u64 = 2_000;

/// Puzzles with their kinds, and the kinds with too few puzzles.
pub(super) struct Found {
    pub puzzles: Vec<(Kind, OnlyTurn)>,
    pub short: Vec<Shortfall>,
}

/// Finds the puzzles of a plan in the order of its kinds: at most one of each kind from a game, no
/// two symmetric to each other, and none whose turn the greedy player finds. `progress` receives
/// the number of puzzles found.
pub(super) fn find(
    table: &Table,
    plan: &Plan,
    progress: &mut dyn FnMut(usize),
    stop: &Stop,
) -> Result<Found, PuzzleError> {
    let mut found: Vec<Vec<OnlyTurn>> = plan.kinds.iter().map(|_| Vec::new()).collect();
    let mut seen = BTreeSet::new();
    let players = NoisyGreedy::new()?;
    let max_games = MAX_GAMES_PER_PUZZLE.saturating_mul(plan.each as u64);
    let mut games = 0;
    while games < max_games && found.iter().any(|found| found.len() < plan.each) {
        let batch: Vec<Vec<(usize, OnlyTurn)>> = (games..games + BATCH)
            .into_par_iter()
            .map(|game| in_game(table, plan, &players, mix(plan.seed ^ mix(game)), stop))
            .collect::<Result<_, _>>()?;
        games += BATCH;
        for (kind, only) in batch.into_iter().flatten() {
            let (canonical, _) = Hexflip::canonical(&plan.rules, &only.position);
            if found[kind].len() < plan.each && seen.insert(canonical) {
                found[kind].push(only);
            }
        }
        progress(found.iter().map(Vec::len).sum());
    }
    let (mut puzzles, mut short) = (Vec::new(), Vec::new());
    for (&kind, found) in plan.kinds.iter().zip(found) {
        if found.len() < plan.each {
            short.push(Shortfall {
                kind,
                found: found.len(),
                wanted: plan.each,
                games,
            });
        }
        puzzles.extend(found.into_iter().map(|only| (kind, only)));
    }
    if puzzles.is_empty() {
        let kind = match *plan.kinds.as_slice() {
            [kind] => Some(kind),
            _ => None,
        };
        return Err(PuzzleError::None { kind, games });
    }
    Ok(Found { puzzles, short })
}

/// Returns the puzzles of a game, at most one of each kind, with the indices of their kinds.
fn in_game(
    table: &Table,
    plan: &Plan,
    players: &NoisyGreedy,
    seed: u64,
    stop: &Stop,
) -> Result<Vec<(usize, OnlyTurn)>, PuzzleError> {
    let mut positions = players.game(&plan.rules, seed, stop)?;
    let mut rng = Rng::new(mix(seed ^ 3));
    let mut found: Vec<(usize, OnlyTurn)> = Vec::new();
    // In random order, so that no phase of the game is preferred.
    while !positions.is_empty() && found.len() < plan.kinds.len() {
        if stop.is_requested() {
            return Err(PuzzleError::Stopped);
        }
        let drawn = rng.below(positions.len() as u32) as usize;
        let only = only_turn(table, &positions.swap_remove(drawn))?;
        let Some(only) = only.filter(|only| only.legal >= MIN_LEGAL_TURNS) else {
            continue;
        };
        let kind = plan.kinds.iter().position(|kind| kind.contains(only.value));
        if let Some(kind) = kind
            && found.iter().all(|(other, _)| *other != kind)
            && players.greedy_turn(&plan.rules, &only.position, stop)? != only.turn
        {
            found.push((kind, only));
        }
    }
    Ok(found)
}
