//! Tiles, cells and the board of Sayū.

use crate::naive::{Player, plain_number};

/// The eight directions, clockwise from north.
pub(super) const DIRECTIONS: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];

/// Columns to the east and rows to the north, by direction.
const STEPS: [(i32, i32); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

/// A cell, counted from the home tile: columns to the east, rows to the north.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) east: i32,
    pub(super) north: i32,
}

/// The cell of the home tile.
pub(super) const HOME: Cell = Cell { east: 0, north: 0 };

impl Cell {
    /// Returns all 49 cells of the largest board, including home.
    pub(super) fn all() -> Vec<Cell> {
        let mut cells = Vec::new();
        for north in -3..=3 {
            for east in -3..=3 {
                cells.push(Cell { east, north });
            }
        }
        cells
    }

    pub(super) fn within(self, radius: i32) -> bool {
        self.east.abs() <= radius && self.north.abs() <= radius
    }

    pub(super) fn neighbour(self, direction: usize) -> Cell {
        let (east, north) = STEPS[direction];
        Cell {
            east: self.east + east,
            north: self.north + north,
        }
    }

    pub(super) fn text(self) -> String {
        let column = ["a", "b", "c", "d", "e", "f", "g"][(self.east + 3) as usize];
        format!("{column}{}", self.north + 4)
    }

    pub(super) fn parse(text: &str) -> Result<Cell, String> {
        let error = || format!("`{text}` is not a cell");
        let [column, row] = text.as_bytes() else {
            return Err(error());
        };
        let cell = Cell {
            east: i32::from(*column) - i32::from(b'd'),
            north: i32::from(*row) - i32::from(b'4'),
        };
        if cell.within(3) {
            Ok(cell)
        } else {
            Err(error())
        }
    }
}

/// Three arrows, as ascending eighths from the white arrow.
pub(super) type Pattern = [usize; 3];

pub(super) fn pattern_text(pattern: Pattern) -> String {
    pattern.iter().map(|arrow| arrow.to_string()).collect()
}

pub(super) fn parse_pattern(text: &str) -> Result<Pattern, String> {
    let error = || format!("`{text}` is not a pattern");
    let mut arrows = Vec::new();
    for symbol in text.chars() {
        arrows.push(symbol.to_digit(8).ok_or_else(error)? as usize);
    }
    let pattern: Pattern = arrows.try_into().map_err(|_| error())?;
    if pattern[0] < pattern[1] && pattern[1] < pattern[2] {
        Ok(pattern)
    } else {
        Err(error())
    }
}

pub(super) fn parse_direction(text: &str) -> Result<usize, String> {
    DIRECTIONS
        .iter()
        .position(|name| *name == text)
        .ok_or_else(|| format!("`{text}` is not a direction"))
}

/// A tile on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tile {
    pub(super) owner: Player,
    /// The name of the tile, which is First's side.
    pub(super) pattern: Pattern,
    pub(super) orientation: usize,
}

impl Tile {
    fn text(self) -> String {
        let orientation = DIRECTIONS[self.orientation];
        format!(
            "{}{}{orientation}",
            self.owner.letter(),
            pattern_text(self.pattern)
        )
    }

    fn parse(text: &str) -> Result<Tile, String> {
        let error = || format!("`{text}` is not a tile");
        let owner = text
            .chars()
            .next()
            .and_then(Player::from_letter)
            .ok_or_else(error)?;
        let pattern = parse_pattern(text.get(1..4).ok_or_else(error)?)?;
        let orientation = parse_direction(text.get(4..).ok_or_else(error)?)?;
        Ok(Tile {
            owner,
            pattern,
            orientation,
        })
    }
}

/// The tiles on the largest board. The home tile is not stored: it is always at [`HOME`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    tiles: [[Option<Tile>; 7]; 7],
}

impl Board {
    pub(super) fn empty() -> Board {
        Board {
            tiles: [[None; 7]; 7],
        }
    }

    pub(super) fn get(&self, cell: Cell) -> Option<Tile> {
        self.tiles[(cell.north + 3) as usize][(cell.east + 3) as usize]
    }

    pub(super) fn set(&mut self, cell: Cell, tile: Tile) {
        self.tiles[(cell.north + 3) as usize][(cell.east + 3) as usize] = Some(tile);
    }

    /// Returns the tiles on the board with their cells.
    pub(super) fn placed(&self) -> Vec<(Cell, Tile)> {
        Cell::all()
            .into_iter()
            .filter_map(|cell| self.get(cell).map(|tile| (cell, tile)))
            .collect()
    }

    /// Formats seven rows from 7 to 1.
    pub(super) fn text(&self) -> String {
        let mut rows = Vec::new();
        for north in (-3..=3).rev() {
            let mut items = Vec::new();
            let mut empty = 0;
            for east in -3..=3 {
                let cell = Cell { east, north };
                let item = match self.get(cell) {
                    Some(tile) => tile.text(),
                    None if cell == HOME => "H".to_string(),
                    None => {
                        empty += 1;
                        continue;
                    }
                };
                if empty > 0 {
                    items.push(empty.to_string());
                }
                empty = 0;
                items.push(item);
            }
            if empty > 0 {
                items.push(empty.to_string());
            }
            rows.push(items.join(","));
        }
        rows.join("/")
    }

    pub(super) fn parse(text: &str) -> Result<Board, String> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != 7 {
            return Err(format!("invalid board `{text}`: expected seven rows"));
        }
        let mut board = Board::empty();
        for (north, row) in (-3..=3).rev().zip(rows) {
            // One entry per cell of the row, to find the home tile.
            let mut cells = Vec::new();
            let mut after_number = false;
            for item in row.split(',') {
                if let Some(run) = plain_number(item) {
                    if run == 0 || run > 7 || after_number {
                        return Err(format!("row `{row}` is not in canonical form"));
                    }
                    cells.extend((0..run).map(|_| "empty"));
                    after_number = true;
                } else {
                    cells.push(item);
                    after_number = false;
                }
            }
            if cells.len() != 7 {
                return Err(format!("invalid row `{row}`: expected seven cells"));
            }
            for (east, item) in (-3..=3).zip(cells) {
                let cell = Cell { east, north };
                if (item == "H") != (cell == HOME) {
                    return Err(format!(
                        "row `{row}`: expected the home tile on d4 and nowhere else"
                    ));
                }
                if item != "H" && item != "empty" {
                    board.set(cell, Tile::parse(item)?);
                }
            }
        }
        Ok(board)
    }
}
