//! Points, lines and the board of Hexflip.

use crate::naive::Player;

/// A point: letter 0–4 for `a`–`e`, number 1–5. Ordered a1, a2 … e5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Point {
    pub(super) letter: i32,
    pub(super) number: i32,
}

/// One step along each of the three lines: same number, same letter, same letter − number.
const LINES: [(i32, i32); 3] = [(1, 0), (0, 1), (1, 1)];

impl Point {
    pub(super) fn on_board(self) -> bool {
        let diagonal = (self.letter - 2) - (self.number - 3);
        (0..=4).contains(&self.letter)
            && (1..=5).contains(&self.number)
            && (-2..=2).contains(&diagonal)
    }

    /// Returns all 19 points in order.
    pub(super) fn all() -> Vec<Point> {
        let mut points = Vec::new();
        for letter in 0..=4 {
            points.extend(Point::row(letter));
        }
        points
    }

    /// Returns the points of one row, by number.
    pub(super) fn row(letter: i32) -> Vec<Point> {
        (1..=5)
            .map(|number| Point { letter, number })
            .filter(|point| point.on_board())
            .collect()
    }

    pub(super) fn step(self, direction: (i32, i32), steps: i32) -> Point {
        Point {
            letter: self.letter + direction.0 * steps,
            number: self.number + direction.1 * steps,
        }
    }

    /// Returns direction and number of steps to another point on a common line.
    pub(super) fn line_to(self, other: Point) -> Option<((i32, i32), i32)> {
        for (letter, number) in LINES {
            for direction in [(letter, number), (-letter, -number)] {
                for steps in 1..=4 {
                    if self.step(direction, steps) == other {
                        return Some((direction, steps));
                    }
                }
            }
        }
        None
    }

    pub(super) fn text(self) -> String {
        let letter = ["a", "b", "c", "d", "e"][self.letter as usize];
        format!("{letter}{}", self.number)
    }

    pub(super) fn parse(text: &str) -> Result<Point, String> {
        let error = || format!("`{text}` is not a point");
        let [letter, number] = text.as_bytes() else {
            return Err(error());
        };
        let point = Point {
            letter: i32::from(*letter) - i32::from(b'a'),
            number: i32::from(*number) - i32::from(b'0'),
        };
        if point.on_board() {
            Ok(point)
        } else {
            Err(error())
        }
    }
}

/// The colours on the points. Entries off the hexagon stay empty and are never read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    owner: [[Option<Player>; 5]; 5],
}

impl Board {
    pub(super) fn empty() -> Board {
        Board {
            owner: [[None; 5]; 5],
        }
    }

    pub(super) fn get(&self, point: Point) -> Option<Player> {
        self.owner[point.letter as usize][point.number as usize - 1]
    }

    pub(super) fn set(&mut self, point: Point, owner: Option<Player>) {
        self.owner[point.letter as usize][point.number as usize - 1] = owner;
    }

    pub(super) fn pieces(&self) -> u32 {
        Point::all()
            .into_iter()
            .filter(|point| self.get(*point).is_some())
            .count() as u32
    }

    /// Returns the number of windows (four consecutive points on a line) filled by the player.
    pub(super) fn full_windows(&self, player: Player) -> u32 {
        let mut windows = 0;
        for letter in 0..=4 {
            for number in 1..=5 {
                for direction in LINES {
                    let full = (0..4).all(|steps| {
                        let point = Point { letter, number }.step(direction, steps);
                        point.on_board() && self.get(point) == Some(player)
                    });
                    if full {
                        windows += 1;
                    }
                }
            }
        }
        windows
    }

    /// Formats five rows from `e` to `a`, with a digit for a run of empty points.
    pub(super) fn text(&self) -> String {
        let mut rows = Vec::new();
        for letter in (0..=4).rev() {
            let mut row = String::new();
            let mut empty = 0;
            for point in Point::row(letter) {
                match self.get(point) {
                    None => empty += 1,
                    Some(player) => {
                        if empty > 0 {
                            row.push_str(&empty.to_string());
                        }
                        empty = 0;
                        row.push(player.letter());
                    }
                }
            }
            if empty > 0 {
                row.push_str(&empty.to_string());
            }
            rows.push(row);
        }
        rows.join("/")
    }

    pub(super) fn parse(text: &str) -> Result<Board, String> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != 5 {
            return Err(format!("invalid board `{text}`: expected five rows"));
        }
        let mut board = Board::empty();
        for (letter, row) in (0..=4).rev().zip(rows) {
            let points = Point::row(letter);
            let mut next = 0;
            let mut after_digit = false;
            for symbol in row.chars() {
                if let Some(player) = Player::from_letter(symbol) {
                    let point = points.get(next).ok_or(format!("row `{row}` is too long"))?;
                    board.set(*point, Some(player));
                    next += 1;
                    after_digit = false;
                } else {
                    let run = symbol
                        .to_digit(10)
                        .ok_or(format!("`{symbol}` in row `{row}`"))?;
                    if run == 0 || after_digit {
                        return Err(format!("row `{row}` is not in canonical form"));
                    }
                    next += run as usize;
                    after_digit = true;
                }
            }
            if next != points.len() {
                return Err(format!(
                    "invalid row `{row}`: expected {} points",
                    points.len()
                ));
            }
        }
        Ok(board)
    }
}
