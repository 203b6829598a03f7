//! Proven values compared with plain minimax.

use flipside_rules::{Game, Hexflip, RuleSet as _, Sayu, no_attachments};

use super::bounds::Bounds;
use super::search::Search;
use super::tree::ROOT;
use super::*;
use crate::{Evaluator as _, Playable, STANDARD_WEIGHTS, load_weights};

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
fn compare<G: Playable>(search: &Search<G>, at: u32, game: &G, most: u32, checked: &mut Checked) {
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
fn check<G: Playable>(rules: &str, games: u64, played: u32, visits: u32, most: u32) -> Checked {
    let rules = G::Rules::parse(rules, &no_attachments).unwrap();
    let evaluator = G::Evaluator::new(&load_weights::<G>(STANDARD_WEIGHTS).unwrap());
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
            initial_children: 1 + rng.below(8),
            ..MctsConfig::default()
        };
        let mut search = Search::new(config, evaluator.clone());
        search.reset(any, &game);
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
    let standard = check::<Hexflip>("", 300, 9, 300, 2);
    let small = check::<Hexflip>("hand=3,place=1", 300, 9, 300, 4);
    // Here positions come about again soon, and repetition forbids turns.
    let repetition = check::<Hexflip>("hand=3,repetition=2", 300, 30, 300, 5);
    for [losses, _, wins] in [standard, small, repetition] {
        assert!(losses > 100 && wins > 1_000, "{losses} {wins}");
    }
}

#[test]
fn proven_values_of_sayu_are_those_of_minimax() {
    let mut all = [0; 3];
    for rules in ["komi=0", "komi=2", "komi=-3", "convert=optional"] {
        let rules = format!("radius=1,tiles=mini,{rules}");
        let checked = check::<Sayu>(&rules, 40, 3, 2_000, 3);
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

/// Runs agents with small budgets, and checks the chosen turns against the proofs in their trees.
fn check_choices<G: Playable>(
    rules: &str,
    games: u64,
    played: u32,
    config: MctsConfig,
) -> [u32; 2] {
    let rules = G::Rules::parse(rules, &no_attachments).unwrap();
    let evaluator = G::Evaluator::new(&load_weights::<G>(STANDARD_WEIGHTS).unwrap());
    let (mut escapes, mut lost) = (0, 0);
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut game = G::new(rules.clone());
        for _ in 0..rng.below(played + 1) {
            if let Some(turn) = game.pick_turn(|n| rng.below(n)) {
                game.play_unchecked(turn);
            }
        }
        if game.outcome().is_some() {
            continue;
        }
        let config = MctsConfig {
            budget: Budget::Nodes(1 + rng.below(60)),
            ..config
        };
        let mut agent = Mcts::new(config, evaluator.clone());
        agent.begin(seed);
        let choice = agent.choose(&game, &Stop::new()).unwrap();
        game.check(choice.turn).unwrap();
        if agent.root.is_none() {
            // An endgame that was solved without a tree.
            continue;
        }
        let root = agent.search.tree.node(ROOT);
        let (_, children) = agent.search.tree.children(ROOT);
        let is_lost = |bounds: Bounds| bounds.exact() == Some(Bounds::LOSS);
        let refuted = children
            .iter()
            .filter(|child| is_lost(child.bounds))
            .count();
        let chosen = children.iter().find(|child| child.turn == choice.turn);
        let what = format!("{} {config:?} {choice:?}", game.position_text());
        let all = game.count_turns() as usize;
        if is_lost(root.bounds.flipped()) {
            assert_eq!(refuted, all, "not all turns are refuted: {what}");
            lost += 1;
        } else if refuted < all {
            assert!(!chosen.is_some_and(|child| is_lost(child.bounds)), "{what}");
            escapes += u32::from(refuted > 0);
        }
        assert_eq!(
            choice.proven.is_some(),
            root.bounds.exact().is_some(),
            "{what}"
        );
        if let (Some(value), Some(chosen)) = (root.bounds.flipped().exact(), chosen) {
            // A turn that certainly keeps what is proven.
            assert!(chosen.bounds.lower >= value, "{what}");
        }
    }
    [escapes, lost]
}

#[test]
fn no_refuted_turn_is_played_where_another_is_open() {
    let narrow = MctsConfig {
        initial_children: 1,
        child_growth: 0.0,
        initial_candidates: 1,
        candidate_growth: 0.0,
        ..MctsConfig::default()
    };
    // So little memory that the turns of the root may find no room.
    let forgetful = MctsConfig {
        memory: 0,
        ..MctsConfig::default()
    };
    for config in [MctsConfig::default(), narrow] {
        let mut all = [0; 2];
        for rules in ["", "hand=3,place=1", "hand=2,repetition=2", "swap=on"] {
            let counts = check_choices::<Hexflip>(rules, 1_000, 14, config);
            all = [all[0] + counts[0], all[1] + counts[1]];
        }
        let rules = "radius=1,tiles=mini,komi=-1,swap=on";
        check_choices::<Sayu>(rules, 200, 3, config);
        assert!(all[0] > 100 && all[1] > 30, "{all:?}");
    }
    check_choices::<Hexflip>("", 200, 14, forgetful);
}
