//! The settings of the search.

use std::time::Duration;

use super::search::Plan;
use super::{Techniques, score};
use crate::Playable;
use crate::play_out::Purse;

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
    /// So many turns of a position are searched to the full depth; reductions begin after them.
    pub late: u32,
    /// Percentage of the slack that foresight takes for the game ([`crate::Searchable::SCORE_SLACK`]).
    pub slack: u32,
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
            late: 4,
            slack: 100,
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

    /// What may be spent on playing an endgame out.
    pub(super) fn purse(&self) -> Purse {
        match (self.nodes, self.time) {
            (Some(nodes), _) => Purse::Nodes(nodes),
            (None, Some(time)) => Purse::Time(time),
            (None, None) => Purse::Nodes(10_000),
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
            late: self.late as usize,
            slack: self.slack,
            techniques: self.techniques,
        }
    }
}
