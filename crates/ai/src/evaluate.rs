//! A quick look at a position, for the one-turn player.

use flipside_rules::{ForFirst, Game, Seat, hexflip, sayu};

/// Games whose positions can be judged at a glance.
pub trait Evaluate: Game {
    /// How much First is ahead, in a unit of the game's own; not for finished games.
    fn evaluate(&self) -> ForFirst<i32>;
}

/// What a window with no piece of the other colour is worth, by its own pieces. Four are a threat
/// that must be broken at once.
const WINDOW: [i32; 5] = [0, 1, 4, 12, 60];

impl Evaluate for hexflip::Game {
    /// Windows that show one colour only, weighted by the pieces in them.
    fn evaluate(&self) -> ForFirst<i32> {
        let [x, o] = Seat::BOTH.map(|seat| self.position().stones(seat));
        ForFirst(
            hexflip::WINDOWS
                .iter()
                .map(
                    |window| match ((x & window).count_ones(), (o & window).count_ones()) {
                        (own, 0) => WINDOW[own as usize],
                        (0, other) => -WINDOW[other as usize],
                        _ => 0,
                    },
                )
                .sum(),
        )
    }
}

/// A tile of margin against one open side.
const TILE: i32 = 6;

impl Evaluate for sayu::Game {
    /// The margin, less the open sides of each player's tiles: neighbouring free cells at which a
    /// tile has no arrow, so that a tile placed there could convert it.
    fn evaluate(&self) -> ForFirst<i32> {
        let position = self.position();
        let open = |seat| open_sides(self, seat);
        let ForFirst(margin) = position.margin();
        ForFirst(TILE * margin - open(Seat::First) + open(Seat::Second))
    }
}

fn open_sides(game: &sayu::Game, seat: Seat) -> i32 {
    let position = game.position();
    let free = position.free(game.rules());
    flipside_rules::set_bits(position.stones(seat))
        .filter_map(sayu::Cell::from_index)
        .map(|cell| {
            let bare = !position.arrows(cell);
            flipside_rules::set_bits(bare.into())
                .filter_map(|d| cell.step(sayu::Direction::new(d)))
                .filter(|neighbour| free & neighbour.mask() != 0)
                .count() as i32
        })
        .sum()
}
