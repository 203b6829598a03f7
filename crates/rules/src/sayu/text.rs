//! Positions as text and as drawings.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write as _};

use super::board::SIZE;
use super::{Cell, Direction, HOME, Position, Rules, Tile};
use crate::Seat;

/// One item of a row.
enum Item {
    Empty(u8),
    Home,
    Tile(Seat, Tile, Direction),
}

fn read_item(text: &str) -> Option<Item> {
    if text == "H" {
        return Some(Item::Home);
    }
    if let [digit @ b'1'..=b'7'] = text.as_bytes() {
        return Some(Item::Empty(digit - b'0'));
    }
    let seat = Seat::from_letter(text.chars().next()?)?;
    let tile = Tile::parse(text.get(1..4)?)?;
    Some(Item::Tile(seat, tile, Direction::parse(text.get(4..)?)?))
}

impl Position {
    /// Reads the notation of the rules page.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn parse(rules: &Rules, text: &str) -> Result<Self, PositionError> {
        let (board, mover) = text.split_once(' ').ok_or(PositionError::Parts)?;
        let mover = match mover {
            "x" => Seat::First,
            "o" => Seat::Second,
            _ => {
                return Err(PositionError::Mover {
                    text: mover.to_string(),
                });
            }
        };
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != SIZE.into() {
            return Err(PositionError::Rows { count: rows.len() });
        }
        let mut position = Self::empty(rules.tiles().mask(), mover);
        for (row, text) in (0..SIZE).rev().zip(rows) {
            position.read_row(rules, row, text)?;
        }
        Ok(position)
    }

    fn read_row(&mut self, rules: &Rules, row: u8, text: &str) -> Result<(), PositionError> {
        let name = row + 1;
        let mut column: u8 = 0;
        let mut after_number = false;
        for item_text in text.split(',') {
            let item = read_item(item_text).ok_or_else(|| PositionError::Item {
                row: name,
                item: item_text.to_string(),
            })?;
            if let Item::Empty(count) = item {
                if after_number {
                    return Err(PositionError::AdjacentNumbers { row: name });
                }
                let covers_home = row == HOME.row()
                    && (column..column.saturating_add(count)).contains(&HOME.column());
                if covers_home {
                    return Err(PositionError::Home);
                }
                after_number = true;
                column = column.saturating_add(count);
                continue;
            }
            after_number = false;
            let cell = Cell::at(column, row).ok_or(PositionError::RowLength { row: name })?;
            match item {
                Item::Tile(seat, tile, orientation) => {
                    self.read_tile(rules, seat, tile, cell, orientation)?;
                }
                _ if cell != HOME => return Err(PositionError::Home),
                _ => {}
            }
            column += 1;
        }
        if column == SIZE {
            Ok(())
        } else {
            Err(PositionError::RowLength { row: name })
        }
    }

    fn read_tile(
        &mut self,
        rules: &Rules,
        seat: Seat,
        tile: Tile,
        cell: Cell,
        orientation: Direction,
    ) -> Result<(), PositionError> {
        if cell == HOME {
            return Err(PositionError::Home);
        }
        if rules.cells() & cell.mask() == 0 {
            return Err(PositionError::Outside {
                cell,
                radius: rules.radius(),
            });
        }
        if rules.tiles().mask() & tile.mask() == 0 {
            let set = rules.tiles().name().to_string();
            return Err(PositionError::NotInSet { tile, cell, set });
        }
        if self.supply() & tile.mask() == 0 {
            return Err(PositionError::Twice { tile, cell });
        }
        self.put(rules, seat, tile, cell, orientation);
        Ok(())
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for row in (0..SIZE).rev() {
            if row + 1 < SIZE {
                text.push('/');
            }
            let mut items: Vec<String> = Vec::new();
            let mut empty = 0;
            for cell in (0..SIZE).filter_map(|column| Cell::at(column, row)) {
                let item = match self.tile(cell) {
                    Some((seat, tile, orientation)) => {
                        let mut item = String::from(seat.letter());
                        let _ = write!(item, "{tile}{orientation}");
                        item
                    }
                    None if cell == HOME => "H".to_string(),
                    None => {
                        empty += 1;
                        continue;
                    }
                };
                if empty > 0 {
                    items.push(empty.to_string());
                    empty = 0;
                }
                items.push(item);
            }
            if empty > 0 {
                items.push(empty.to_string());
            }
            text += &items.join(",");
        }
        let _ = write!(text, " {}", self.mover().letter());
        f.pad(&text)
    }
}

const ARROWS: [char; 8] = ['↑', '↗', '→', '↘', '↓', '↙', '←', '↖'];
const WHITE_ARROWS: [char; 8] = ['⇑', '⇗', '⇒', '⇘', '⇓', '⇙', '⇐', '⇖'];

/// The three lines of a cell, five characters each: the arrows at its edges, the owner in the
/// middle and the white arrow (doubled) beside it.
fn draw_cell(position: &Position, rules: &Rules, cell: Cell) -> [[char; 5]; 3] {
    let mut lines = [[' '; 5]; 3];
    if cell == HOME {
        lines[1][2] = '⌂';
    } else if let Some((seat, _, orientation)) = position.tile(cell) {
        // Places of the eight directions, clockwise from north, as (line, column).
        let edges = [
            (0, 2),
            (0, 4),
            (1, 4),
            (2, 4),
            (2, 2),
            (2, 0),
            (1, 0),
            (0, 0),
        ];
        for bit in crate::set_bits(position.arrows(cell).into()) {
            let (line, column) = edges[bit as usize];
            lines[line][column] = ARROWS[bit as usize];
        }
        lines[1][2] = seat.letter();
        lines[1][3] = WHITE_ARROWS[orientation.index()];
    } else if rules.cells() & cell.mask() != 0 {
        lines[1][2] = '·';
    }
    lines
}

/// The board drawn for people, the margin and the supply below it.
pub(super) fn drawing(position: &Position, rules: &Rules) -> String {
    let mut text = String::new();
    let reach = (3 - rules.radius())..=(3 + rules.radius());
    let border = |text: &mut String| {
        text.push_str("   ");
        reach.clone().for_each(|_| text.push_str("+-----"));
        text.push_str("+\n");
    };
    for row in reach.clone().rev() {
        border(&mut text);
        for line in 0..3 {
            if line == 1 {
                let _ = write!(text, " {} ", row + 1);
            } else {
                text.push_str("   ");
            }
            for cell in reach.clone().filter_map(|column| Cell::at(column, row)) {
                text.push('|');
                text.extend(draw_cell(position, rules, cell)[line]);
            }
            text.push_str("|\n");
        }
    }
    border(&mut text);
    text.push_str("   ");
    for column in reach {
        let _ = write!(text, "   {}  ", (b'a' + column) as char);
    }
    let _ = writeln!(text, "\n{}", summary(position));
    let supply: Vec<String> = crate::set_bits(position.supply())
        .map(|n| Tile::from_bit(n).to_string())
        .collect();
    for line in supply.chunks(16) {
        let _ = writeln!(text, "  {}", line.join(" "));
    }
    text
}

/// The player to move, and the numbers of tiles.
fn summary(position: &Position) -> String {
    let [x, o] = Seat::BOTH.map(|seat| position.stones(seat).count_ones());
    let mover = position.mover();
    let supply = position.supply().count_ones();
    let letter = mover.letter();
    alloc::format!("to move: {letter} ({mover})   tiles: x {x}, o {o}   supply: {supply}")
}

/// The board with a line for each row: tiles as in positions (owner, pattern, orientation), home as
/// `H`, empty cells as dots.
pub(super) fn small_drawing(position: &Position, rules: &Rules) -> String {
    let mut text = String::new();
    let reach = (3 - rules.radius())..=(3 + rules.radius());
    let mut put_row = |name: &str, cells: &mut dyn Iterator<Item = String>| {
        let _ = write!(text, " {name} ");
        for cell in cells {
            let _ = write!(text, " {cell:^7}");
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    };
    for row in reach.clone().rev() {
        let name = (row + 1).to_string();
        let cells = reach.clone().filter_map(|column| Cell::at(column, row));
        put_row(
            &name,
            &mut cells.map(|cell| match position.tile(cell) {
                _ if cell == HOME => "H".to_string(),
                Some((seat, tile, orientation)) => {
                    alloc::format!("{}{tile}{orientation}", seat.letter())
                }
                None => "·".to_string(),
            }),
        );
    }
    put_row(
        " ",
        &mut reach.map(|column| char::from(b'a' + column).to_string()),
    );
    text + &summary(position) + "\n"
}

/// An error in a position text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// Not two parts.
    #[error(
        "expected the board and the player to move, separated by one space, as in \
         `7/7/7/3,H,3/7/7/7 x`"
    )]
    Parts,
    /// Not seven rows.
    #[error("the board has {count} rows instead of 7 (from 7 to 1, joined by `/`)")]
    Rows {
        /// The rows found.
        count: usize,
    },
    /// A row of the wrong length.
    #[error("row {row} does not have 7 cells")]
    RowLength {
        /// The row's number.
        row: u8,
    },
    /// Two numbers of empty cells side by side.
    #[error("row {row}: adjacent numbers; add up the empty cells into one number")]
    AdjacentNumbers {
        /// The row's number.
        row: u8,
    },
    /// An item of no known form.
    #[error(
        "row {row}: invalid item `{item}`: expected a number from 1 to 7, H, or a tile such as \
         x025ne (player, three ascending digits below 8, orientation)"
    )]
    Item {
        /// The row's number.
        row: u8,
        /// The item.
        item: String,
    },
    /// The home tile is missing or elsewhere.
    #[error("the home tile `H` must be on d4 and nowhere else")]
    Home,
    /// A tile beyond the board.
    #[error("{cell} lies outside the board of radius {radius}")]
    Outside {
        /// The cell.
        cell: Cell,
        /// The board's radius.
        radius: u8,
    },
    /// A tile that the set does not have.
    #[error("{cell}: tile {tile} is not in the set `{set}`")]
    NotInSet {
        /// The tile.
        tile: Tile,
        /// Its cell.
        cell: Cell,
        /// The set's name.
        set: String,
    },
    /// A tile that is on the board already.
    #[error("{cell}: tile {tile} is on the board twice")]
    Twice {
        /// The tile.
        tile: Tile,
        /// Its second cell.
        cell: Cell,
    },
    /// No player to move.
    #[error("invalid player to move `{text}`: expected x or o")]
    Mover {
        /// The text found.
        text: String,
    },
}
