//! The limits of a search.

use std::time::Instant;

use crate::Stop;

/// Nodes between two checks of the clock and of stop requests.
const NODES_BETWEEN_CHECKS: u64 = 64;

/// Why a search is interrupted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Interrupt {
    /// The budget is spent.
    OutOfBudget,
    /// A stop was requested.
    Stopped,
}

/// A budget and its use.
#[derive(Debug)]
pub(super) struct Limits<'a> {
    visited: u64,
    nodes: Option<u64>,
    deadline: Option<Instant>,
    stop: &'a Stop,
}

impl<'a> Limits<'a> {
    pub(super) const fn new(nodes: Option<u64>, deadline: Option<Instant>, stop: &'a Stop) -> Self {
        Self {
            visited: 0,
            nodes,
            deadline,
            stop,
        }
    }

    /// The number of nodes visited so far.
    pub(super) const fn visited(&self) -> u64 {
        self.visited
    }

    /// Counts a node, if the budget is not spent.
    pub(super) fn visit(&mut self) -> Result<(), Interrupt> {
        if self.nodes.is_some_and(|nodes| self.visited >= nodes) {
            return Err(Interrupt::OutOfBudget);
        }
        if self.visited.is_multiple_of(NODES_BETWEEN_CHECKS) {
            if self.stop.is_requested() {
                return Err(Interrupt::Stopped);
            }
            if self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
            {
                return Err(Interrupt::OutOfBudget);
            }
        }
        self.visited += 1;
        Ok(())
    }
}
