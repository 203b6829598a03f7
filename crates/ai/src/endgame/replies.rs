//! What the opponent can certainly do after a turn.

use super::board::{Board, Frame};
use super::chains::{Steps, conversions_by_placement};

/// For each tile of the supply and each free cell, the most tiles that the opponent can certainly
/// convert by placing it there after a turn that leaves him both: a chain that he could make before
/// the turn is still there after it, since the turn changes no tile of his opponent. It may only go
/// on further.
pub(super) struct Replies {
    supply: u64,
    free: u64,
    /// By tile, then by cell.
    most: Vec<u32>,
}

impl Replies {
    pub(super) fn new(frame: &Frame, board: &Board, steps: &mut Steps) -> Self {
        let mut other = *board;
        other.mover = board.mover.other();
        let mut most = Vec::new();
        *steps += conversions_by_placement(frame, &other, &mut most);
        Self {
            supply: board.supply,
            free: board.free,
            most,
        }
    }

    /// The most tiles that the opponent can certainly convert after a turn that places `tile` on
    /// `cell`.
    pub(super) fn after(&self, tile: u8, cell: u8) -> u32 {
        let number = |mask: u64, bit: u8| (mask & ((1 << bit) - 1)).count_ones() as usize;
        let (tile, cell) = (number(self.supply, tile), number(self.free, cell));
        let rows = self.most.chunks_exact(self.free.count_ones() as usize);
        let others = rows
            .enumerate()
            .filter(|&(i, _)| i != tile)
            .flat_map(|(_, row)| row.iter().enumerate())
            .filter(|&(j, _)| j != cell);
        others.map(|(_, &most)| most).max().unwrap_or(0)
    }
}
