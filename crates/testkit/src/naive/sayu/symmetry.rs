//! The 8 symmetries of the square.
//!
//! Numbers 0 to 3 turn the board clockwise by that many quarters; 4 to 7 first reflect it about
//! the north–south axis. A reflection also reflects the patterns, so that it is a symmetry of
//! the game only if the tile set is its own mirror image.

use super::board::{Board, Cell, Pattern, Tile, parse_pattern, pattern_text};
use super::turn::Turn;

/// The number of symmetries, which are numbered from 0.
pub const SYMMETRIES: usize = 8;

/// Returns the numbers of the symmetries that map this tile set to itself.
pub fn symmetries(tiles: &[&str]) -> Result<Vec<usize>, String> {
    let mut patterns = Vec::new();
    for tile in tiles {
        patterns.push(parse_pattern(tile)?);
    }
    Ok((0..SYMMETRIES)
        .filter(|symmetry| {
            patterns
                .iter()
                .all(|pattern| patterns.contains(&map_pattern(*pattern, *symmetry)))
        })
        .collect())
}

/// Applies a symmetry to a position text.
pub fn map_position(text: &str, symmetry: usize) -> Result<String, String> {
    let (rows, mover) = text
        .split_once(' ')
        .ok_or(format!("invalid position `{text}`"))?;
    let mut mapped = Board::empty();
    for (cell, tile) in Board::parse(rows)?.placed() {
        let tile = Tile {
            owner: tile.owner,
            pattern: map_pattern(tile.pattern, symmetry),
            orientation: map_orientation(tile.orientation, symmetry),
        };
        mapped.set(map_cell(cell, symmetry), tile);
    }
    Ok(format!("{} {mover}", mapped.text()))
}

/// Applies a symmetry to a turn text.
pub fn map_turn(text: &str, symmetry: usize) -> Result<String, String> {
    let mapped = match Turn::parse(text)? {
        Turn::Swap => Turn::Swap,
        Turn::Place {
            pattern,
            cell,
            orientation,
            chain,
        } => Turn::Place {
            pattern: map_pattern(pattern, symmetry),
            cell: map_cell(cell, symmetry),
            orientation: map_orientation(orientation, symmetry),
            chain: chain
                .into_iter()
                .map(|step| map_cell(step, symmetry))
                .collect(),
        },
    };
    Ok(mapped.text())
}

/// Applies a symmetry to a pattern text, which gives itself or its mirror image.
pub fn map_tile(text: &str, symmetry: usize) -> Result<String, String> {
    Ok(pattern_text(map_pattern(parse_pattern(text)?, symmetry)))
}

fn reflects(symmetry: usize) -> bool {
    symmetry >= 4
}

fn quarters(symmetry: usize) -> usize {
    symmetry % 4
}

fn map_pattern(pattern: Pattern, symmetry: usize) -> Pattern {
    if !reflects(symmetry) {
        return pattern;
    }
    let mut mapped = pattern.map(|arrow| (8 - arrow) % 8);
    mapped.sort();
    mapped
}

fn map_orientation(orientation: usize, symmetry: usize) -> usize {
    let reflected = if reflects(symmetry) {
        (8 - orientation) % 8
    } else {
        orientation
    };
    (reflected + 2 * quarters(symmetry)) % 8
}

fn map_cell(cell: Cell, symmetry: usize) -> Cell {
    let mut mapped = cell;
    if reflects(symmetry) {
        mapped.east = -mapped.east;
    }
    for _ in 0..quarters(symmetry) {
        // North becomes east, east becomes south.
        mapped = Cell {
            east: mapped.north,
            north: -mapped.east,
        };
    }
    mapped
}
