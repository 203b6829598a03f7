//! What the search needs to know of a game.

use flipside_rules::ForMover;

/// How a game ended, for the player who would move next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Won,
    Drawn,
    Lost,
}

/// Nodes, and the turns that lead from one to the next. Games are searched through this trait, and
/// so are the made-up trees of the tests.
pub(crate) trait Tree {
    /// A position with whatever the tree needs besides. Copied often.
    type Node: Clone;
    /// A turn.
    type Turn: Copy + Eq;

    /// How the game has ended here, if it has.
    fn end(&self, node: &Self::Node) -> Option<ForMover<End>>;

    /// How the node looks; below [`crate::EVALUATION_LIMIT`] in size. Not asked where the game has
    /// ended.
    fn evaluate(&self, node: &Self::Node) -> ForMover<i32>;

    /// Appends the turns that look best for the mover, best first, each with a score that says how
    /// good it looks, at most `width` of them. At least one if the game goes on. Not asked where it
    /// has ended.
    fn turns(&self, node: &Self::Node, width: usize, into: &mut Vec<(Self::Turn, i32)>);

    /// How much better a turn may turn out than its score says when it is searched to this depth, its
    /// own turn included; `None` if scores say little about that.
    fn slack(&self, depth: u32) -> Option<i32> {
        let _ = depth;
        None
    }

    /// Whether the mover has something urgent to answer here, so that how the node looks says little.
    fn is_unsettled(&self, node: &Self::Node) -> bool {
        let _ = node;
        false
    }

    /// Whether a turn that was there at some other node is there at this one, too.
    fn allows(&self, node: &Self::Node, turn: Self::Turn) -> bool;

    /// Makes the node the one after a turn.
    fn play(&self, node: &mut Self::Node, turn: Self::Turn);

    /// A number for all of the node but its history. Nodes with different numbers are different;
    /// nodes with the same one are the same (but for collisions of 64-bit hashes).
    fn key(&self, node: &Self::Node) -> u64;

    /// A number n such that the node's history cannot bar any of the next n − 1 turns, whatever they
    /// are.
    fn turns_before_history_matters(&self, node: &Self::Node) -> u32 {
        let _ = node;
        u32::MAX
    }

    /// A number for the node's history; 0 if it has none.
    fn history(&self, node: &Self::Node) -> u64 {
        let _ = node;
        0
    }
}
