//! Every course of the game from a drawn position, with the counts of what has come about.

use std::collections::HashMap;

use super::graph::Graph;
use super::{Fate, MOST_OCCURRENCES};
use crate::view::View;

/// How far a search goes before it gives up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Positions with history.
    pub states: u32,
    /// Turns ahead.
    pub turns: u32,
}

/// Solves the game from one drawn position, in which that position is the first: which player can
/// force the other to run out of turns that keep the draw.
///
/// Only the nodes `inside` are played in; a turn to one outside that is not settled gives
/// [`Fate::Open`]. Positions are told apart as the rules do, by points and player to move: nothing
/// is identified by symmetry.
pub(super) struct Forcing<'a> {
    graph: &'a Graph<'a>,
    fates: &'a [Fate],
    inside: &'a dyn Fn(usize) -> bool,
    /// By what the player to move sees, and whether he is the one who moves at the root.
    numbers: HashMap<(View, bool), u32>,
    positions: Vec<Position>,
    /// The positions of the game up to now.
    path: Vec<u32>,
    /// By the positions that have come about, in no order, and the last of them.
    known: HashMap<Box<[u32]>, Fate>,
    /// What is left of the limits.
    states: u32,
    turns: u32,
}

/// Turns ahead of the first of several searches.
const FIRST_LOOK: u32 = 4;

struct Position {
    view: View,
    root_moves: bool,
    occurrences: u8,
    /// Once they have been looked for.
    turns: Option<Turns>,
}

#[derive(Clone)]
struct Turns {
    /// The best turn out of the inside.
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

    /// The fate of a view at the begin of a game; [`Fate::Open`] where the limits do not suffice.
    pub fn fate(&mut self, view: &View, limits: Limits) -> Fate {
        (self.states, self.turns) = (limits.states, limits.turns);
        self.search(view)
    }

    /// The same, looking two turns further ahead each time until a limit is reached.
    pub fn deepen(&mut self, view: &View, limits: Limits) -> Fate {
        self.states = limits.states;
        for turns in (FIRST_LOOK..=limits.turns).step_by(2) {
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

    /// The fate of a position that comes about now.
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
        // What is to come depends on the position and on how often each has come about.
        let mut key: Box<[u32]> = self.path.as_slice().into();
        key.sort_unstable();
        let key: Box<[u32]> = key.iter().copied().chain([number]).collect();
        if let Some(&fate) = self.known.get(&key) {
            return fate;
        }
        let mut best = out;
        for jump in jumps {
            if self.positions[jump as usize].occurrences < MOST_OCCURRENCES {
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
