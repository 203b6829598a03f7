//! What the search calls proven, against plain minimax.

use flipside_rules::{Game, RuleSet as _, hexflip, no_files, sayu};

use super::bounds::Bounds;
use super::search::Search;
use super::tree::ROOT;
use super::*;
use crate::{Candidates, Evaluator as _, STANDARD, load};

/// The value for the player to move in half points by minimax over all lines, as long as they end
/// within `turns`; `None` where that leaves it open.
fn minimax<G: Game>(game: &G, turns: u32) -> Option<u8> {
    if let Some(outcome) = game.outcome() {
        return Some(Bounds::of(outcome, game.to_move()).lower);
    }
    if turns == 0 {
        return None;
    }
    let mut best = Some(Bounds::LOSS);
    for turn in game.turns() {
        let mut next = game.clone();
        next.play(turn).unwrap();
        match minimax(&next, turns - 1) {
            // Nothing is better than a win.
            Some(Bounds::LOSS) => return Some(Bounds::WIN),
            Some(value) => best = best.map(|best| best.max(Bounds::WIN - value)),
            None => best = None,
        }
    }
    best
}

/// How many proven nodes were compared: losses, draws, wins.
type Checked = [u32; 3];

/// Compares all that is proven at a node and below with minimax. The turns are those that the
/// game can last, or what the proof itself takes.
fn compare<G: Candidates>(search: &Search<G>, at: u32, game: &G, most: u32, checked: &mut Checked) {
    if let Some(value) = search.tree.node(at).bounds.flipped().exact() {
        let turns = match value {
            Bounds::WIN => search.turns_to_win(at),
            Bounds::LOSS => search.turns_to_lose(at),
            _ => most,
        };
        if turns <= most {
            let text = || (game.rules().clone(), game.position_text(), turns);
            assert_eq!(minimax(game, turns), Some(value), "{:?}", text());
            checked[value as usize] += 1;
        }
    }
    let (first, children) = search.tree.children(at);
    for (i, child) in (first..).zip(children) {
        // Ends of the game that were seen ahead were never visited.
        if child.visits > 0 {
            let mut next = game.clone();
            next.play(child.turn).unwrap();
            compare(search, i, &next, most, checked);
        }
    }
}

/// Searches from positions of random games, and compares.
fn check<G: Candidates>(rules: &str, games: u64, played: u32, visits: u32, most: u32) -> Checked {
    let rules = G::Rules::parse(rules, &no_files).unwrap();
    let evaluator = G::Evaluator::new(&load::<G>(STANDARD).unwrap());
    let mut checked = [0; 3];
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut game = G::new(rules.clone());
        for _ in 0..rng.below(played + 1) {
            if let Some(turn) = game.pick_turn(|n| rng.below(n)) {
                game.play_unchecked(turn);
            }
        }
        let Some(any) = game.pick_turn(|_| 0) else {
            continue;
        };
        let config = MctsConfig {
            // Narrow lists, so that they have to be made longer.
            width: 1 + rng.below(8),
            ..MctsConfig::default()
        };
        let mut search = Search::new(config, evaluator.clone());
        search.plant(any, &game);
        let mut current = game.clone();
        for _ in 0..visits {
            if search.is_finished() {
                break;
            }
            current.clone_from(&game);
            search.visit(&mut current);
        }
        compare(&search, ROOT, &game, most, &mut checked);
    }
    checked
}

#[test]
fn proven_values_of_hexflip_are_those_of_minimax() {
    let standard = check::<hexflip::Game>("", 300, 9, 300, 2);
    let small = check::<hexflip::Game>("hand=3,place=1", 300, 9, 300, 4);
    // Here positions come about again soon, and turns are barred.
    let barred = check::<hexflip::Game>("hand=3,repetition=2", 300, 30, 300, 5);
    for [losses, _, wins] in [standard, small, barred] {
        assert!(losses > 100 && wins > 1_000, "{losses} {wins}");
    }
}

#[test]
fn proven_values_of_sayu_are_those_of_minimax() {
    let mut all = [0; 3];
    for rules in ["komi=0", "komi=2", "komi=-3", "convert=optional"] {
        let rules = format!("radius=1,tiles=mini,{rules}");
        let checked = check::<sayu::Game>(&rules, 40, 3, 2_000, 3);
        for (all, checked) in all.iter_mut().zip(checked) {
            *all += checked;
        }
    }
    let [losses, draws, wins] = all;
    assert!(
        losses > 50 && draws > 500 && wins > 10_000,
        "{losses} {draws} {wins}"
    );
}
