//! Candidates against all turns.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{evaluator, positions};
use flipside_ai::{
    Candidates as _, EVALUATION_LIMIT, Evaluate, Evaluator as _, Playable, STANDARD_WEIGHTS,
    load_weights,
};
use flipside_rules::sayu::{Cell, Direction, Tile, Turn};
use flipside_rules::{Game as _, Hexflip, Notation as _, Sayu};

const SAYU: [&str; 8] = [
    "standard",
    "convert=optional",
    "back=mirrored",
    "radius=2",
    "radius=1,tiles=mini",
    "swap=on",
    "komi=-20.5,swap=on",
    "back=mirrored,convert=optional,swap=on,tiles=without-025",
];

fn all<G: Playable>(game: &G) -> Vec<(G::Turn, i32)> {
    let mut candidates = Vec::new();
    game.candidates(&evaluator::<G>(), usize::MAX, &mut candidates);
    candidates
}

/// What of a turn is no chain; `None` is the swap.
fn placement(turn: Turn) -> Option<(Tile, Cell, Direction)> {
    match turn {
        Turn::Place {
            tile,
            cell,
            orientation,
            ..
        } => Some((tile, cell, orientation)),
        Turn::Swap => None,
    }
}

#[test]
fn sayu_has_every_placement_with_its_longest_chain_first() {
    let mut checked = 0;
    for rules in SAYU {
        let mut longest_seen = 0;
        positions::<Sayu>(rules, 12, |game| {
            let mut longest = BTreeMap::new();
            for turn in game.turns() {
                let entry = longest.entry(placement(turn)).or_insert(0);
                *entry = Sayu::conversions(turn).unwrap().max(*entry);
            }
            let mut found = BTreeMap::new();
            for (turn, _) in all(game).into_iter().take(longest.len()) {
                let gain = Sayu::conversions(turn).unwrap();
                assert_eq!(
                    found.insert(placement(turn), gain),
                    None,
                    "{turn} comes twice"
                );
                longest_seen = longest_seen.max(gain);
            }
            assert_eq!(found, longest, "{}", game.position_text());
            checked += 1;
        });
        assert!(
            rules.contains("mini") || longest_seen > 2,
            "{rules}: {longest_seen}"
        );
    }
    assert!(checked > 2_000, "{checked}");
}

#[test]
fn fewer_candidates_are_the_first_of_more() {
    fn check<G: Playable>(rules: &str) {
        let evaluator = evaluator::<G>();
        positions::<G>(rules, 4, |game| {
            let all = all(game);
            assert_eq!(all.is_empty(), game.outcome().is_some());
            for width in [0, 1, 2, 7, 40, 400, all.len(), all.len() + 1] {
                let mut some = all[..all.len().min(1)].to_vec();
                game.candidates(&evaluator, width, &mut some);
                // What was there before stays.
                assert_eq!(some[..all.len().min(1)], all[..all.len().min(1)]);
                assert_eq!(some[all.len().min(1)..], all[..width.min(all.len())]);
            }
        });
    }
    for rules in SAYU {
        check::<Sayu>(rules);
    }
    for rules in ["standard", "swap=on", "place=3,first_place=2,hand=5"] {
        check::<Hexflip>(rules);
    }
}

#[test]
fn every_turn_is_listed_once() {
    fn check<G: Playable>(rules: &str, games: u64) {
        positions::<G>(rules, games, |game| {
            let turns: BTreeSet<_> = game.turns().into_iter().collect();
            let candidates = all(game);
            assert_eq!(candidates.len(), turns.len());
            let candidates: BTreeSet<_> = candidates.into_iter().map(|(turn, _)| turn).collect();
            assert_eq!(candidates, turns, "{}", game.position_text());
        });
    }
    for rules in [
        "standard",
        "swap=on",
        "repetition=2,hand=4",
        "overline=mover",
    ] {
        check::<Hexflip>(rules, 30);
    }
    for rules in SAYU {
        check::<Sayu>(rules, 4);
    }
}

/// With weights that do not change in the course of a game, and none on tempo and chains, the score
/// is the evaluation after the turn, but never more than that of the candidate before.
#[test]
fn sayu_scores_are_evaluations_at_rest() {
    let standard = load_weights::<Sayu>(STANDARD_WEIGHTS).unwrap();
    let values: Vec<i32> = Sayu::PARAMETERS
        .iter()
        .map(|parameter| match parameter.name {
            "tile_early" | "tile_late" => 100,
            "exposed_early" | "exposed_late" => -70,
            "open_early" | "open_late" => -11,
            "guard_early" | "guard_late" => 13,
            "scale" => 500,
            _ => 0,
        })
        .collect();
    let evaluator = <Sayu as Evaluate>::Evaluator::new(&standard.with_values(&values));
    for rules in SAYU {
        positions::<Sayu>(rules, 3, |game| {
            let mut candidates = Vec::new();
            game.candidates(&evaluator, 300, &mut candidates);
            let mut last = i32::MAX;
            let mut placements = BTreeSet::new();
            for (turn, score) in candidates {
                if !placements.insert(placement(turn)) {
                    // Not the longest chain.
                    assert_eq!(score, last, "{turn} in {}", game.position_text());
                    continue;
                }
                let mut after = game.clone();
                after.play_unchecked(turn);
                let value = evaluator.evaluate(&after).for_mover(game.to_move());
                assert_eq!(
                    value.0.min(last),
                    score,
                    "{turn} in {}",
                    game.position_text()
                );
                last = score;
            }
        });
    }
}

/// Jumps and single pieces have the evaluation after them as their score. So have pairs and triples
/// if the weights are on things that add up.
#[test]
fn hexflip_scores_are_evaluations() {
    let standard = load_weights::<Hexflip>(STANDARD_WEIGHTS).unwrap();
    let additive: Vec<i32> = Hexflip::PARAMETERS
        .iter()
        .map(|parameter| match parameter.name {
            "tempo_early" | "tempo_late" => 40,
            "hand_early" | "hand_late" => 130,
            "scale" => 100,
            // A piece is worth the same in whatever pattern it stands.
            name => {
                let line = name.split('_').nth(1).unwrap();
                30 * line.matches('x').count() as i32 - 30 * line.matches('o').count() as i32
            }
        })
        .collect();
    let additive = standard.with_values(&additive);
    let mut pairs = 0;
    for (weights, adds_up) in [(standard, false), (additive, true)] {
        let evaluator = <Hexflip as Evaluate>::Evaluator::new(&weights);
        for rules in ["standard", "swap=on", "place=3,hand=5", "overline=mover"] {
            positions::<Hexflip>(rules, 20, |game| {
                let mut candidates = Vec::new();
                game.candidates(&evaluator, usize::MAX, &mut candidates);
                assert!(candidates.is_sorted_by_key(|(_, score)| std::cmp::Reverse(*score)));
                for (turn, score) in candidates {
                    let several = turn.places().count_ones() > 1;
                    if several && !adds_up {
                        continue;
                    }
                    let mut after = game.clone();
                    after.play_unchecked(turn);
                    let value = match after.outcome().map(|outcome| outcome.winner) {
                        None => evaluator.evaluate(&after).for_mover(game.to_move()).0,
                        Some(Some(winner)) if winner == game.to_move() => EVALUATION_LIMIT,
                        Some(_) => -EVALUATION_LIMIT,
                    };
                    assert_eq!(score, value, "{turn} in {}", game.position_text());
                    pairs += i32::from(several);
                }
            });
        }
    }
    assert!(pairs > 10_000, "{pairs}");
}
