//! Searches compared with plain minimax.

mod budgets;
mod games;
mod made_up;
mod repeating;

use super::deepen::deepen;
use super::limits::Limits;
use super::score;
use super::search::{Found, Plan, Search};
use super::table::Table;
use super::tree::Tree;
use super::{Techniques, techniques::Technique};
use crate::Stop;

/// All turns of a node.
type AllTurns<'a, T> = dyn Fn(&<T as Tree>::Node) -> Vec<<T as Tree>::Turn> + 'a;

/// The turns that a tree tells.
fn told<T: Tree>(tree: &T, node: &T::Node) -> Vec<T::Turn> {
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
        return score::of_end(end, ply);
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

/// Every way to leave out some of the lossless techniques.
fn lossless_subsets() -> Vec<Techniques> {
    let lossless = [
        Technique::TABLE,
        Technique::SCOUT,
        Technique::KILLERS,
        Technique::ASPIRATION,
    ];
    (0..1 << lossless.len())
        .map(|subset: u32| {
            (0..)
                .zip(lossless)
                .fold(
                    Techniques::all().lossless(),
                    |left, (i, technique)| match subset >> i & 1 {
                        0 => left,
                        _ => left.without(technique),
                    },
                )
        })
        .collect()
}

/// What a search with these techniques finds, and how many nodes it visits.
fn found<T: Tree>(
    tree: &T,
    root: &T::Node,
    depth: u32,
    techniques: Techniques,
    table_bytes: usize,
) -> (Found<T::Turn>, u64) {
    let plan = Plan {
        width: usize::MAX,
        late: 4,
        slack: 100,
        techniques,
    };
    let stop = Stop::new();
    let mut table = Table::new(table_bytes, None);
    let limits = Limits::new(None, None, &stop);
    let mut search = Search::new(tree, root.clone(), plan, limits, &mut table);
    let found = deepen(&mut search, told(tree, root), depth).found.unwrap();
    (found, search.visited())
}

/// The value that the search comes to with these techniques, and a line that leads there.
fn searched<T: Tree>(
    tree: &T,
    root: &T::Node,
    depth: u32,
    techniques: Techniques,
    table_bytes: usize,
) -> (i32, Vec<T::Turn>) {
    let (found, _) = found(tree, root, depth, techniques, table_bytes);
    (found.value, found.line)
}

/// Checks a search with all of the lossless techniques, and with each subset of them in turn as
/// `number` goes on, against minimax over `turns`; also that the line it gives leads to the value.
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
    for techniques in [subsets[0], subsets[number % subsets.len()]] {
        // Large enough for everything, and so small that entries drive each other out.
        for bytes in [1 << 16, 1 << 9] {
            let (value, line) = searched(tree, root, depth, techniques, bytes);
            let missing = techniques.missing();
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
