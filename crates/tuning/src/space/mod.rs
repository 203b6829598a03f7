//! The space of tuned parameters, and the candidates at its points.

mod error;
mod names;

pub use error::SpaceError;

use flipside_ai::{AGENTS, Playable, Spec, Weights};

use crate::parameter::{Parameter, ParameterKind};
use names::{abbreviated, matches, present_name, unused_kind};

/// Which parameters are tuned; see [`Space::new`].
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Names of tuned parameters; `*` matches any characters except dots.
    pub tune: Vec<String>,
    /// Names of parameters in `tune` that are not tuned.
    pub fix: Vec<String>,
    /// Initial values.
    pub start: Vec<(String, f64)>,
    /// Narrower bounds.
    pub bounds: Vec<(String, [f64; 2])>,
}

impl Selection {
    /// Returns the selection with the present names of settings that it names as earlier versions did.
    fn with_present_names(&self) -> Self {
        let present = |names: &[String]| names.iter().map(|name| present_name(name)).collect();
        Self {
            tune: present(&self.tune),
            fix: present(&self.fix),
            start: self
                .start
                .iter()
                .map(|(name, value)| (present_name(name), *value))
                .collect(),
            bounds: self
                .bounds
                .iter()
                .map(|(name, value)| (present_name(name), *value))
                .collect(),
        }
    }
}

/// The parameters of a run. Points of the space are lists of values in the order of
/// [`Space::parameters`].
#[derive(Clone, Debug)]
pub struct Space<G: Playable> {
    weights: Weights<G>,
    parameters: Vec<Parameter>,
}

/// Weights and settings of agents.
#[derive(Clone, Debug)]
pub struct Candidate<G> {
    /// The weights of the evaluation.
    pub weights: Weights<G>,
    /// Kind, key and value of settings.
    settings: Vec<(&'static str, &'static str, String)>,
}

impl<G> Candidate<G> {
    /// Returns the agent with those settings that belong to its kind. The weights are not part of
    /// the spec.
    #[must_use]
    pub fn spec(&self, base: &Spec) -> Spec {
        let own = self
            .settings
            .iter()
            .filter(|(kind, ..)| *kind == base.name());
        own.fold(base.clone(), |spec, (_, key, value)| {
            // Keys accept every value within their range.
            spec.with(key, value).unwrap_or(spec)
        })
    }

    /// Returns the search settings as `KIND.KEY=VALUE`.
    #[must_use]
    pub fn settings(&self) -> Vec<String> {
        let settings = self.settings.iter();
        settings
            .map(|(kind, key, value)| format!("{kind}.{key}={value}"))
            .collect()
    }
}

impl<G: Playable> Space<G> {
    /// Creates the space from the game's weights and the settings of the agents.
    ///
    /// # Errors
    /// If the selection names unknown parameters or has invalid values.
    pub fn new(
        weights: Weights<G>,
        agents: &[Spec],
        selection: &Selection,
    ) -> Result<Self, SpaceError> {
        let selection = &selection.with_present_names();
        let all = all_parameters(&weights, agents);
        let matches_any =
            |patterns: &[String], name: &str| patterns.iter().any(|p| matches(p, name));
        for pattern in selection.tune.iter().chain(&selection.fix) {
            if all.iter().any(|(p, _)| matches(pattern, &p.name)) {
                continue;
            }
            return Err(match unused_kind(pattern) {
                Some(kind) => SpaceError::UnusedKind {
                    name: pattern.clone(),
                    kind,
                },
                None => SpaceError::Unknown {
                    pattern: pattern.clone(),
                    game: G::NAME,
                    names: abbreviated(all.iter().map(|(p, _)| p.name.as_str())),
                },
            });
        }
        let mut parameters = Vec::new();
        for (mut parameter, has_start) in all {
            let name = parameter.name.clone();
            if !matches_any(&selection.tune, &name) || matches_any(&selection.fix, &name) {
                continue;
            }
            let start = selection.start.iter().find(|(other, _)| *other == name);
            match start {
                Some((_, value)) => parameter.start = *value,
                None if has_start => {}
                None => return Err(SpaceError::NoStart { name }),
            }
            if let Some((_, [min, max])) = selection.bounds.iter().find(|(other, _)| *other == name)
            {
                let (lowest, highest) = (parameter.min, parameter.max);
                // Written so that NaN is rejected.
                if !(lowest <= *min && min < max && *max <= highest) {
                    let (min, max) = (*min, *max);
                    return Err(SpaceError::Bounds {
                        name,
                        min,
                        max,
                        lowest,
                        highest,
                    });
                }
                (parameter.min, parameter.max) = (*min, *max);
            }
            if !(parameter.min <= parameter.start && parameter.start <= parameter.max) {
                let Parameter {
                    start, min, max, ..
                } = parameter;
                return Err(SpaceError::Start {
                    name,
                    start,
                    min,
                    max,
                });
            }
            parameter.start = parameter.rounded(parameter.start);
            parameters.push(parameter);
        }
        let tables = [
            (
                "start",
                selection.start.iter().map(|(name, _)| name).collect(),
            ),
            (
                "bounds",
                selection
                    .bounds
                    .iter()
                    .map(|(name, _)| name)
                    .collect::<Vec<_>>(),
            ),
        ];
        for (table, names) in tables {
            let fixed = names
                .into_iter()
                .find(|name| parameters.iter().all(|p| p.name != **name));
            if let Some(name) = fixed {
                let name = name.clone();
                return Err(SpaceError::Fixed { name, table });
            }
        }
        if parameters.is_empty() {
            return Err(SpaceError::Nothing);
        }
        Ok(Self {
            weights,
            parameters,
        })
    }

    /// Returns the tuned parameters, weights first.
    #[must_use]
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// Returns the weights without the changes of [`Selection::start`].
    #[must_use]
    pub const fn base(&self) -> &Weights<G> {
        &self.weights
    }

    /// Returns the initial point.
    #[must_use]
    pub fn start(&self) -> Vec<f64> {
        self.parameters.iter().map(|p| p.start).collect()
    }

    /// Returns the nearest point with allowed values.
    #[must_use]
    pub fn rounded(&self, point: &[f64]) -> Vec<f64> {
        let values = self.parameters.iter().zip(point);
        values.map(|(p, &value)| p.rounded(value)).collect()
    }

    /// Returns the weights and settings at a point.
    #[must_use]
    pub fn candidate(&self, point: &[f64]) -> Candidate<G> {
        let mut weights = self.weights.values().to_vec();
        let mut settings = Vec::new();
        for (parameter, &value) in self.parameters.iter().zip(point) {
            match parameter.kind {
                // Rounded, and within the bounds of a weight.
                ParameterKind::Weight(index) => weights[index] = parameter.rounded(value) as i32,
                ParameterKind::Setting { kind, key } => {
                    settings.push((kind, key, parameter.text(value)))
                }
            }
        }
        Candidate {
            weights: self.weights.with_values(&weights),
            settings,
        }
    }
}

/// Returns all parameters that can be tuned, and whether each has an initial value.
fn all_parameters<G: Playable>(weights: &Weights<G>, agents: &[Spec]) -> Vec<(Parameter, bool)> {
    let infos = G::PARAMETERS.iter().zip(weights.values()).enumerate();
    let mut all: Vec<(Parameter, bool)> = infos
        .map(|(i, (info, &start))| (Parameter::weight(i, info, start), true))
        .collect();
    for kind in AGENTS {
        let Some(agent) = agents.iter().find(|agent| agent.name() == kind.name) else {
            continue;
        };
        for key in kind.keys {
            let Some(range) = &key.tuning else { continue };
            let number = agent.get(key.name).unwrap_or(key.default).parse::<f64>();
            let start = number.as_ref().copied().unwrap_or(range.min);
            let parameter = Parameter::setting(kind.name, key, range, start);
            all.push((parameter, number.is_ok()));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use flipside_ai::{Evaluate as _, STANDARD_WEIGHTS, load_weights};
    use flipside_rules::{Hexflip, Sayu};

    use super::*;

    fn selection(tune: &[&str], fix: &[&str]) -> Selection {
        let owned = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        Selection {
            tune: owned(tune),
            fix: owned(fix),
            ..Selection::default()
        }
    }

    fn space<G: Playable>(agents: &[&str], selection: &Selection) -> Result<Space<G>, SpaceError> {
        let agents: Vec<Spec> = agents.iter().map(|text| text.parse().unwrap()).collect();
        Space::new(load_weights(STANDARD_WEIGHTS).unwrap(), &agents, selection)
    }

    #[test]
    fn names_and_patterns_choose_parameters() {
        let all = space::<Sayu>(&["alphabeta", "mcts"], &selection(&["*"], &[])).unwrap();
        assert_eq!(all.parameters().len(), Sayu::PARAMETERS.len());
        let late = space::<Sayu>(&["greedy"], &selection(&["*_late"], &["t*_late"])).unwrap();
        let names: Vec<&str> = late.parameters().iter().map(|p| p.name.as_str()).collect();
        assert!(
            names.contains(&"chain_now_late") && !names.contains(&"tempo_late"),
            "{names:?}"
        );
        let settings = selection(&["mcts.*"], &["mcts.initial_*"]);
        let settings = space::<Sayu>(&["alphabeta", "mcts"], &settings).unwrap();
        assert!(
            settings
                .parameters()
                .iter()
                .all(|p| p.name.starts_with("mcts."))
        );
        assert_eq!(settings.parameters().len(), 6);
        let both = selection(&["mcts.c", "scale", "alphabeta.beam"], &[]);
        let agents = ["mcts:nodes=5,c=2", "alphabeta:beam=30"];
        let both = space::<Sayu>(&agents, &both).unwrap();
        let found: Vec<(&str, f64)> = both
            .parameters()
            .iter()
            .map(|p| (p.name.as_str(), p.start))
            .collect();
        assert_eq!(
            found,
            [
                ("scale", f64::from(both.base().get("scale").unwrap())),
                ("mcts.c", 2.0),
                ("alphabeta.beam", 30.0)
            ]
        );
    }

    #[test]
    fn former_names_of_settings_are_read() {
        let selection = Selection {
            start: vec![("mcts.growth".to_string(), 2.0)],
            bounds: vec![("mcts.growth".to_string(), [0.5, 4.0])],
            ..selection(&["mcts.growth", "mcts.look"], &["mcts.look"])
        };
        let space = space::<Sayu>(&["mcts"], &selection).unwrap();
        let [parameter] = space.parameters() else {
            panic!("{:?}", space.parameters());
        };
        assert_eq!(parameter.name, "mcts.child_growth");
        assert_eq!((parameter.start, parameter.max), (2.0, 4.0));
    }

    #[test]
    fn points_become_weights_and_settings() {
        let selection = selection(&["tempo_early", "mcts.c"], &[]);
        let space = space::<Sayu>(&["mcts:nodes=5"], &selection).unwrap();
        let candidate = space.candidate(&[-12.4, 1.256]);
        assert_eq!(candidate.weights.get("tempo_early"), Some(-12));
        assert_eq!(
            candidate.weights.get("tempo_late"),
            space.base().get("tempo_late")
        );
        let spec = |text: &str| candidate.spec(&text.parse().unwrap()).to_string();
        assert_eq!(spec("mcts:nodes=5"), "mcts:c=1.26,nodes=5");
        assert_eq!(spec("alphabeta:nodes=5"), "alphabeta:nodes=5");
        assert_eq!(candidate.settings(), ["mcts.c=1.26"]);
        assert_eq!(space.rounded(&[0.4, 99.0]), [0.0, 4.0]);
    }

    #[test]
    fn invalid_selections_are_rejected() {
        let fails = |selection: &Selection, part: &str| {
            let error = space::<Hexflip>(&["alphabeta"], selection)
                .unwrap_err()
                .to_string();
            assert!(error.contains(part), "{error}");
        };
        fails(
            &selection(&["tempo"], &[]),
            "one of tempo_early, tempo_late, hand_early, hand_late, line_*, scale",
        );
        fails(&selection(&["*"], &["lines"]), "unknown parameter `lines`");
        fails(&selection(&["mcts.c"], &[]), "not among the agents");
        fails(&selection(&["alphabeta.beam"], &[]), "no initial value");
        fails(
            &selection(&["tempo_*"], &["*_early", "*_late"]),
            "no parameters to tune",
        );
        let with = |start: &[(&str, f64)], bounds: &[(&str, [f64; 2])]| Selection {
            start: start.iter().map(|(n, v)| (n.to_string(), *v)).collect(),
            bounds: bounds.iter().map(|(n, b)| (n.to_string(), *b)).collect(),
            ..selection(&["tempo_early"], &[])
        };
        fails(
            &with(&[("tempo_early", f64::NAN)], &[]),
            "invalid initial value NaN",
        );
        fails(
            &with(&[], &[("tempo_early", [50.0, 60.0])]),
            "expected 50 to 60",
        );
        fails(
            &with(&[], &[("tempo_early", [60.0, 50.0])]),
            "expected ascending bounds",
        );
        fails(
            &with(&[], &[("tempo_early", [-1e9, 50.0])]),
            "expected ascending bounds within",
        );
        fails(
            &with(&[("tempo_late", 1.0)], &[]),
            "in [start] is not tuned",
        );
        fails(
            &with(&[], &[("tempo_late", [0.0, 1.0])]),
            "in [bounds] is not tuned",
        );
    }
}
