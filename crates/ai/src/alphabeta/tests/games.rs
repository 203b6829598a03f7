//! Both games, with their evaluations.

use flipside_rules::{Hexflip, RuleSet as _, Sayu, no_attachments};

use super::super::game_tree::GameTree;
use super::check;
use crate::{Evaluator as _, Playable, Rng, STANDARD_WEIGHTS, load_weights};

/// Checks positions of random games, from `last` turns before the end of each. Depths are chosen so
/// that minimax needs not much more than `work` nodes.
fn check_games<G: Playable>(rules: &str, games: u64, last: usize, work: u64) {
    let rules = G::Rules::parse(rules, &no_attachments).unwrap();
    let evaluator = G::Evaluator::new(&load_weights(STANDARD_WEIGHTS).unwrap());
    let tree = GameTree::<G> {
        evaluator: &evaluator,
    };
    for number in 0..games {
        let mut rng = Rng::new(number);
        let mut game = G::new(rules.clone());
        let mut played = vec![game.clone()];
        while let Some(turn) = game.pick_turn(|n| rng.below(n)) {
            game.play_unchecked(turn);
            played.push(game.clone());
        }
        let from = played.len().saturating_sub(last + 1);
        for game in &played[from..] {
            let count = game.count_turns();
            let mut depth = 1;
            while depth < 8 && count.max(2).pow(depth + 1) < work {
                depth += 1;
            }
            let what = game.position_text();
            // The turns come from the rules, not from those who order them.
            check(&tree, &G::turns, game, depth, number as usize, &what);
        }
    }
}

#[test]
fn hexflip() {
    check_games::<Hexflip>("standard", 150, 6, 1_000);
    check_games::<Hexflip>("standard", 20, 30, 10_000);
    check_games::<Hexflip>("hand=3", 300, 10, 5_000);
}

#[test]
fn hexflip_with_forbidden_repetitions() {
    // Few pieces: soon all turns are jumps, and positions come about again.
    for rules in [
        "hand=2",
        "hand=4,place=3",
        "hand=3,repetition=2",
        "hand=3,deviate=first",
    ] {
        check_games::<Hexflip>(rules, 60, 12, 1_000);
    }
}

#[test]
fn sayu_on_a_small_board() {
    check_games::<Sayu>("radius=1,tiles=mini", 150, 3, 20_000);
    check_games::<Sayu>("radius=1,tiles=mini,convert=optional,komi=1", 50, 3, 20_000);
    check_games::<Sayu>("radius=1,back=mirrored,swap=on", 20, 2, 2_000);
}

#[test]
fn sayu() {
    check_games::<Sayu>("standard", 60, 3, 20_000);
}
