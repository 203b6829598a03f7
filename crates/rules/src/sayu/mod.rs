//! Sayū: 48 octagonal tiles, chains of conversions.
//!
//! The rules are those of the project's page `docs/rules.md`.

mod board;
mod convert;
mod game;
mod position;
mod rules;
mod symmetry;
mod text;
mod tile;
mod tile_set;
mod turn;

pub use board::{Cell, Direction, HOME};
pub use game::{IllegalTurn, Sayu};
pub use position::Position;
pub use rules::{Back, Komi, Rules};
pub use text::PositionError;
pub use tile::Tile;
pub use tile_set::{BUILT_IN, TileSet, TileSetError};
pub use turn::{Chain, Turn};
