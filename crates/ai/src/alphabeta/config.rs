//! The settings of the search.

use std::time::Duration;

use super::search::Plan;
use super::{Techniques, score};
use crate::Playable;

/// Work on an endgame that counts as one node. A node of Sayū takes about as long.
pub(super) const WORK_PER_NODE: u64 = 2_000;

/// Work on an endgame that is done in a microsecond, roughly.
const WORK_PER_MICROSECOND: u64 = 50;

/// How many turns are looked at in each position, those that look best.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Beam {
    /// As many as suit the game: [`crate::Searchable::BEAM`].
    #[default]
    Auto,
    /// All.
    All,
    /// So many.
    Width(u32),
}

/// The settings of [`super::AlphaBeta`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlphaBetaConfig {
    /// The most nodes for a turn.
    pub nodes: Option<u64>,
    /// The most turns to look ahead, not counting what comes from threats.
    pub depth: Option<u32>,
    /// The most time for a turn: not reproducible.
    pub time: Option<Duration>,
    /// The turns looked at in each position.
    pub beam: Beam,
    /// Bounds the transposition table, in MiB.
    pub table_mib: u32,
    /// What makes it fast.
    pub techniques: Techniques,
}

impl Default for AlphaBetaConfig {
    fn default() -> Self {
        Self {
            nodes: Some(10_000),
            depth: None,
            time: None,
            beam: Beam::Auto,
            table_mib: 16,
            techniques: Techniques::all(),
        }
    }
}

impl AlphaBetaConfig {
    /// The same, but so that the value of a search is that of all turns searched to the full depth.
    #[must_use]
    pub fn exact(self) -> Self {
        Self {
            beam: Beam::All,
            techniques: self.techniques.lossless(),
            ..self
        }
    }

    /// The work that may be spent on playing an endgame out (see
    /// [`crate::Searchable::solve_endgame`]).
    pub(super) fn endgame_work(&self) -> u64 {
        match (self.nodes, self.time) {
            (Some(nodes), _) => nodes.saturating_mul(WORK_PER_NODE),
            (None, Some(time)) => u64::try_from(time.as_micros())
                .map_or(u64::MAX, |us| us.saturating_mul(WORK_PER_MICROSECOND)),
            (None, None) => 10_000 * WORK_PER_NODE,
        }
    }

    pub(super) const fn table_bytes(&self) -> usize {
        (self.table_mib as usize).saturating_mul(1 << 20)
    }

    pub(super) fn max_depth(&self) -> u32 {
        self.depth.unwrap_or(score::MAX_PLY).min(score::MAX_PLY)
    }

    pub(super) fn plan<G: Playable>(&self) -> Plan {
        let width = match self.beam {
            Beam::Auto => G::BEAM.unwrap_or(usize::MAX),
            Beam::All => usize::MAX,
            Beam::Width(width) => width as usize,
        };
        Plan {
            width,
            techniques: self.techniques,
        }
    }
}
