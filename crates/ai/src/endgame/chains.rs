//! Chains of conversions, by the tiles that they convert.

use flipside_rules::set_bits;

use super::board::{Board, Placement, RuleOptions, pattern};

/// Steps of chain searches: the unit of work.
pub(super) type Steps = u64;

/// Chains of the mover with one orientation.
#[derive(Clone, Copy)]
pub(super) struct Chains<'a> {
    pub(super) options: &'a RuleOptions,
    pub(super) board: &'a Board,
    pub(super) orientation: u8,
}

impl Chains<'_> {
    /// The arrows of a tile of the supply after it is placed.
    pub(super) fn placed_arrows(&self, tile: u8) -> u8 {
        self.options
            .arrows(pattern(tile), self.board.mover, self.orientation)
    }

    fn converted_arrows(&self, cell: u8) -> u8 {
        self.board
            .converted_arrows(self.options, cell, self.orientation)
    }

    /// Appends the sets of tiles that complete chains convert. The chains have converted `converted`
    /// and continue from `cell` in the directions `arrows`. Sets may be appended more than once.
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
        if is_end || self.options.optional {
            sets.push(converted);
        }
    }

    /// The length of the longest chain that continues from `cell` in the directions `arrows`, or any
    /// length of at least `enough` if there is one.
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

    /// The length of the longest chain from `cell` by its first direction.
    pub(super) fn longest_by_direction(&self, cell: u8, steps: &mut Steps) -> [u32; 8] {
        let mut longest = [0; 8];
        for (direction, longest) in (0..).zip(&mut longest) {
            let opponents = self.board.opponents();
            *longest = self.longest(cell, 1 << direction, opponents, u32::MAX, steps);
        }
        longest
    }
}

/// The maximum over some directions.
pub(super) fn max_over(by_direction: &[u32; 8], directions: u8) -> u32 {
    set_bits(directions.into()).fold(0, |most, d| most.max(by_direction[d as usize]))
}

/// Visits all turns but the swap. Turns that lead to the same position are visited once.
pub(super) fn placements(
    options: &RuleOptions,
    board: &Board,
    mut visit: impl FnMut(Placement),
) -> Steps {
    let mut steps = 0;
    let mut through: [Vec<u64>; 8] = Default::default();
    let mut own = Vec::new();
    for cell in set_bits(board.placeable()) {
        for orientation in 0..8 {
            let chains = Chains {
                options,
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
                if own_exits == 0 || options.optional {
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

/// The maximum number of tiles that the mover can convert in one turn, or any possible number of at
/// least `enough`.
pub(super) fn most_conversions(
    options: &RuleOptions,
    board: &Board,
    enough: u32,
    steps: &mut Steps,
) -> u32 {
    let mut most = 0;
    for cell in set_bits(board.placeable()) {
        for orientation in 0..8 {
            let chains = Chains {
                options,
                board,
                orientation,
            };
            // Only the first step of a chain depends on the placed tile.
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

/// The maximum number of tiles that the mover can convert by placing each tile of the supply on each
/// free cell, both in ascending order; 0 for cells where no tile can be placed.
fn conversions_by_placement(options: &RuleOptions, board: &Board, most: &mut Vec<u32>) -> Steps {
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
                options,
                board,
                orientation,
            };
            let longest = chains.longest_by_direction(cell, &mut steps);
            for (tile, row) in set_bits(board.supply).zip(most.chunks_exact_mut(cells)) {
                row[i] = row[i].max(max_over(&longest, chains.placed_arrows(tile)));
            }
        }
    }
    steps
}

/// Lower bounds on the opponent's reply: for each tile of the supply and each free cell, the number
/// of tiles that the opponent can convert by placing it there, after any turn that leaves them both.
/// A chain that the opponent could make before the turn is still possible after it, because the turn
/// leaves the mover's tiles unchanged. It may only become longer.
pub(super) struct Replies {
    supply: u64,
    free: u64,
    /// By tile, then by cell.
    most: Vec<u32>,
}

impl Replies {
    pub(super) fn new(options: &RuleOptions, board: &Board, steps: &mut Steps) -> Self {
        let mut other = *board;
        other.mover = board.mover.other();
        let mut most = Vec::new();
        *steps += conversions_by_placement(options, &other, &mut most);
        Self {
            supply: board.supply,
            free: board.free,
            most,
        }
    }

    /// The lower bound after a turn that places `tile` on `cell`.
    pub(super) fn after(&self, tile: u8, cell: u8) -> u32 {
        let number = |mask: u64, bit: u8| (mask & ((1 << bit) - 1)).count_ones() as usize;
        let (tile, cell) = (number(self.supply, tile), number(self.free, cell));
        let rows = self.most.chunks_exact(self.free.count_ones() as usize);
        let others = rows
            .enumerate()
            .filter(|&(i, _)| i != tile)
            .flat_map(|(_, row)| row.iter().enumerate())
            .filter(|&(j, _)| j != cell);
        others.map(|(_, &most)| most).max().unwrap_or(0)
    }
}
