//! A second implementation of the rules of Hexflip, for checking tables: plain loops over rows and
//! diagonal numbers, written from the rules page. It shares only the numbering of points with the
//! solver and the fast rules.

use flipside_rules::hexflip::{Overline, Rules};

use crate::layer::Layer;
use crate::view::View;

/// First and last diagonal number of the rows `a` to `e`.
const ROWS: [(i32, i32); 5] = [(1, 3), (1, 4), (1, 5), (2, 5), (3, 5)];

/// Steps in row and diagonal number along the three directions and their opposites.
const STEPS: [(i32, i32); 6] = [(0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (-1, -1)];

/// Returns the set with the point of a row (0 for `a`) and a diagonal number; `None` off the board.
fn point(row: i32, number: i32) -> Option<u32> {
    let (first, last) = *ROWS.get(usize::try_from(row).ok()?)?;
    if number < first || number > last {
        return None;
    }
    let before: i32 = ROWS[..row as usize].iter().map(|(a, b)| b - a + 1).sum();
    Some(1 << (before + number - first))
}

/// The status of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Status {
    /// The game is over, and the player to move has won.
    Won,
    /// The game is over, and the player to move has lost.
    Lost,
    /// The game is not over: the other player's views after all turns.
    Turns(Vec<View>),
}

/// A rule set, with the lines of the board.
pub struct PlainRules {
    rules: Rules,
    /// For each point and direction, the points beyond it, nearest first.
    rays: Vec<(u32, Vec<u32>)>,
    /// Every four points in a row.
    windows: Vec<u32>,
}

impl PlainRules {
    /// Creates the rules of a rule set, ignoring repetition and swap.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        let mut rays = Vec::new();
        let mut windows = Vec::new();
        for row in 0..5 {
            for number in 1..=5 {
                let Some(start) = point(row, number) else {
                    continue;
                };
                for (direction, (up, along)) in STEPS.into_iter().enumerate() {
                    let behind: Vec<u32> = (1..5)
                        .map_while(|n| point(row + n * up, number + n * along))
                        .collect();
                    if let ([a, b, c, ..], true) = (&behind[..], direction < 3) {
                        windows.push(start | a | b | c);
                    }
                    rays.push((start, behind));
                }
            }
        }
        Self {
            rules: *rules,
            rays,
            windows,
        }
    }

    /// Returns the status of a position.
    #[must_use]
    pub fn status(&self, view: &View) -> Status {
        let lines = |stones: u32| {
            let full = |window: &&u32| stones & **window == **window;
            self.windows.iter().filter(full).count()
        };
        // Rule 1: an overline of the player who moved loses.
        if lines(view.other) >= 2 {
            return Status::Won;
        }
        // Rule 2, unless disabled by the variant.
        if lines(view.own) >= 2 && self.rules.overline() == Overline::Owner {
            return Status::Lost;
        }
        // Rule 3.
        let turns = self.turns(view);
        if turns.is_empty() {
            return Status::Lost;
        }
        // Rule 4.
        if lines(view.own) >= 1 {
            return Status::Won;
        }
        Status::Turns(turns)
    }

    /// Returns the other player's views after each turn, as if the game were not over.
    #[must_use]
    pub fn turns(&self, view: &View) -> Vec<View> {
        let mut turns = Vec::new();
        let occupied = view.own | view.other;
        for (start, behind) in &self.rays {
            if view.own & start == 0 {
                continue;
            }
            let run = behind.iter().take_while(|&&p| occupied & p != 0).count();
            if run == 0 || run == behind.len() {
                continue;
            }
            let flipped = behind[..run].iter().fold(0, |all, p| all | p);
            let own = (view.own ^ flipped) & !start | behind[run];
            let other = view.other ^ flipped & occupied;
            turns.push(View {
                own: other & !own,
                other: own,
                layer: view.layer.opposite(),
            });
        }
        let points: Vec<u32> = (0..19)
            .map(|p| 1 << p)
            .filter(|p| occupied & p == 0)
            .collect();
        let sizes = self.sizes(view);
        let mut place = |pieces: u8, mask: u32| {
            if sizes.contains(&pieces) {
                turns.push(View {
                    own: view.other,
                    other: view.own | mask,
                    layer: Layer {
                        hand: view.layer.other,
                        other: view.layer.hand - pieces,
                    },
                });
            }
        };
        for (i, a) in points.iter().enumerate() {
            place(1, *a);
            for (j, b) in points.iter().enumerate().skip(i + 1) {
                place(2, a | b);
                for c in points.iter().skip(j + 1) {
                    place(3, a | b | c);
                }
            }
        }
        turns
    }

    /// Returns the numbers of pieces that a placing turn may place.
    fn sizes(&self, view: &View) -> Vec<u8> {
        let (hand, full) = (view.layer.hand, self.rules.hand());
        let first_turn_of_first = view.layer.hand == full && view.layer.other == full;
        let first_turn_of_second = view.layer.hand == full && view.layer.other < full;
        if hand == 0 {
            return Vec::new();
        }
        if first_turn_of_first {
            return vec![self.rules.first_place().min(hand)];
        }
        match self.rules.second_place() {
            Some(limit) if first_turn_of_second => vec![limit.min(hand)],
            _ => (1..=self.rules.place().min(hand)).collect(),
        }
    }
}
