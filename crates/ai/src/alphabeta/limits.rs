//! How long a search may last.

use std::time::Instant;

use crate::Stop;

/// Nodes between two looks at the clock and at requests to stop.
const NODES_BETWEEN_LOOKS: u64 = 64;

/// Why a search ends before it is through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Interrupt {
    /// The budget is spent.
    Spent,
    /// Somebody asked to stop.
    Stopped,
}

/// A budget, and how much of it is used.
#[derive(Debug)]
pub(super) struct Limits<'a> {
    visited: u64,
    nodes: Option<u64>,
    moment: Option<Instant>,
    stop: &'a Stop,
}

impl<'a> Limits<'a> {
    pub(super) const fn new(nodes: Option<u64>, moment: Option<Instant>, stop: &'a Stop) -> Self {
        Self {
            visited: 0,
            nodes,
            moment,
            stop,
        }
    }

    /// Nodes visited so far.
    pub(super) const fn visited(&self) -> u64 {
        self.visited
    }

    /// Counts a node, if it may still be visited.
    pub(super) fn visit(&mut self) -> Result<(), Interrupt> {
        if self.nodes.is_some_and(|nodes| self.visited >= nodes) {
            return Err(Interrupt::Spent);
        }
        if self.visited.is_multiple_of(NODES_BETWEEN_LOOKS) {
            if self.stop.is_requested() {
                return Err(Interrupt::Stopped);
            }
            if self.moment.is_some_and(|moment| Instant::now() >= moment) {
                return Err(Interrupt::Spent);
            }
        }
        self.visited += 1;
        Ok(())
    }
}
