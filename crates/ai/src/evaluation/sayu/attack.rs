//! The chains of conversions that a player can start.
//!
//! A chain depends on the orientation of the placed tile, which all converted tiles take on, and on the
//! tile that is converted first. It does not depend on the cell or the pattern of the placed tile. The
//! longest chain from each first tile is therefore valid for every placement.

use flipside_rules::sayu::{Cell, Chain, Sayu};
use flipside_rules::{Game as _, Seat, set_bits};

use super::board::{Board, back, direction, step, supplied_eighths};

/// A chain.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Path {
    /// The number of conversions.
    pub(crate) length: u32,
    /// The converted tiles.
    pub(crate) converted: u64,
    /// The steps from the first victim on.
    pub(crate) steps: Chain,
}

/// The conversions that a player could make if it were their turn.
pub(crate) struct Attack {
    /// The other player's tiles.
    victims: u64,
    /// The victims without an arrow against a step, by direction of the step.
    unguarded: [u64; 8],
    /// The victims that have an arrow after conversion, by eighth.
    eighths: [u64; 8],
    /// The arrows of each victim after conversion, in eighths.
    patterns: [u8; 64],
    /// The tiles by orientation; a tile of the same orientation cannot convert them.
    immune: [u64; 8],
    /// The eighths with an arrow on any tile of the supply.
    supplied: u8,
    placeable: u64,
}

impl Attack {
    pub(crate) fn new(game: &Sayu, board: &Board, attacker: Seat) -> Self {
        let victims = board.stones[attacker.other().index()];
        let mut patterns = [0; 64];
        let mut eighths = [0; 8];
        for cell in set_bits(victims) {
            let Some((_, tile, _)) = Cell::from_index(cell).and_then(|c| game.position().tile(c))
            else {
                continue;
            };
            let pattern = game.rules().side(tile.pattern(), attacker);
            patterns[usize::from(cell)] = pattern;
            for eighth in set_bits(pattern.into()) {
                eighths[usize::from(eighth)] |= 1 << cell;
            }
        }
        Self {
            victims,
            unguarded: std::array::from_fn(|d| victims & !board.arrows[d ^ 4]),
            eighths,
            patterns,
            immune: board.oriented,
            supplied: supplied_eighths(game, attacker),
            placeable: board.placeable,
        }
    }

    /// The victim that a tile on `cell` with orientation `o` converts by an arrow in direction `d`.
    pub(crate) fn victim(&self, cell: u8, o: usize, d: usize) -> Option<u8> {
        let victim = step(1 << cell, d) & self.unguarded[d] & !self.immune[o];
        (victim != 0).then(|| victim.trailing_zeros() as u8)
    }

    /// The cells with an arrow, by direction, after the victims `converted` are converted with
    /// orientation `o`.
    pub(crate) fn arrows_after(&self, board: &Board, converted: u64, o: usize) -> [u64; 8] {
        std::array::from_fn(|d| {
            board.arrows[d] & !converted | self.eighths[(d + 8 - o) % 8] & converted
        })
    }

    /// The longest chain of orientation `o` whose first victim is `cell`, without the step to it; among
    /// equals, the one whose steps come first clockwise from north.
    pub(crate) fn longest_from(&self, o: usize, cell: u8) -> Path {
        let mut best = Path::default();
        self.extend(
            o,
            cell,
            self.victims & !self.immune[o],
            Path::default(),
            &mut best,
        );
        best
    }

    fn extend(&self, o: usize, cell: u8, left: u64, mut path: Path, best: &mut Path) {
        let left = left & !(1 << cell);
        path.length += 1;
        path.converted |= 1 << cell;
        if path.length > best.length {
            *best = path;
        }
        let arrows = self.patterns[usize::from(cell)].rotate_left(o as u32);
        for d in set_bits(arrows.into()) {
            let d = usize::from(d);
            let next = step(1 << cell, d) & self.unguarded[d] & left;
            if next != 0 {
                let steps = path.steps.extended(direction(d));
                self.extend(
                    o,
                    next.trailing_zeros() as u8,
                    left,
                    Path { steps, ..path },
                    best,
                );
            }
        }
    }

    /// The victims that a tile of the supply, placed with orientation `o`, can convert first.
    fn first_victims(&self, o: usize) -> u64 {
        let mut found = 0;
        for (d, unguarded) in self.unguarded.iter().enumerate() {
            if self.supplied.rotate_left(o as u32) >> d & 1 == 1 {
                found |= step(self.placeable, d) & unguarded;
            }
        }
        found & !self.immune[o]
    }

    /// The cells of `victims` from which a chain of orientation `o` can continue into `reached`.
    fn before(&self, o: usize, victims: u64, reached: u64) -> u64 {
        let mut found = 0;
        for (d, unguarded) in self.unguarded.iter().enumerate() {
            found |= back(unguarded & reached, d) & self.eighths[(d + 8 - o) % 8];
        }
        found & victims
    }

    /// The maximum number of tiles that one turn can convert.
    pub(crate) fn longest(&self) -> u32 {
        let mut longest = 0;
        for o in 0..8 {
            let mut first = self.first_victims(o);
            let victims = self.victims & !self.immune[o];
            // A walk may visit a cell twice. A longer chain can start only where there is a longer
            // walk.
            let mut reached = victims;
            let mut walk = 0;
            while walk < longest && first & reached != 0 {
                reached = self.before(o, victims, reached);
                walk += 1;
            }
            first &= reached;
            for cell in set_bits(first) {
                longest = longest.max(self.length_from(o, cell, victims));
            }
        }
        longest
    }

    /// The length of the longest chain of orientation `o` whose first victim is `cell`. `left` are the
    /// victims that are not yet converted, including `cell`.
    fn length_from(&self, o: usize, cell: u8, left: u64) -> u32 {
        let left = left & !(1 << cell);
        let arrows = self.patterns[usize::from(cell)].rotate_left(o as u32);
        let mut longest = 0;
        for d in set_bits(arrows.into()) {
            let d = usize::from(d);
            let next = step(1 << cell, d) & self.unguarded[d] & left;
            if next != 0 {
                let next = next.trailing_zeros() as u8;
                longest = longest.max(self.length_from(o, next, left));
            }
        }
        longest + 1
    }
}
