//! Artificial trees in which history forbids turns, so that a node's value depends on the way to it.

use flipside_rules::{ForMover, hash::mix};

use super::super::tree::{End, Tree};
use super::{check, tree_turns};

/// A graph in which no place may be visited a third time; who cannot go on has lost.
struct Walk {
    seed: u64,
    places: u64,
    branching: u64,
    values: u64,
}

#[derive(Clone)]
struct Node {
    /// How often each place was visited, the present visit included.
    visits: Vec<u8>,
    place: u64,
    is_second: bool,
}

impl Walk {
    fn draw(&self, place: u64, what: u64, below: u64) -> u64 {
        mix(mix(self.seed ^ what) ^ place) % below
    }

    /// Where a turn leads: never to the place itself.
    fn target(&self, place: u64, turn: u64) -> u64 {
        (place + 1 + self.draw(place, turn + 10, self.places - 1)) % self.places
    }

    fn open(&self, node: &Node) -> impl Iterator<Item = u64> {
        (0..self.branching).filter(|&turn| node.visits[self.target(node.place, turn) as usize] < 2)
    }
}

impl Tree for Walk {
    type Node = Node;
    type Turn = u64;

    fn end(&self, node: &Node) -> Option<ForMover<End>> {
        self.open(node)
            .next()
            .is_none()
            .then_some(ForMover(End::Lost))
    }

    fn evaluate(&self, node: &Node) -> ForMover<i32> {
        ForMover(self.draw(2 * node.place + u64::from(node.is_second), 1, self.values) as i32)
    }

    fn turns(&self, node: &Node, width: usize, into: &mut Vec<(u64, i32)>) {
        into.extend(self.open(node).take(width).map(|turn| (turn, 0)));
    }

    fn is_legal(&self, node: &Node, turn: u64) -> bool {
        self.open(node).any(|open| open == turn)
    }

    fn play(&self, node: &mut Node, turn: u64) {
        node.place = self.target(node.place, turn);
        node.visits[node.place as usize] += 1;
        node.is_second = !node.is_second;
    }

    fn key(&self, node: &Node) -> u64 {
        mix(2 * node.place + u64::from(node.is_second))
    }

    fn turns_before_history_matters(&self, node: &Node) -> u32 {
        let earlier = |visits: u8| {
            (0..)
                .zip(&node.visits)
                .any(move |(place, &v)| v - u8::from(place == node.place) >= visits)
        };
        if earlier(2) || node.visits[node.place as usize] >= 2 {
            // The next turn may lead to a place that has been visited twice.
            1
        } else if earlier(1) {
            // To a place visited once, away, back there, and then it is forbidden.
            3
        } else {
            u32::MAX
        }
    }

    fn history(&self, node: &Node) -> u64 {
        let mut hash = 0;
        for (place, &visits) in (0..).zip(&node.visits) {
            let earlier = visits - u8::from(place == node.place);
            hash ^= mix(place << 8 | u64::from(earlier)) * u64::from(earlier > 0);
        }
        hash
    }
}

#[test]
fn values_that_depend_on_history() {
    for number in 0..4_000 {
        let tree = Walk {
            seed: number,
            places: 3 + number % 5,
            branching: 2 + number % 2,
            values: [1, 3, 1_000][number as usize % 3],
        };
        let mut root = Node {
            visits: vec![0; tree.places as usize],
            place: 0,
            is_second: false,
        };
        root.visits[0] = 1;
        check(
            &tree,
            &|node| tree_turns(&tree, node),
            &root,
            1 + number as u32 % 9,
            number as usize,
            &format!("walk {number}"),
        );
    }
}
