//! Generates and orders the placements.

use std::cmp::Reverse;

use flipside_rules::sayu::{Cell, Chain, Direction, Sayu, Tile, Turn};
use flipside_rules::{Game as _, set_bits};

use super::supply::Supply;
use crate::Evaluate as _;
use crate::evaluation::sayu::{Attack, Board, Path, QuietWeights, Sides, direction, step};

/// A placement with its longest chain, in a form that is fast to sort.
#[derive(Clone, Copy)]
struct Entry {
    /// The sort key, from the highest bits: the rank among placements of its kind; the score (see
    /// [`Entry::score`]), best first; cell, orientation and tile. Keys are unique.
    key: u64,
    /// The direction of the first step and the index of the path after it, if there is a chain.
    chain_start: Option<(u8, u16)>,
}

impl Entry {
    /// The first placement of a kind, for tile 0.
    const fn new(score: i32, cell: u8, orientation: usize, chain_start: Option<(u8, u16)>) -> Self {
        // Flipping all bits but the sign reverses the order of signed numbers.
        let worse = (score ^ i32::MAX) as u32;
        let place = (cell as u64) << 9 | (orientation as u64) << 6;
        Self {
            key: (worse as u64) << 16 | place,
            chain_start,
        }
    }

    /// A placement of the same kind.
    const fn with(self, rank: u16, tile: u8) -> Self {
        Self {
            key: self.key | (rank as u64) << 48 | tile as u64,
            ..self
        }
    }

    /// The value for the mover after the turn, times [`QuietWeights::UNIT`].
    const fn score(&self) -> i32 {
        (self.key >> 16) as i32 ^ i32::MAX
    }

    /// Tile, cell, orientation.
    fn placement(&self) -> Option<(Tile, Cell, Direction)> {
        let bits = |from: u32, mask: u64| (self.key >> from & mask) as u8;
        let tile = Tile::new(bits(0, 0x3F))?;
        let cell = Cell::from_index(bits(9, 0x3F))?;
        Some((tile, cell, Direction::new(bits(6, 7))))
    }
}

/// The first step of a chain, with the rest of the chain.
#[derive(Clone, Copy)]
struct ChainStart {
    direction: u8,
    /// The index of the path after the first step.
    path: u16,
    length: u32,
    /// The value after the turn without the placed tile's own sides, times [`QuietWeights::UNIT`].
    value: i32,
}

pub(super) struct Generator<'a> {
    game: &'a Sayu,
    board: Board,
    attack: Attack,
    rest: QuietWeights,
    supply: Supply,
    /// The longest paths, one for each orientation and first victim.
    paths: Vec<Path>,
    entries: Vec<Entry>,
}

impl<'a> Generator<'a> {
    pub(super) fn new(game: &'a Sayu, rest: QuietWeights) -> Self {
        let board = Board::new(game);
        let attack = Attack::new(game, &board, game.to_move());
        Self {
            game,
            board,
            attack,
            rest,
            supply: Supply::new(game),
            paths: Vec::new(),
            entries: Vec::new(),
        }
    }

    /// Appends the best `width` placements.
    pub(super) fn best(mut self, width: usize, into: &mut Vec<(Turn, i32)>) {
        // The first placements of all kinds come before the others and suffice for most callers.
        self.collect(true);
        if self.entries.len() < width {
            self.entries.clear();
            self.paths.clear();
            self.collect(false);
        }
        if width < self.entries.len() {
            self.entries
                .select_nth_unstable_by_key(width, |entry| entry.key);
            self.entries.truncate(width);
        }
        self.entries.sort_unstable_by_key(|entry| entry.key);
        let mut last = i32::MAX;
        let even = self.game.compensation().for_mover(self.game.to_move()).0;
        into.extend(self.entries.iter().filter_map(|entry| {
            let turn = self.turn(entry)?;
            last = last.min(entry.score() / QuietWeights::UNIT - even);
            Some((turn, last))
        }));
    }

    fn turn(&self, entry: &Entry) -> Option<Turn> {
        let chain = match entry.chain_start {
            None => Chain::NONE,
            Some((d, path)) => {
                let first = Chain::NONE.extended(direction(d.into()));
                let steps = self.paths[usize::from(path)].steps;
                steps.steps().fold(first, |chain, d| chain.extended(d))
            }
        };
        let (tile, cell, orientation) = entry.placement()?;
        Some(Turn::Place {
            tile,
            cell,
            orientation,
            chain,
        })
    }

    /// Lists the placements: the first of each kind, or all.
    fn collect(&mut self, first_only: bool) {
        let mut numbers = [[None; 64]; 8];
        for cell in set_bits(self.board.placeable) {
            let around = (0..8).filter(|&d| step(1 << cell, d) & self.board.free != 0);
            let around = around.fold(0_u8, |mask, d| mask | 1 << d);
            let free_sides = around.count_ones() as i32;
            let sides: [i32; 4] = std::array::from_fn(|guards| {
                let sides = Sides::of_tile(free_sides, guards as i32);
                self.rest.value(1, sides)
            });
            let quiet = self.value_without(cell, 0, 0);
            let mut quiet_ranks = [0; 4];
            for (o, numbers) in numbers.iter_mut().enumerate() {
                let by_guards = self.supply.by_arrows(around, o);
                let mut left = self.supply.tiles;
                for chain_start in self.chain_starts(cell, o, numbers) {
                    let tiles = left & self.supply.pointing(chain_start.direction.into(), o);
                    left &= !tiles;
                    for (guards, sides) in by_guards.iter().zip(sides) {
                        let chain = Some((chain_start.direction, chain_start.path));
                        let first = Entry::new(chain_start.value + sides, cell, o, chain);
                        self.push(first, 0, tiles & guards, first_only);
                    }
                }
                for ((guards, sides), rank) in by_guards.iter().zip(sides).zip(&mut quiet_ranks) {
                    let tiles = left & guards;
                    if first_only && *rank > 0 {
                        continue;
                    }
                    let first = Entry::new(quiet + sides, cell, o, None);
                    self.push(first, *rank, tiles, first_only);
                    *rank += tiles.count_ones() as u16;
                }
            }
        }
    }

    /// Adds placements of the kind of `first` for several tiles, ranked from `rank`.
    fn push(&mut self, first: Entry, rank: u16, tiles: u64, first_only: bool) {
        let count = if first_only { 1 } else { usize::MAX };
        let entries = set_bits(tiles).zip(rank..).take(count);
        self.entries
            .extend(entries.map(|(tile, rank)| first.with(rank, tile)));
    }

    /// The chains that a tile on `cell` with orientation `o` can start, by decreasing length, then by
    /// decreasing value. `numbers` has the indices of known paths, by first victim.
    fn chain_starts(
        &mut self,
        cell: u8,
        o: usize,
        numbers: &mut [Option<u16>; 64],
    ) -> impl Iterator<Item = ChainStart> + use<> {
        let mut chain_starts = [None; 8];
        let mut count = 0;
        for d in 0..8 {
            let Some(victim) = self.attack.victim(cell, o, d) else {
                continue;
            };
            let number = *numbers[usize::from(victim)].get_or_insert_with(|| {
                self.paths.push(self.attack.longest_from(o, victim));
                (self.paths.len() - 1) as u16
            });
            let Path {
                length, converted, ..
            } = self.paths[usize::from(number)];
            chain_starts[count] = Some(ChainStart {
                direction: d as u8,
                path: number,
                length,
                value: self.value_without(cell, converted, o),
            });
            count += 1;
        }
        chain_starts[..count].sort_unstable_by_key(|chain_start| {
            chain_start.map(|chain_start| {
                (
                    Reverse((chain_start.length, chain_start.value)),
                    chain_start.direction,
                )
            })
        });
        chain_starts.into_iter().flatten()
    }

    /// The value for the mover after a tile is placed on `cell` and the tiles of `converted` are
    /// converted with orientation `o`, without the placed tile itself, times [`QuietWeights::UNIT`].
    fn value_without(&self, cell: u8, converted: u64, o: usize) -> i32 {
        let mover = self.game.to_move();
        let own = self.board.stones[mover.index()] | converted;
        let other = self.board.stones[mover.other().index()] & !converted;
        let free = self.board.free & !(1 << cell);
        let arrows = self.attack.arrows_after(&self.board, converted, o);
        let value = |tiles: u64| {
            let sides = Sides::new(tiles, &arrows, free);
            self.rest.value(tiles.count_ones() as i32, sides)
        };
        value(own) - value(other)
    }
}
