//! The interface between the search and a game.

use flipside_rules::ForMover;

/// The end of a game, for the player to move next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Won,
    Drawn,
    Lost,
}

/// A game tree. Implemented for games and for the artificial trees of the tests.
pub(crate) trait Tree {
    /// A position with its history. Cloned often.
    type Node: Clone;
    /// A turn.
    type Turn: Copy + Eq;

    /// The end of the game, if it is over.
    fn end(&self, node: &Self::Node) -> Option<ForMover<End>>;

    /// The static evaluation; below [`crate::EVALUATION_LIMIT`] in absolute value. Not called if the
    /// game is over.
    fn evaluate(&self, node: &Self::Node) -> ForMover<i32>;

    /// Appends the best `width` turns with their scores for the mover, best first; at least one. Not
    /// called if the game is over.
    fn turns(&self, node: &Self::Node, width: usize, into: &mut Vec<(Self::Turn, i32)>);

    /// The margin of futility pruning at this depth, the turn itself included; `None` for no pruning.
    fn futility_margin(&self, depth: u32) -> Option<i32> {
        let _ = depth;
        None
    }

    /// Whether the mover must answer a threat, so that the evaluation is unreliable.
    fn has_threat(&self, node: &Self::Node) -> bool {
        let _ = node;
        false
    }

    /// Whether a turn of another node is legal at this one.
    fn is_legal(&self, node: &Self::Node, turn: Self::Turn) -> bool;

    /// Plays a turn.
    fn play(&self, node: &mut Self::Node, turn: Self::Turn);

    /// A hash of the position, without its history.
    fn key(&self, node: &Self::Node) -> u64;

    /// A number n such that the history cannot forbid any of the next n − 1 turns.
    fn turns_before_history_matters(&self, node: &Self::Node) -> u32 {
        let _ = node;
        u32::MAX
    }

    /// A hash of the history; 0 without history.
    fn history(&self, node: &Self::Node) -> u64 {
        let _ = node;
        0
    }
}
