//! An exhaustive search from a drawn position that counts occurrences of positions.

use std::collections::HashMap;

use super::graph::Graph;
use super::{Fate, MAX_OCCURRENCES};
use crate::view::View;

/// The limits of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Positions with history.
    pub states: u32,
    /// Depth in turns.
    pub turns: u32,
}

/// Solves the game that starts at a drawn position: which player can force the other to run out of
/// turns that keep the draw.
///
/// The search is restricted to the nodes `inside`; a turn to an unsettled node outside has
/// [`Fate::Open`]. Positions are distinguished as in the rules, by points and player to move;
/// symmetric positions are different.
pub(super) struct Forcing<'a> {
    graph: &'a Graph<'a>,
    fates: &'a [Fate],
    inside: &'a dyn Fn(usize) -> bool,
    /// By view, and whether the player to move is the one who moves at the root.
    numbers: HashMap<(View, bool), u32>,
    positions: Vec<Position>,
    /// The positions of the game so far.
    path: Vec<u32>,
    /// Transposition table: by the sorted positions that have occurred, and the last one.
    known: HashMap<Box<[u32]>, Fate>,
    /// The remaining limits.
    states: u32,
    turns: u32,
}

/// The depth of the first iteration of [`Forcing::iterative_deepening`].
const FIRST_DEPTH: u32 = 4;

struct Position {
    view: View,
    root_moves: bool,
    occurrences: u8,
    /// Generated when first needed.
    turns: Option<Turns>,
}

#[derive(Clone)]
struct Turns {
    /// The best fate of the turns that leave the inside.
    out: Fate,
    jumps: Vec<u32>,
}

impl<'a> Forcing<'a> {
    pub fn new(graph: &'a Graph<'a>, fates: &'a [Fate], inside: &'a dyn Fn(usize) -> bool) -> Self {
        Self {
            graph,
            fates,
            inside,
            numbers: HashMap::new(),
            positions: Vec::new(),
            path: Vec::new(),
            known: HashMap::new(),
            states: 0,
            turns: 0,
        }
    }

    /// Returns the fate of a view at the start of a game; [`Fate::Open`] if the limits do not
    /// suffice.
    pub fn fate(&mut self, view: &View, limits: Limits) -> Fate {
        (self.states, self.turns) = (limits.states, limits.turns);
        self.search(view)
    }

    /// Like [`fate`](Self::fate), by iterative deepening in steps of two turns.
    pub fn iterative_deepening(&mut self, view: &View, limits: Limits) -> Fate {
        self.states = limits.states;
        for turns in (FIRST_DEPTH..=limits.turns).step_by(2) {
            self.turns = turns;
            let fate = self.search(view);
            if fate != Fate::Open || self.states == 0 {
                return fate;
            }
        }
        Fate::Open
    }

    fn search(&mut self, view: &View) -> Fate {
        self.known.clear();
        let root = self.number(view, true);
        self.visit(root)
    }

    fn number(&mut self, view: &View, root_moves: bool) -> u32 {
        let next = self.positions.len() as u32;
        let number = *self.numbers.entry((*view, root_moves)).or_insert(next);
        if number == next {
            self.positions.push(Position {
                view: *view,
                root_moves,
                occurrences: 0,
                turns: None,
            });
        }
        number
    }

    /// Returns the fate of a position that occurs now.
    fn visit(&mut self, number: u32) -> Fate {
        self.positions[number as usize].occurrences += 1;
        self.path.push(number);
        let fate = self.fate_now(number);
        self.path.pop();
        self.positions[number as usize].occurrences -= 1;
        fate
    }

    fn fate_now(&mut self, number: u32) -> Fate {
        if self.states == 0 || self.path.len() as u32 > self.turns {
            return Fate::Open;
        }
        self.states -= 1;
        let Turns { out, jumps } = self.turns(number);
        if out == Fate::Wins {
            return out;
        }
        // The rest of the game depends on the position and on how often each one has occurred.
        let mut key: Box<[u32]> = self.path.as_slice().into();
        key.sort_unstable();
        let key: Box<[u32]> = key.iter().copied().chain([number]).collect();
        if let Some(&fate) = self.known.get(&key) {
            return fate;
        }
        let mut best = out;
        for jump in jumps {
            if self.positions[jump as usize].occurrences < MAX_OCCURRENCES {
                best = best.max(self.visit(jump).before_turn());
            }
            if best == Fate::Wins {
                break;
            }
        }
        self.known.insert(key, best);
        best
    }

    fn turns(&mut self, number: u32) -> Turns {
        let Position {
            view, root_moves, ..
        } = self.positions[number as usize];
        if let Some(turns) = &self.positions[number as usize].turns {
            return turns.clone();
        }
        let mut turns = Turns {
            out: Fate::Loses,
            jumps: Vec::new(),
        };
        if let Some(node) = self.graph.node(&view) {
            turns.out = self.graph.placing[node];
        }
        for after in view.jumps() {
            let Some(node) = self.graph.node(&after) else {
                continue;
            };
            match self.fates[node] {
                Fate::Open if (self.inside)(node) => {
                    turns.jumps.push(self.number(&after, !root_moves));
                }
                fate => turns.out = turns.out.max(fate.before_turn()),
            }
        }
        self.positions[number as usize].turns = Some(turns.clone());
        turns
    }
}
