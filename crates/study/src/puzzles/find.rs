//! Where puzzles come from.

use std::collections::BTreeSet;

use flipside_ai::{Rng, Stop};
use flipside_rules::Game as _;
use flipside_rules::hash::mix;
use flipside_rules::hexflip::Game;
use flipside_tablebase::{OnlyTurn, Table, only_turn};
use rayon::prelude::*;

use super::{Kind, Plan, PuzzleError, Shortfall};
use crate::careless::Careless;

/// Fewest legal turns of a puzzle.
const FEWEST_TURNS: usize = 6;
/// Games that are looked through at the same time.
const BATCH: u64 = 64;
/// Games looked through for each puzzle wanted, at most.
const GAMES_EACH: u64 = 2_000;

/// Puzzles with their kinds, and the kinds of which there are too few.
pub(super) struct Found {
    pub puzzles: Vec<(Kind, OnlyTurn)>,
    pub short: Vec<Shortfall>,
}

/// Finds what a plan asks for in the order of its kinds: at most one of a kind from a game, no two
/// symmetric to one another, and none whose turn is found at a glance. `progress` is told how many there are.
pub(super) fn find(
    table: &Table,
    plan: &Plan,
    progress: &mut dyn FnMut(usize),
    stop: &Stop,
) -> Result<Found, PuzzleError> {
    let mut found: Vec<Vec<OnlyTurn>> = plan.kinds.iter().map(|_| Vec::new()).collect();
    let mut seen = BTreeSet::new();
    let players = Careless::new()?;
    let most = GAMES_EACH.saturating_mul(plan.each as u64);
    let mut games = 0;
    while games < most && found.iter().any(|found| found.len() < plan.each) {
        let batch: Vec<Vec<(usize, OnlyTurn)>> = (games..games + BATCH)
            .into_par_iter()
            .map(|game| in_game(table, plan, &players, mix(plan.seed ^ mix(game)), stop))
            .collect::<Result<_, _>>()?;
        games += BATCH;
        for (kind, only) in batch.into_iter().flatten() {
            let (canonical, _) = Game::canonical(&plan.rules, &only.position);
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

/// The puzzles of a game, one of each kind that comes up, with the numbers of their kinds.
fn in_game(
    table: &Table,
    plan: &Plan,
    players: &Careless,
    seed: u64,
    stop: &Stop,
) -> Result<Vec<(usize, OnlyTurn)>, PuzzleError> {
    let mut positions = players.game(&plan.rules, seed, stop)?;
    let mut rng = Rng::new(mix(seed ^ 3));
    let mut found: Vec<(usize, OnlyTurn)> = Vec::new();
    // In random order, so that no phase of the game comes first.
    while !positions.is_empty() && found.len() < plan.kinds.len() {
        if stop.is_requested() {
            return Err(PuzzleError::Stopped);
        }
        let drawn = rng.below(positions.len() as u32) as usize;
        let only = only_turn(table, &positions.swap_remove(drawn))?;
        let Some(only) = only.filter(|only| only.legal >= FEWEST_TURNS) else {
            continue;
        };
        let kind = plan.kinds.iter().position(|kind| kind.contains(only.value));
        if let Some(kind) = kind
            && found.iter().all(|(other, _)| *other != kind)
            && players.look(&plan.rules, &only.position, stop)? != only.turn
        {
            found.push((kind, only));
        }
    }
    Ok(found)
}
