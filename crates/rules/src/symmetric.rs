//! Symmetries of the board.

use alloc::vec::Vec;

use crate::Game;

/// One of a game's board symmetries, by number; 0 is the identity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symmetry(pub u8);

impl Symmetry {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Self = Self(0);
}

/// The symmetries of a game: rotations and reflections of the board that preserve the rules.
///
/// A game without symmetries lists the identity alone.
pub trait Symmetric: Game {
    /// The symmetries that preserve the rule set, the identity first.
    fn symmetries(rules: &Self::Rules) -> Vec<Symmetry>;

    /// The image of a position.
    fn transform_position(symmetry: Symmetry, position: &Self::Position) -> Self::Position;

    /// The image of a turn.
    fn transform_turn(symmetry: Symmetry, turn: Self::Turn) -> Self::Turn;

    /// The representative of the position's class under the rule set's symmetries, with a symmetry
    /// that maps to it. Equal for symmetric positions.
    fn canonical(rules: &Self::Rules, position: &Self::Position) -> (Self::Position, Symmetry) {
        let mut best = (position.clone(), Symmetry::IDENTITY);
        for symmetry in Self::symmetries(rules).into_iter().skip(1) {
            let image = Self::transform_position(symmetry, position);
            if image < best.0 {
                best = (image, symmetry);
            }
        }
        best
    }
}
