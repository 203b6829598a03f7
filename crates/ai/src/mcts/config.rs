//! The settings of the search.

use crate::kinds::{MILLISECONDS, NODES, TuningRange, WEIGHTS, budget, decimal, number, whole};
use crate::{Budget, KeyInfo, Spec};

/// The settings of [`super::Mcts`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsConfig {
    /// Nodes, or time, per turn.
    pub budget: Budget,
    /// The weight of exploration.
    pub exploration: f64,
    /// How little the look of turns is trusted: a turn whose odds look worse by this many powers
    /// of e is e times less promising.
    pub temperature: f64,
    /// The turns that are considered at a node at first.
    pub width: u32,
    /// How many turns more are considered after n visits, divided by √n.
    pub growth: f64,
    /// The candidates that these turns are chosen from at first.
    pub look: u32,
    /// How many candidates more they are chosen from after each visit.
    pub more: f64,
    /// How much worse than it looks a turn is taken to be before its first visit.
    pub first_play: f64,
    /// The share that the position after the best-looking turn has in the value of a new node; the
    /// rest is the node's own position.
    pub lookahead: f64,
    /// The mebibytes that the tree may take. As much again is taken while the next turn's tree is
    /// cut out of the last one.
    pub memory: u32,
}

impl Default for MctsConfig {
    fn default() -> Self {
        Self {
            budget: Budget::Nodes(1_000),
            exploration: 1.0,
            temperature: 1.0,
            width: 8,
            growth: 1.0,
            look: 16,
            more: 2.0,
            first_play: 0.1,
            lookahead: 1.0,
            memory: 256,
        }
    }
}

/// No game has so many turns in a position.
const MOST_LOOKED: usize = 1 << 20;

/// A key for a setting.
const fn setting(
    name: &'static str,
    values: &'static str,
    default: &'static str,
    meaning: &'static str,
    normalise: fn(&str) -> Result<String, crate::kinds::Refusal>,
) -> KeyInfo {
    KeyInfo {
        name,
        values,
        default,
        meaning,
        is_budget: false,
        instead_of: None,
        tuning: None,
        normalise,
    }
}

impl MctsConfig {
    /// The keys of the kind `mcts`.
    pub(crate) const KEYS: &[KeyInfo] = &[
        NODES,
        MILLISECONDS,
        WEIGHTS,
        setting(
            "c",
            "a number from 0 to 100, such as 0.7",
            "1",
            "weight of exploration",
            |text| decimal(text, 100.0),
        )
        .tunable(TuningRange::new(0.1, 4.0, 0.2, 2)),
        setting(
            "temperature",
            "a number from 0 to 1000, such as 0.7",
            "1",
            "how little the look of turns is trusted, in powers of e of their odds",
            |text| decimal(text, 1_000.0),
        )
        .tunable(TuningRange::new(0.2, 4.0, 0.2, 2)),
        setting(
            "width",
            "a whole number from 1 to 10000",
            "8",
            "turns considered at a node at first",
            |text| whole(text, 10_000),
        )
        .tunable(TuningRange::new(1.0, 40.0, 2.0, 0)),
        setting(
            "growth",
            "a number from 0 to 100, such as 0.7",
            "1",
            "turns considered more, for each root of the visits",
            |text| decimal(text, 100.0),
        )
        .tunable(TuningRange::new(0.0, 8.0, 0.5, 2)),
        setting(
            "look",
            "a whole number from 1 to 10000",
            "16",
            "candidates from which these are chosen at first",
            |text| whole(text, 10_000),
        )
        .tunable(TuningRange::new(4.0, 80.0, 4.0, 0)),
        setting(
            "more",
            "a number from 0 to 100, such as 0.7",
            "2",
            "candidates from which they are chosen more, for each visit",
            |text| decimal(text, 100.0),
        )
        .tunable(TuningRange::new(0.25, 16.0, 0.5, 2)),
        setting(
            "fpu",
            "a number from 0 to 1, such as 0.1",
            "0.1",
            "how much worse than it looks a turn counts before its first visit",
            |text| decimal(text, 1.0),
        )
        .tunable(TuningRange::new(0.0, 0.5, 0.05, 3)),
        setting(
            "lookahead",
            "a number from 0 to 1, such as 0.5",
            "1",
            "the share of the best-looking turn in the value of a new node",
            |text| decimal(text, 1.0),
        )
        .tunable(TuningRange::new(0.0, 1.0, 0.1, 2)),
        setting(
            "memory",
            "a whole number from 1 to 16384",
            "256",
            "mebibytes for the tree",
            |text| whole(text, 16_384),
        ),
    ];

    /// The candidates that the turns of a new root are chosen from: as many as a search of this
    /// budget looks at in its nodes.
    pub(super) fn look_at_root(&self) -> usize {
        let nodes = match self.budget {
            Budget::Nodes(nodes) => nodes as usize,
            Budget::Time(_) => usize::MAX,
        };
        nodes.saturating_mul(self.look as usize).min(MOST_LOOKED)
    }

    /// The settings that a spec of the kind `mcts` describes.
    pub(crate) fn of(spec: &Spec) -> Self {
        let standard = Self::default();
        Self {
            budget: budget(spec).unwrap_or(standard.budget),
            exploration: number(spec, "c").unwrap_or(standard.exploration),
            temperature: number(spec, "temperature").unwrap_or(standard.temperature),
            width: number(spec, "width").unwrap_or(standard.width),
            growth: number(spec, "growth").unwrap_or(standard.growth),
            look: number(spec, "look").unwrap_or(standard.look),
            more: number(spec, "more").unwrap_or(standard.more),
            first_play: number(spec, "fpu").unwrap_or(standard.first_play),
            lookahead: number(spec, "lookahead").unwrap_or(standard.lookahead),
            memory: number(spec, "memory").unwrap_or(standard.memory),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_of_keys_are_those_of_the_settings() {
        let all: Vec<String> = MctsConfig::KEYS
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
            "mcts:c=2,temperature=3,width=4,growth=5,look=6,more=7,fpu=0.8,lookahead=0.9,memory=10"
                .parse()
                .unwrap();
        assert_eq!(
            MctsConfig::of(&other),
            MctsConfig {
                budget: Budget::Nodes(1_000),
                exploration: 2.0,
                temperature: 3.0,
                width: 4,
                growth: 5.0,
                look: 6,
                more: 7.0,
                first_play: 0.8,
                lookahead: 0.9,
                memory: 10,
            }
        );
    }
}
