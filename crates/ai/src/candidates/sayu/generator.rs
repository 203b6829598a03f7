//! Finds and orders the placements.

use std::cmp::Reverse;

use flipside_rules::sayu::{Cell, Chain, Direction, Game, Tile, Turn};
use flipside_rules::{Game as _, set_bits};

use super::supply::Supply;
use crate::evaluation::sayu::{AtRest, Attack, Board, Path, Sides, direction, step};

/// A placement with its longest chain, in a form that is quickly sorted.
#[derive(Clone, Copy)]
struct Entry {
    /// From the highest bits: how many placements of its kind come before it; its score (see
    /// [`Entry::score`]), the best first; cell, orientation and tile. Entries in the order of their
    /// keys are the candidates. No two have the same.
    key: u64,
    /// The direction of the first step and the number of the path after it, if there is a chain.
    exit: Option<(u8, u16)>,
}

impl Entry {
    /// The first placement of a kind, for tile 0.
    const fn new(score: i32, cell: u8, orientation: usize, exit: Option<(u8, u16)>) -> Self {
        // Flipping all bits but the sign turns the order of signed numbers around.
        let worse = (score ^ i32::MAX) as u32;
        let place = (cell as u64) << 9 | (orientation as u64) << 6;
        Self {
            key: (worse as u64) << 16 | place,
            exit,
        }
    }

    /// A placement of the same kind.
    const fn with(self, rank: u16, tile: u8) -> Self {
        Self {
            key: self.key | (rank as u64) << 48 | tile as u64,
            ..self
        }
    }

    /// The value afterwards for the mover, in [`AtRest::UNIT`]ths.
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

/// A way for a chain to begin.
#[derive(Clone, Copy)]
struct Exit {
    direction: u8,
    /// The number of the path after the first step.
    path: u16,
    length: u32,
    /// The value afterwards in [`AtRest::UNIT`]ths, without the placed tile's own sides.
    value: i32,
}

pub(super) struct Generator<'a> {
    game: &'a Game,
    board: Board,
    attack: Attack,
    rest: AtRest,
    supply: Supply,
    /// The longest paths, one for each orientation and first victim.
    paths: Vec<Path>,
    entries: Vec<Entry>,
}

impl<'a> Generator<'a> {
    pub(super) fn new(game: &'a Game, rest: AtRest) -> Self {
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
        // The first of each kind come before all others, and most callers ask for no more.
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
        into.extend(self.entries.iter().filter_map(|entry| {
            let turn = self.turn(entry)?;
            last = last.min(entry.score() / AtRest::UNIT);
            Some((turn, last))
        }));
    }

    fn turn(&self, entry: &Entry) -> Option<Turn> {
        let chain = match entry.exit {
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
                for exit in self.exits(cell, o, numbers) {
                    let tiles = left & self.supply.pointing(exit.direction.into(), o);
                    left &= !tiles;
                    for (guards, sides) in by_guards.iter().zip(sides) {
                        let exit_taken = Some((exit.direction, exit.path));
                        let first = Entry::new(exit.value + sides, cell, o, exit_taken);
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

    /// Adds placements of the kind of `first` that differ in the tile only, ranked from `rank`.
    fn push(&mut self, first: Entry, rank: u16, tiles: u64, first_only: bool) {
        let count = if first_only { 1 } else { usize::MAX };
        let entries = set_bits(tiles).zip(rank..).take(count);
        self.entries
            .extend(entries.map(|(tile, rank)| first.with(rank, tile)));
    }

    /// The directions in which a tile on `cell` with orientation `o` could begin a chain, longest
    /// chains first, then best values. `numbers` has the paths that are known, by first victim.
    fn exits(
        &mut self,
        cell: u8,
        o: usize,
        numbers: &mut [Option<u16>; 64],
    ) -> impl Iterator<Item = Exit> + use<> {
        let mut exits = [None; 8];
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
            exits[count] = Some(Exit {
                direction: d as u8,
                path: number,
                length,
                value: self.value_without(cell, converted, o),
            });
            count += 1;
        }
        exits[..count].sort_unstable_by_key(|exit| {
            exit.map(|exit| (Reverse((exit.length, exit.value)), exit.direction))
        });
        exits.into_iter().flatten()
    }

    /// The value for the mover after a tile is placed on `cell` and the tiles of `converted` are
    /// turned to orientation `o`, without the placed tile itself, in [`AtRest::UNIT`]ths.
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
