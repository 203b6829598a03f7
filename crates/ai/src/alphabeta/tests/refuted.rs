//! Interrupted searches: refuted turns really lose, and none is played while another turn is open.

use flipside_rules::{Game as _, Hexflip, Notation as _, RuleSet as _, hexflip, no_attachments};

use super::super::game_tree::GameTree;
use super::super::iterative_deepening::{DeepeningResult, iterative_deepening};
use super::artificial::{Layers, Node, Ordered};
use super::*;
use crate::{Evaluator as _, Rng, STANDARD_WEIGHTS, load_weights};

fn cut_off<T: Tree>(
    tree: &T,
    root: &T::Node,
    options: SearchOptions,
    nodes: u64,
) -> DeepeningResult<T::Turn> {
    let stop = Stop::new();
    let mut table = Table::new(1 << 16, None);
    let limits = Limits::new(Some(nodes), None, &stop);
    let mut search = Search::new(tree, root.clone(), options, limits, &mut table);
    iterative_deepening(&mut search, tree_turns(tree, root), 6)
}

/// The turn that an agent plays after a search.
fn turn<T: Copy>(result: &DeepeningResult<T>) -> Option<T> {
    let found = result.best.as_ref();
    found
        .and_then(|found| found.line.first().copied())
        .or(result.open.first().copied())
}

/// Counts of turns refuted while others were open, of positions lost, and of positions won.
type Counts = [u32; 3];

/// Checks searches with all budgets up to `most` against minimax that is certain to look as far.
fn check_tree<T: Tree>(
    tree: &T,
    root: &T::Node,
    options: SearchOptions,
    most: u64,
    deep: u32,
) -> Counts
where
    T::Turn: std::fmt::Debug,
{
    let all = tree_turns(tree, root);
    let right = |turn: T::Turn| {
        let mut next = root.clone();
        tree.play(&mut next, turn);
        -minimax(tree, &|node| tree_turns(tree, node), &next, 1, deep - 1)
    };
    let values: Vec<i32> = all.iter().map(|&turn| right(turn)).collect();
    let best = values.iter().copied().max().unwrap();
    let mut counts = [0; 3];
    for nodes in 1..=most {
        let result = cut_off(tree, root, options, nodes);
        for (turn, value) in all.iter().zip(&values) {
            if !result.open.contains(turn) {
                assert!(score::is_lost(*value), "{turn:?} is said to lose");
            }
        }
        let refuted = all.len() - result.open.len();
        let is_lost = result.open.is_empty();
        let played = turn(&result).unwrap();
        assert_ne!(result.open.contains(&played), is_lost, "{result:?}");
        match result.best.as_ref().map(|found| found.value) {
            Some(value) if score::is_lost(value) => assert!(is_lost, "{result:?}"),
            Some(value) if score::is_decisive(value) => {
                assert!(best >= value, "a win in more turns than said: {result:?}");
                counts[2] += 1;
            }
            _ => assert!(!is_lost, "{result:?}"),
        }
        counts[0] += u32::from(refuted > 0 && !is_lost);
        counts[1] += u32::from(is_lost);
    }
    counts
}

fn sum(all: &mut Counts, more: Counts) {
    for (all, more) in all.iter_mut().zip(more) {
        *all += more;
    }
}

/// Searches of all turns: with every feature, and with subsets of those that are lossless.
fn options(number: u64) -> SearchOptions {
    let subsets = lossless_subsets();
    SearchOptions {
        width: usize::MAX,
        lmr_threshold: 1,
        futility_margin: 100,
        features: match number % 2 {
            0 => SearchFeatures::all().without(SearchFeature::EXTENSION),
            _ => subsets[number as usize / 2 % subsets.len()],
        },
    }
}

#[test]
fn artificial_trees_at_every_budget() {
    let mut counts = [0; 3];
    for number in 0..600 {
        let layers = Layers {
            seed: number,
            width: 2 + number % 30,
            branching: 1 + number % 5,
            values: [3, 500][number as usize % 2],
            ends: [2, 3, 5][number as usize % 3],
            settled: 0,
        };
        let root = Node {
            layer: 0,
            number: 0,
        };
        if layers.end(&root).is_some() {
            continue;
        }
        let options = options(number);
        sum(&mut counts, check_tree(&layers, &root, options, 60, 6));
        let ordered = Ordered(layers);
        sum(&mut counts, check_tree(&ordered, &root, options, 60, 6));
    }
    assert!(counts.iter().all(|&n| n > 2_000), "{counts:?}");
}

#[test]
fn a_beam_is_widened_when_all_its_turns_are_refuted() {
    let mut widened = 0;
    for number in 0..400 {
        let tree = Layers {
            seed: number,
            width: 40,
            branching: 8,
            values: 500,
            ends: 3,
            settled: 0,
        };
        let root = Node {
            layer: 0,
            number: 0,
        };
        if tree.end(&root).is_some() {
            continue;
        }
        let all = tree_turns(&tree, &root).len();
        let options = SearchOptions {
            width: 2,
            ..options(number)
        };
        for nodes in 1..40 {
            let result = cut_off(&tree, &root, options, nodes);
            let refuted = all - result.open.len();
            if refuted >= 2 && refuted < all {
                let played = turn(&result).unwrap();
                assert!(result.open.contains(&played), "{result:?}");
                widened += 1;
            }
        }
    }
    assert!(widened > 300, "{widened}");
}

/// The pie rule where First's first turn is a line of three: the turns listed first lose at once, and
/// the swap wins.
#[test]
fn the_swap_is_not_overlooked() {
    let rules = "first_place=3,second_place=1,swap=on";
    let rules = hexflip::Rules::parse(rules, &no_attachments).unwrap();
    let mut game = Hexflip::new(rules);
    game.play_texts(["c4+c5+d5"]).unwrap();
    let evaluator = crate::HexflipEvaluator::new(&load_weights(STANDARD_WEIGHTS).unwrap());
    let tree = GameTree::<Hexflip> {
        evaluator: &evaluator,
    };
    let swap = game.parse_turn("swap").unwrap();
    let options = SearchOptions {
        width: usize::MAX,
        lmr_threshold: 4,
        futility_margin: 100,
        features: SearchFeatures::all(),
    };
    let mut rng = Rng::new(1);
    for _ in 0..200 {
        let nodes = 10 + u64::from(rng.below(4_990));
        let result = cut_off(&tree, &game, options, nodes);
        let value = result.best.as_ref().map(|found| found.value);
        assert!(!value.is_some_and(score::is_lost), "{nodes} {result:?}");
        assert!(result.open.contains(&swap), "{nodes} {result:?}");
    }
}
