//! The supply as sets of tiles, for operations on all tiles at once.

use flipside_rules::sayu::{Sayu, Tile};
use flipside_rules::{Game as _, set_bits};

/// The tiles that can be placed, as masks over their numbers.
pub(super) struct Supply {
    /// All tiles.
    pub(super) tiles: u64,
    /// The tiles with an arrow on the mover's side, by eighth (clockwise from the white arrow).
    with_arrow: [u64; 8],
}

impl Supply {
    pub(super) fn new(game: &Sayu) -> Self {
        let tiles = game.position().supply();
        let mut with_arrow = [0; 8];
        for number in set_bits(tiles) {
            let Some(tile) = Tile::new(number) else {
                continue;
            };
            let pattern = game.rules().side(tile.pattern(), game.to_move());
            for eighth in set_bits(pattern.into()) {
                with_arrow[usize::from(eighth)] |= tile.mask();
            }
        }
        Self { tiles, with_arrow }
    }

    /// The tiles that have an arrow in direction `d` if they are placed with orientation `o`.
    pub(super) const fn pointing(&self, d: usize, o: usize) -> u64 {
        self.with_arrow[(d + 8 - o) % 8]
    }

    /// The tiles by the number of their arrows, 0 to 3, in the given directions (a mask) if they are
    /// placed with orientation `o`.
    pub(super) fn by_arrows(&self, directions: u8, o: usize) -> [u64; 4] {
        // Two bits of the number for each tile.
        let (mut ones, mut twos) = (0, 0);
        for d in set_bits(directions.into()) {
            let tiles = self.pointing(d.into(), o);
            twos |= ones & tiles;
            ones ^= tiles;
        }
        [!ones & !twos, ones & !twos, !ones & twos, ones & twos].map(|tiles| tiles & self.tiles)
    }
}
