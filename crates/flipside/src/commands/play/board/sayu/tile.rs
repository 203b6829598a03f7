//! Pictures of tiles: an owner, a white arrow, coloured arrows.

use flipside_rules::sayu::{Back, Direction, Sayu, Tile};
use flipside_rules::{Game as _, Seat};

use super::{Paint, Size};

/// Columns of a tile, large or small.
pub const WIDTH: usize = 7;

/// Coloured arrows, from north clockwise, with their line and column.
const ARROWS: [(char, usize, usize); 8] = [
    ('↑', 0, 3),
    ('↗', 0, 6),
    ('→', 1, 6),
    ('↘', 2, 6),
    ('↓', 2, 3),
    ('↙', 2, 0),
    ('←', 1, 0),
    ('↖', 0, 0),
];

/// White arrows, from north clockwise.
const WHITE: [char; 8] = ['⇑', '⇗', '⇒', '⇘', '⇓', '⇙', '⇐', '⇖'];

/// The change of a tile by the last two turns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    None,
    New,
    Converted,
    /// Converted with the turn before.
    ConvertedBefore,
}

impl Mark {
    /// Returns the brackets around the letter of a tile.
    const fn signs(self) -> [char; 2] {
        match self {
            Self::None => [' ', ' '],
            Self::New => ['[', ']'],
            Self::Converted => ['(', ')'],
            Self::ConvertedBefore => ['{', '}'],
        }
    }
}

/// The visible side of a tile.
#[derive(Clone, Copy)]
pub struct Face {
    pub seat: Seat,
    /// Where the white arrow points.
    pub orientation: Direction,
    /// Where the coloured arrows point: a bit for each, from north clockwise.
    pub arrows: u8,
}

impl Face {
    /// The tile with its arrows at its edges, or in a row.
    pub fn drawn(self, mark: Mark, size: Size, paint: Paint) -> Vec<String> {
        let lines = match size {
            Size::Large => self.large(mark).to_vec(),
            Size::Small => vec![self.small(mark)],
        };
        let painted = |line: &String| paint.piece(self.seat, line);
        lines.iter().map(painted).collect()
    }

    fn arrows(self) -> impl Iterator<Item = (char, usize, usize)> {
        let all = ARROWS.into_iter().enumerate();
        all.filter_map(move |(n, arrow)| (self.arrows & 1 << n != 0).then_some(arrow))
    }

    fn large(self, mark: Mark) -> [String; 3] {
        let mut lines = [[' '; WIDTH]; 3];
        for (arrow, line, column) in self.arrows() {
            lines[line][column] = arrow;
        }
        let [left, right] = mark.signs();
        let white = WHITE[self.orientation.index()];
        let middle = [left, self.seat.letter(), ' ', white, right];
        lines[1][1..6].copy_from_slice(&middle);
        lines.map(String::from_iter)
    }

    fn small(self, mark: Mark) -> String {
        let [left, right] = mark.signs();
        let white = WHITE[self.orientation.index()];
        let arrows: String = self.arrows().map(|(arrow, ..)| arrow).collect();
        format!("{left}{}{white}{arrows:<3}{right}", self.seat.letter())
    }
}

/// A cell without a tile: seven columns of text in the middle.
pub fn blank(middle: String, size: Size) -> Vec<String> {
    let empty = " ".repeat(WIDTH);
    match size {
        Size::Large => vec![empty.clone(), middle, empty],
        Size::Small => vec![middle],
    }
}

/// Returns a tile as the player to move would place it, with the white arrow in a direction.
pub fn loose(game: &Sayu, which: Tile, orientation: Direction) -> Face {
    let seat = game.to_move();
    let mirrored = game.rules().back() == Back::Mirrored && seat == Seat::Second;
    let side = if mirrored { which.mirrored() } else { which };
    Face {
        seat,
        orientation,
        arrows: side.pattern().rotate_left(orientation.index() as u32),
    }
}
