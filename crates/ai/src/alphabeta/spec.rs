//! The settings of the search as keys of specs.

use std::time::Duration;

use super::{AlphaBetaConfig, Beam, Techniques};
use crate::Spec;
use crate::kinds::{KeyInfo, MILLISECONDS, NODES, Refusal, TuningRange, WEIGHTS, number, whole};

impl AlphaBetaConfig {
    /// The keys of the kind `alphabeta`.
    pub(crate) const KEYS: &[KeyInfo] = &[
        KeyInfo {
            default: "10000",
            meaning: "positions looked at per turn",
            ..NODES
        },
        MILLISECONDS,
        KeyInfo {
            name: "depth",
            values: "a whole number from 1 to 100",
            default: "",
            meaning: "turns to look ahead",
            is_budget: true,
            instead_of: Some("nodes"),
            tuning: None,
            normalise: |text| whole(text, 100),
        },
        KeyInfo {
            name: "beam",
            values: "a whole number from 1 to 100000, `all`, or `auto` (what suits the game)",
            default: "auto",
            meaning: "turns looked at in each position, those that look best",
            is_budget: false,
            instead_of: None,
            tuning: Some(TuningRange::new(4.0, 400.0, 8.0, 0)),
            normalise: |text| match text {
                "auto" | "all" => Ok(text.to_string()),
                _ => whole(text, 100_000),
            },
        },
        KeyInfo {
            name: "exact",
            values: "true or false",
            default: "false",
            meaning: "whether all turns are searched to the full depth",
            is_budget: false,
            instead_of: Some("beam"),
            tuning: None,
            normalise: |text| match text {
                "true" | "false" => Ok(text.to_string()),
                _ => Err(Refusal::Form),
            },
        },
        KeyInfo {
            name: "without",
            values: "`nothing`, or names joined by `+` of table, scout, killers, aspiration, \
                     foresight, extension, reductions, endgame",
            default: "nothing",
            meaning: "techniques to leave out, for comparisons",
            is_budget: false,
            instead_of: None,
            tuning: None,
            normalise: |text| {
                Techniques::all_but(text)
                    .map(Techniques::missing)
                    .ok_or(Refusal::Form)
            },
        },
        KeyInfo {
            name: "late",
            values: "a whole number from 1 to 100000",
            default: "4",
            meaning: "turns of a position that are searched to the full depth before reductions",
            is_budget: false,
            instead_of: None,
            tuning: Some(TuningRange::new(1.0, 40.0, 1.0, 0)),
            normalise: |text| whole(text, 100_000),
        },
        KeyInfo {
            name: "slack",
            values: "a whole number from 1 to 10000",
            default: "100",
            meaning: "how much better than its score a turn may turn out, in percent of what \
                      foresight takes for the game",
            is_budget: false,
            instead_of: None,
            tuning: Some(TuningRange::new(10.0, 500.0, 15.0, 0)),
            normalise: |text| whole(text, 10_000),
        },
        KeyInfo {
            name: "hash",
            values: "a whole number from 1 to 4096",
            default: "16",
            meaning: "bounds the transposition table, in MiB",
            is_budget: false,
            instead_of: None,
            tuning: None,
            normalise: |text| whole(text, 4_096),
        },
        WEIGHTS,
    ];

    /// The settings that a spec of the kind `alphabeta` describes.
    pub(crate) fn of(spec: &Spec) -> Self {
        let standard = Self::default();
        let config = Self {
            nodes: number(spec, "nodes"),
            depth: number(spec, "depth"),
            time: number(spec, "ms").map(Duration::from_millis),
            beam: match spec.get("beam") {
                Some("all") => Beam::All,
                _ => number(spec, "beam").map_or(Beam::Auto, Beam::Width),
            },
            table_mib: number(spec, "hash").unwrap_or(standard.table_mib),
            late: number(spec, "late").unwrap_or(standard.late),
            slack: number(spec, "slack").unwrap_or(standard.slack),
            techniques: spec
                .get("without")
                .and_then(Techniques::all_but)
                .unwrap_or(standard.techniques),
        };
        if spec.get("exact") == Some("true") {
            config.exact()
        } else {
            config
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_of_keys_are_those_of_the_settings() {
        let spec: Spec = "alphabeta".parse().unwrap();
        assert_eq!(AlphaBetaConfig::of(&spec), AlphaBetaConfig::default());
        // A spec leaves out what equals the default, so the texts are read here.
        let standard = AlphaBetaConfig::default();
        for key in AlphaBetaConfig::KEYS {
            let right = match key.name {
                "nodes" => standard.nodes.unwrap_or_default().to_string(),
                "hash" => standard.table_mib.to_string(),
                "late" => standard.late.to_string(),
                "slack" => standard.slack.to_string(),
                _ => continue,
            };
            assert_eq!(key.default, right, "{}", key.name);
        }
    }

    #[test]
    fn the_help_text_names_every_technique() {
        let key = AlphaBetaConfig::KEYS
            .iter()
            .find(|key| key.name == "without")
            .unwrap();
        let (_, names) = key.values.split_once(" of ").unwrap();
        let all = names.replace(", ", "+");
        let none = Techniques::all_but(&all).unwrap();
        assert_eq!(none.missing(), all);
        assert!(none.is_empty(), "{none:?}");
    }
}
