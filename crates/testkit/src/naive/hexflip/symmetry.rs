//! The 12 symmetries of the hexagon, in cube coordinates.
//!
//! A point is three numbers with sum zero; a symmetry permutes them, and may negate all
//! three. Number 0 is the identity; odd numbers negate.

use std::collections::BTreeMap;

use super::board::{Board, Point};
use super::turn::Turn;

/// The number of symmetries, which are numbered from 0.
pub const SYMMETRIES: usize = 12;

const PERMUTATIONS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [1, 0, 2],
    [0, 2, 1],
    [2, 1, 0],
];

/// Returns all symmetries as maps from point to point, by number.
pub fn symmetries() -> Vec<BTreeMap<String, String>> {
    (0..SYMMETRIES)
        .map(|symmetry| {
            Point::all()
                .into_iter()
                .map(|point| (point.text(), map_point(point, symmetry).text()))
                .collect()
        })
        .collect()
}

/// Applies a symmetry to a position text.
pub fn map_position(text: &str, symmetry: usize) -> Result<String, String> {
    let (rows, rest) = text
        .split_once(' ')
        .ok_or(format!("invalid position `{text}`"))?;
    let board = Board::parse(rows)?;
    let mut mapped = Board::empty();
    for point in Point::all() {
        mapped.set(map_point(point, symmetry), board.get(point));
    }
    Ok(format!("{} {rest}", mapped.text()))
}

/// Applies a symmetry to a turn text.
pub fn map_turn(text: &str, symmetry: usize) -> Result<String, String> {
    let mapped = match Turn::parse(text)? {
        Turn::Place(points) => {
            let mut points: Vec<Point> = points
                .into_iter()
                .map(|point| map_point(point, symmetry))
                .collect();
            points.sort();
            Turn::Place(points)
        }
        Turn::Jump(from, to) => Turn::Jump(map_point(from, symmetry), map_point(to, symmetry)),
        Turn::Swap => Turn::Swap,
    };
    Ok(mapped.text())
}

fn map_point(point: Point, symmetry: usize) -> Point {
    let (up, across) = (point.letter - 2, point.number - 3);
    let cube = [up, -across, across - up];
    let [first, second, third] = PERMUTATIONS[symmetry / 2];
    let sign = if symmetry.is_multiple_of(2) { 1 } else { -1 };
    let mapped = [sign * cube[first], sign * cube[second], sign * cube[third]];
    Point {
        letter: mapped[0] + 2,
        number: 3 - mapped[1],
    }
}
