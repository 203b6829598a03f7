//! A compact board of Sayū with the data that chains need.

use flipside_rules::{Sayu, Seat, sayu, set_bits};

/// Upper limit of cell indices (see [`sayu::Cell::index`]).
const CELLS: usize = 56;

/// The change of the cell index by a step in each direction, clockwise from north. Steps off the
/// board lead to indices without a cell.
const STEPS: [u8; 8] = [
    8,
    9,
    1,
    7_u8.wrapping_neg(),
    8_u8.wrapping_neg(),
    9_u8.wrapping_neg(),
    1_u8.wrapping_neg(),
    7,
];

/// The index of the next cell in a direction; below 64, possibly without a cell.
pub(super) const fn step(cell: u8, direction: u8) -> u8 {
    cell.wrapping_add(STEPS[direction as usize]) & 63
}

/// The rule options that the solver needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct RuleOptions {
    mirrored: bool,
    pub(super) optional: bool,
}

impl RuleOptions {
    pub(super) fn new(rules: &sayu::Rules) -> Self {
        Self {
            mirrored: rules.back() == sayu::Back::Mirrored,
            optional: rules.convert_is_optional(),
        }
    }

    /// The directions of the arrows of a tile on its side of `seat`; `pattern` is First's side.
    pub(super) const fn arrows(&self, pattern: u8, seat: Seat, orientation: u8) -> u8 {
        let side = match seat {
            Seat::Second if self.mirrored => pattern.reverse_bits().rotate_left(1),
            _ => pattern,
        };
        side.rotate_left(orientation as u32)
    }
}

/// A turn identified by its effect: chains that convert the same tiles are the same placement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Placement {
    /// The cells of the converted tiles.
    pub(super) converted: u64,
    pub(super) tile: u8,
    pub(super) cell: u8,
    pub(super) orientation: u8,
}

impl Placement {
    /// The placement of a turn; `None` for the swap.
    pub(super) fn of(turn: sayu::Turn) -> Option<Self> {
        let sayu::Turn::Place {
            tile,
            cell,
            orientation,
            chain,
        } = turn
        else {
            return None;
        };
        let mut newest = cell.index() as u8;
        let mut converted = 0;
        for direction in chain.steps() {
            newest = step(newest, direction.index() as u8);
            converted |= 1 << newest;
        }
        Some(Self {
            converted,
            tile: tile.index() as u8,
            cell: cell.index() as u8,
            orientation: orientation.index() as u8,
        })
    }
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board {
    /// Cells with a tile of each seat.
    pub(super) stones: [u64; 2],
    /// Cells without a tile.
    pub(super) free: u64,
    /// The tiles of the supply, by number.
    pub(super) supply: u64,
    pub(super) mover: Seat,
    /// First's side of the tile on each cell, as in [`sayu::Tile::pattern`].
    patterns: [u8; CELLS],
    orientations: [u8; CELLS],
    /// The directions of the arrows of the tile on each cell.
    arrows: [u8; CELLS],
    /// Tiles by number, for [`Board::key`].
    tiles: [u8; CELLS],
}

impl Board {
    pub(super) fn new(game: &Sayu) -> Self {
        use flipside_rules::Game as _;
        let position = game.position();
        let mut board = Self {
            stones: Seat::BOTH.map(|seat| position.stones(seat)),
            free: position.free(game.rules()),
            supply: position.supply(),
            mover: position.mover(),
            patterns: [0; CELLS],
            orientations: [0; CELLS],
            arrows: [0; CELLS],
            tiles: [0; CELLS],
        };
        for cell in set_bits(position.occupied()).filter_map(sayu::Cell::from_index) {
            if let Some((_, tile, orientation)) = position.tile(cell) {
                let i = cell.index();
                board.patterns[i] = tile.pattern();
                board.orientations[i] = orientation.index() as u8;
                board.arrows[i] = position.arrows(cell);
                board.tiles[i] = tile.index() as u8;
            }
        }
        board
    }

    /// The number of turns until the game is over.
    pub(super) const fn turns_left(&self) -> u32 {
        let (tiles, cells) = (self.supply.count_ones(), self.free.count_ones());
        if tiles < cells { tiles } else { cells }
    }

    /// The mover's tiles minus the opponent's.
    pub(super) const fn margin(&self) -> i32 {
        self.stones[self.mover.index()].count_ones() as i32
            - self.stones[self.mover.other().index()].count_ones() as i32
    }

    pub(super) const fn opponents(&self) -> u64 {
        self.stones[self.mover.other().index()]
    }

    /// The cells where a tile can be placed.
    pub(super) const fn placeable(&self) -> u64 {
        let tiles = self.stones[0] | self.stones[1] | sayu::HOME.mask();
        (tiles << 8 | tiles << 1 | tiles >> 8 | tiles >> 1) & self.free
    }

    /// The next cell in a direction from `cell`, if a chain can convert its tile. `opponents` are the
    /// opponent's tiles that are not yet converted.
    pub(super) const fn enter(
        &self,
        cell: u8,
        direction: u8,
        orientation: u8,
        opponents: u64,
    ) -> Option<u8> {
        let target = step(cell, direction);
        if opponents >> target & 1 == 0 {
            return None;
        }
        let points_back = self.arrows[target as usize] >> (direction ^ 4) & 1 != 0;
        if points_back || self.orientations[target as usize] == orientation {
            return None;
        }
        Some(target)
    }

    /// The arrows of the tile on `cell` after the mover has converted it.
    pub(super) const fn converted_arrows(
        &self,
        options: &RuleOptions,
        cell: u8,
        orientation: u8,
    ) -> u8 {
        options.arrows(self.patterns[cell as usize], self.mover, orientation)
    }

    /// The position after a turn.
    pub(super) fn after(&self, options: &RuleOptions, placement: &Placement) -> Self {
        let &Placement {
            converted,
            tile,
            cell,
            orientation,
        } = placement;
        let mut next = *self;
        let changed = converted | 1 << cell;
        next.stones[self.mover.index()] |= changed;
        next.stones[self.mover.other().index()] &= !converted;
        next.free &= !(1 << cell);
        next.supply &= !(1 << tile);
        next.tiles[cell as usize] = tile;
        next.patterns[cell as usize] = pattern(tile);
        for cell in set_bits(changed) {
            next.orientations[cell as usize] = orientation;
            next.arrows[cell as usize] = next.converted_arrows(options, cell, orientation);
        }
        next.mover = self.mover.other();
        next
    }

    /// A hash of the position.
    pub(super) fn key(&self) -> u64 {
        use flipside_rules::hash::mix;
        let start = mix(self.mover.index() as u64);
        set_bits(self.stones[0] | self.stones[1]).fold(start, |all, cell| {
            let i = cell as usize;
            let tile = u64::from(self.tiles[i]) | u64::from(self.orientations[i]) << 8;
            let owner = self.stones[1] >> cell & 1;
            all ^ mix(tile | owner << 16 | u64::from(cell) << 24 | 1 << 32)
        })
    }
}

/// First's side of a tile.
pub(super) fn pattern(tile: u8) -> u8 {
    sayu::Tile::new(tile).map_or(0, sayu::Tile::pattern)
}
