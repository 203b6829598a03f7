//! Searches compared with plain minimax.

mod artificial;
mod budgets;
mod games;
mod refuted;
mod repeating;

use super::iterative_deepening::iterative_deepening;
use super::limits::Limits;
use super::score;
use super::search::{ScoredLine, Search, SearchOptions};
use super::table::Table;
use super::tree::Tree;
use super::{SearchFeatures, search_features::SearchFeature};
use crate::Stop;

/// All turns of a node.
type AllTurns<'a, T> = dyn Fn(&<T as Tree>::Node) -> Vec<<T as Tree>::Turn> + 'a;

/// The turns of a node, from the tree.
fn tree_turns<T: Tree>(tree: &T, node: &T::Node) -> Vec<T::Turn> {
    let mut turns = Vec::new();
    tree.turns(node, usize::MAX, &mut turns);
    turns.into_iter().map(|(turn, _)| turn).collect()
}

/// The value of a node by the definition: the best of all turns, to the full depth.
fn minimax<T: Tree>(
    tree: &T,
    turns: &AllTurns<'_, T>,
    node: &T::Node,
    ply: u32,
    depth: u32,
) -> i32 {
    if let Some(end) = tree.end(node) {
        return score::of_outcome(end, ply);
    }
    if depth == 0 {
        return tree.evaluate(node).0;
    }
    let values = turns(node).into_iter().map(|turn| {
        let mut next = node.clone();
        tree.play(&mut next, turn);
        -minimax(tree, turns, &next, ply + 1, depth - 1)
    });
    values.max().unwrap()
}

/// All subsets of the lossless features.
fn lossless_subsets() -> Vec<SearchFeatures> {
    let lossless = [
        SearchFeature::TABLE,
        SearchFeature::PVS,
        SearchFeature::KILLERS,
        SearchFeature::ASPIRATION,
    ];
    (0..1 << lossless.len())
        .map(|subset: u32| {
            (0..)
                .zip(lossless)
                .fold(
                    SearchFeatures::all().lossless(),
                    |left, (i, feature)| match subset >> i & 1 {
                        0 => left,
                        _ => left.without(feature),
                    },
                )
        })
        .collect()
}

/// The result of a search with these features, and the number of nodes visited.
fn found<T: Tree>(
    tree: &T,
    root: &T::Node,
    depth: u32,
    features: SearchFeatures,
    table_bytes: usize,
) -> (ScoredLine<T::Turn>, u64) {
    let options = SearchOptions {
        width: usize::MAX,
        lmr_threshold: 4,
        futility_margin: 100,
        features,
    };
    let stop = Stop::new();
    let mut table = Table::new(table_bytes, None);
    let limits = Limits::new(None, None, &stop);
    let mut search = Search::new(tree, root.clone(), options, limits, &mut table);
    let found = iterative_deepening(&mut search, tree_turns(tree, root), depth)
        .best
        .unwrap();
    (found, search.visited())
}

/// The value of a search with these features, and its principal variation.
fn searched<T: Tree>(
    tree: &T,
    root: &T::Node,
    depth: u32,
    features: SearchFeatures,
    table_bytes: usize,
) -> (i32, Vec<T::Turn>) {
    let (found, _) = found(tree, root, depth, features, table_bytes);
    (found.value, found.line)
}

/// Checks a search with all of the lossless features, and with each subset of them in turn as
/// `number` grows, against minimax over `turns`; also that the line it gives leads to the value.
fn check<T: Tree>(
    tree: &T,
    turns: &AllTurns<'_, T>,
    root: &T::Node,
    depth: u32,
    number: usize,
    what: &str,
) {
    if tree.end(root).is_some() {
        return;
    }
    let subsets = lossless_subsets();
    let right = minimax(tree, turns, root, 0, depth);
    for features in [subsets[0], subsets[number % subsets.len()]] {
        // Large enough for everything, and so small that entries drive each other out.
        for bytes in [1 << 16, 1 << 9] {
            let (value, line) = searched(tree, root, depth, features, bytes);
            let missing = features.missing();
            assert_eq!(value, right, "{what}, depth {depth}, without {missing}");
            let mut node = root.clone();
            for &turn in &line {
                tree.play(&mut node, turn);
            }
            let length = line.len() as u32;
            let sign = if length.is_multiple_of(2) { 1 } else { -1 };
            let at_its_end = sign * minimax(tree, turns, &node, length, depth - length);
            assert_eq!(at_its_end, right, "{what}: the line leads elsewhere");
        }
    }
}
