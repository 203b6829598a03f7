//! The settings of Monte-Carlo tree search.

use crate::{Budget, Spec};

/// The settings of [`super::Mcts`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsConfig {
    /// Nodes, or time, per turn.
    pub budget: Budget,
    /// The exploration constant of PUCT.
    pub exploration: f64,
    /// The softmax temperature of the priors: a child whose log-odds are lower by this much has 1/e
    /// of the weight.
    pub temperature: f64,
    /// The number of children of a new node.
    pub initial_children: u32,
    /// Additional children per √visits.
    pub child_growth: f64,
    /// The number of candidates from which the first children are chosen.
    pub initial_candidates: u32,
    /// Additional candidates per visit.
    pub candidate_growth: f64,
    /// The first-play urgency: an unvisited child has its evaluation minus this value.
    pub first_play_urgency: f64,
    /// The share of the best child in the value of a new node. The rest comes from the evaluation
    /// of the node itself.
    pub backup_share: f64,
    /// The maximum size of the tree, in MiB. The same amount again is needed while the subtree for
    /// the next turn is copied.
    pub memory: u32,
}

impl Default for MctsConfig {
    fn default() -> Self {
        Self {
            budget: Budget::Nodes(1_000),
            exploration: 1.0,
            temperature: 1.0,
            initial_children: 8,
            child_growth: 1.0,
            initial_candidates: 16,
            candidate_growth: 2.0,
            first_play_urgency: 0.1,
            backup_share: 1.0,
            memory: 256,
        }
    }
}

/// More than the number of turns in any position.
const MAX_ROOT_CANDIDATES: usize = 1 << 20;

impl MctsConfig {
    /// The number of candidates from which the children of a new root are chosen: as many as the whole
    /// search considers in its nodes.
    pub(super) fn root_candidates(&self) -> usize {
        let nodes = match self.budget {
            Budget::Nodes(nodes) => nodes as usize,
            Budget::Time(_) => usize::MAX,
        };
        nodes
            .saturating_mul(self.initial_candidates as usize)
            .min(MAX_ROOT_CANDIDATES)
    }

    /// The settings of a spec of `mcts`.
    pub(crate) fn of(spec: &Spec) -> Self {
        let standard = Self::default();
        Self {
            budget: Budget::of(spec).unwrap_or(standard.budget),
            exploration: spec.number("c").unwrap_or(standard.exploration),
            temperature: spec.number("temperature").unwrap_or(standard.temperature),
            initial_children: spec
                .number("initial_children")
                .unwrap_or(standard.initial_children),
            child_growth: spec.number("child_growth").unwrap_or(standard.child_growth),
            initial_candidates: spec
                .number("initial_candidates")
                .unwrap_or(standard.initial_candidates),
            candidate_growth: spec
                .number("candidate_growth")
                .unwrap_or(standard.candidate_growth),
            first_play_urgency: spec.number("fpu").unwrap_or(standard.first_play_urgency),
            backup_share: spec.number("backup_share").unwrap_or(standard.backup_share),
            memory: spec.number("memory").unwrap_or(standard.memory),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent_info;

    #[test]
    fn the_defaults_of_keys_are_those_of_the_settings() {
        let all: Vec<String> = agent_info("mcts")
            .unwrap()
            .keys
            .iter()
            .filter(|key| key.instead_of.is_none())
            .map(|key| format!("{}={}", key.name, key.default))
            .collect();
        // A spec leaves out what equals the default, so the texts are read here.
        for text in &all {
            let spec: Spec = format!("mcts:{text}").parse().unwrap();
            assert_eq!(MctsConfig::of(&spec), MctsConfig::default(), "{text}");
        }
        let other: Spec =
            "mcts:c=2,temperature=3,initial_children=4,child_growth=5,initial_candidates=6,\
             candidate_growth=7,fpu=0.8,backup_share=0.9,memory=10"
                .parse()
                .unwrap();
        assert_eq!(
            MctsConfig::of(&other),
            MctsConfig {
                budget: Budget::Nodes(1_000),
                exploration: 2.0,
                temperature: 3.0,
                initial_children: 4,
                child_growth: 5.0,
                initial_candidates: 6,
                candidate_growth: 7.0,
                first_play_urgency: 0.8,
                backup_share: 0.9,
                memory: 10,
            }
        );
    }
}
