//! Chains of conversions, by the tiles that they convert.

use flipside_rules::set_bits;

use super::board::{Board, Frame, Placement, pattern};

/// The steps that were taken to find chains, which is what their search costs.
pub(super) type Steps = u64;

/// Chains of the mover with one orientation.
#[derive(Clone, Copy)]
pub(super) struct Chains<'a> {
    pub(super) frame: &'a Frame,
    pub(super) board: &'a Board,
    pub(super) orientation: u8,
}

impl Chains<'_> {
    /// The arrows of a tile of the supply once it is placed.
    pub(super) fn placed_arrows(&self, tile: u8) -> u8 {
        self.frame
            .arrows(pattern(tile), self.board.mover, self.orientation)
    }

    fn converted_arrows(&self, cell: u8) -> u8 {
        self.board
            .converted_arrows(self.frame, cell, self.orientation)
    }

    /// Appends the sets of tiles that complete chains convert which go on from `cell` in the
    /// directions `arrows`, having converted `converted`; a set may be appended more than once.
    pub(super) fn sets(
        &self,
        cell: u8,
        arrows: u8,
        converted: u64,
        sets: &mut Vec<u64>,
        steps: &mut Steps,
    ) {
        *steps += 1;
        let opponents = self.board.opponents() & !converted;
        let mut is_end = true;
        for direction in set_bits(arrows.into()) {
            let entered = self
                .board
                .enter(cell, direction, self.orientation, opponents);
            if let Some(next) = entered {
                is_end = false;
                let arrows = self.converted_arrows(next);
                self.sets(next, arrows, converted | 1 << next, sets, steps);
            }
        }
        if is_end || self.frame.optional {
            sets.push(converted);
        }
    }

    /// The length of the longest chain that goes on from `cell` in the directions `arrows`, or some
    /// length of at least `enough`.
    fn longest(&self, cell: u8, arrows: u8, opponents: u64, enough: u32, steps: &mut Steps) -> u32 {
        *steps += 1;
        let mut longest = 0;
        for direction in set_bits(arrows.into()) {
            let entered = self
                .board
                .enter(cell, direction, self.orientation, opponents);
            if let Some(next) = entered {
                let arrows = self.converted_arrows(next);
                let rest = opponents & !(1 << next);
                let enough = enough.saturating_sub(1);
                longest = longest.max(1 + self.longest(next, arrows, rest, enough, steps));
                if longest > enough {
                    break;
                }
            }
        }
        longest
    }

    /// For each direction, the length of the longest chain from `cell` that begins in it.
    pub(super) fn longest_by_direction(&self, cell: u8, steps: &mut Steps) -> [u32; 8] {
        let mut longest = [0; 8];
        for (direction, longest) in (0..).zip(&mut longest) {
            let opponents = self.board.opponents();
            *longest = self.longest(cell, 1 << direction, opponents, u32::MAX, steps);
        }
        longest
    }
}

/// The greatest of some directions' numbers.
pub(super) fn most_among(by_direction: &[u32; 8], directions: u8) -> u32 {
    set_bits(directions.into()).fold(0, |most, d| most.max(by_direction[d as usize]))
}

/// Visits all turns but the swap, each once however many chains lead to the same position.
pub(super) fn placements(frame: &Frame, board: &Board, mut visit: impl FnMut(Placement)) -> Steps {
    let mut steps = 0;
    let mut through: [Vec<u64>; 8] = Default::default();
    let mut own = Vec::new();
    for cell in set_bits(board.placeable()) {
        for orientation in 0..8 {
            let chains = Chains {
                frame,
                board,
                orientation,
            };
            let mut exits = 0_u8;
            for direction in 0..8 {
                let entered = board.enter(cell, direction, orientation, board.opponents());
                let Some(next) = entered else { continue };
                exits |= 1 << direction;
                let arrows = chains.converted_arrows(next);
                let sets = &mut through[direction as usize];
                sets.clear();
                chains.sets(next, arrows, 1 << next, sets, &mut steps);
            }
            for tile in set_bits(board.supply) {
                let own_exits = exits & chains.placed_arrows(tile);
                own.clear();
                if own_exits == 0 || frame.optional {
                    own.push(0);
                }
                for direction in set_bits(own_exits.into()) {
                    own.extend_from_slice(&through[direction as usize]);
                }
                if own.len() > 1 {
                    own.sort_unstable();
                    own.dedup();
                }
                steps += own.len() as u64;
                for &converted in &own {
                    visit(Placement {
                        converted,
                        tile,
                        cell,
                        orientation,
                    });
                }
            }
        }
    }
    steps
}

/// The most tiles that the mover can convert in one turn, or some number of at least `enough` that
/// can be.
pub(super) fn most_conversions(
    frame: &Frame,
    board: &Board,
    enough: u32,
    steps: &mut Steps,
) -> u32 {
    let mut most = 0;
    for cell in set_bits(board.placeable()) {
        for orientation in 0..8 {
            let chains = Chains {
                frame,
                board,
                orientation,
            };
            // A chain depends on the placed tile by its first step only.
            let arrows =
                set_bits(board.supply).fold(0, |all, tile| all | chains.placed_arrows(tile));
            most = most.max(chains.longest(cell, arrows, board.opponents(), enough, steps));
            if most >= enough {
                return most;
            }
        }
    }
    most
}

/// For each tile of the supply and each cell, both in ascending order, the most tiles that the
/// mover can convert by placing it there; 0 for cells on which it cannot be placed.
pub(super) fn conversions_by_placement(frame: &Frame, board: &Board, most: &mut Vec<u32>) -> Steps {
    let tiles = board.supply.count_ones() as usize;
    let cells = board.free.count_ones() as usize;
    let placeable = board.placeable();
    let mut steps = 0;
    most.clear();
    most.resize(tiles * cells, 0);
    for (i, cell) in set_bits(board.free).enumerate() {
        if placeable >> cell & 1 == 0 {
            continue;
        }
        for orientation in 0..8 {
            let chains = Chains {
                frame,
                board,
                orientation,
            };
            let longest = chains.longest_by_direction(cell, &mut steps);
            for (tile, row) in set_bits(board.supply).zip(most.chunks_exact_mut(cells)) {
                row[i] = row[i].max(most_among(&longest, chains.placed_arrows(tile)));
            }
        }
    }
    steps
}
