//! The settings of the search.

use std::time::Duration;

use super::search::SearchOptions;
use super::{SearchFeatures, score};
use crate::{Budget, Playable, Spec};

/// The number of candidates searched in each position, best first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Beam {
    /// The game's own number: [`crate::Searchable::BEAM`].
    #[default]
    Auto,
    /// All turns.
    All,
    /// This number.
    Width(u32),
}

/// The settings of [`super::AlphaBeta`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlphaBetaConfig {
    /// The maximum number of nodes per turn.
    pub nodes: Option<u64>,
    /// The maximum search depth in turns, without threat extensions.
    pub depth: Option<u32>,
    /// The maximum time per turn. Such searches are not reproducible.
    pub time: Option<Duration>,
    /// The candidates searched in each position.
    pub beam: Beam,
    /// Late-move-reduction threshold: the number of turns in each position that are searched to the
    /// full depth.
    pub lmr_threshold: u32,
    /// Margin of futility pruning, in percent of the game's margins
    /// ([`crate::Searchable::FUTILITY_MARGINS`]).
    pub futility_margin: u32,
    /// The maximum size of the transposition table, in MiB.
    pub table_mib: u32,
    /// The search features in use.
    pub features: SearchFeatures,
}

impl Default for AlphaBetaConfig {
    fn default() -> Self {
        Self {
            nodes: Some(10_000),
            depth: None,
            time: None,
            beam: Beam::Auto,
            lmr_threshold: 4,
            futility_margin: 100,
            table_mib: 16,
            features: SearchFeatures::all(),
        }
    }
}

impl AlphaBetaConfig {
    /// Returns settings with which all turns are searched to the full depth.
    #[must_use]
    pub fn exact(self) -> Self {
        Self {
            beam: Beam::All,
            features: self.features.lossless(),
            ..self
        }
    }

    /// The settings of a spec of `alphabeta`.
    pub(crate) fn of(spec: &Spec) -> Self {
        let standard = Self::default();
        let config = Self {
            nodes: spec.number("nodes"),
            depth: spec.number("depth"),
            time: spec.number("ms").map(Duration::from_millis),
            beam: match spec.get("beam") {
                Some("all") => Beam::All,
                _ => spec.number("beam").map_or(Beam::Auto, Beam::Width),
            },
            table_mib: spec.number("hash").unwrap_or(standard.table_mib),
            lmr_threshold: spec
                .number("lmr_threshold")
                .unwrap_or(standard.lmr_threshold),
            futility_margin: spec
                .number("futility_margin")
                .unwrap_or(standard.futility_margin),
            features: spec
                .get("without")
                .and_then(SearchFeatures::all_but)
                .unwrap_or(standard.features),
        };
        if spec.get("exact") == Some("true") {
            config.exact()
        } else {
            config
        }
    }

    /// The budget of the endgame solver.
    pub(super) fn endgame_budget(&self) -> Budget {
        match (self.nodes, self.time) {
            (Some(nodes), _) => Budget::Nodes(u32::try_from(nodes).unwrap_or(u32::MAX)),
            (None, Some(time)) => Budget::Time(time),
            (None, None) => Budget::Nodes(10_000),
        }
    }

    pub(super) const fn table_bytes(&self) -> usize {
        (self.table_mib as usize).saturating_mul(1 << 20)
    }

    pub(super) fn max_depth(&self) -> u32 {
        self.depth.unwrap_or(score::MAX_PLY).min(score::MAX_PLY)
    }

    pub(super) fn options<G: Playable>(&self) -> SearchOptions {
        let width = match self.beam {
            Beam::Auto => G::BEAM.unwrap_or(usize::MAX),
            Beam::All => usize::MAX,
            Beam::Width(width) => width as usize,
        };
        SearchOptions {
            width,
            lmr_threshold: self.lmr_threshold as usize,
            futility_margin: self.futility_margin,
            features: self.features,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent_info;

    #[test]
    fn the_defaults_of_keys_are_those_of_the_settings() {
        let spec: Spec = "alphabeta".parse().unwrap();
        assert_eq!(AlphaBetaConfig::of(&spec), AlphaBetaConfig::default());
        // A spec leaves out what equals the default, so the texts are read here.
        let standard = AlphaBetaConfig::default();
        for key in agent_info("alphabeta").unwrap().keys {
            let right = match key.name {
                "nodes" => standard.nodes.unwrap_or_default().to_string(),
                "hash" => standard.table_mib.to_string(),
                "lmr_threshold" => standard.lmr_threshold.to_string(),
                "futility_margin" => standard.futility_margin.to_string(),
                _ => continue,
            };
            assert_eq!(key.default, right, "{}", key.name);
        }
    }

    #[test]
    fn the_help_text_names_every_search_feature() {
        let key = agent_info("alphabeta").unwrap().key("without").unwrap();
        let (_, names) = key.values.split_once(" of ").unwrap();
        let all = names.replace(", ", "+");
        let none = SearchFeatures::all_but(&all).unwrap();
        assert_eq!(none.missing(), all);
        assert!(none.is_empty(), "{none:?}");
    }
}
