//! All that a run tunes, by name, and what points of that space stand for.

mod error;
mod names;

pub use error::SpaceError;

use flipside_ai::{KINDS, Playable, Spec, Weights};

use crate::parameter::{Parameter, Place};
use names::{families, fits, idle};

/// What a file asks for; see [`Space::new`].
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// Names of what is tuned; a `*` stands for any characters but points.
    pub tune: Vec<String>,
    /// Names of what stays as it is, of those in `tune`.
    pub fix: Vec<String>,
    /// Other values to start from.
    pub start: Vec<(String, f64)>,
    /// Narrower bounds.
    pub bounds: Vec<(String, [f64; 2])>,
}

/// All parameters of a run. Points of the space are lists of values in the order of
/// [`Space::parameters`].
#[derive(Clone, Debug)]
pub struct Space<G: Playable> {
    weights: Weights<G>,
    parameters: Vec<Parameter>,
}

/// Weights and settings to play with.
#[derive(Clone, Debug)]
pub struct Candidate<G> {
    /// The weights of the evaluation.
    pub weights: Weights<G>,
    /// Kind, key and value of settings.
    settings: Vec<(&'static str, &'static str, String)>,
}

impl<G> Candidate<G> {
    /// The agent with these settings, as far as they are its own. What plays with the weights is up
    /// to the caller.
    #[must_use]
    pub fn spec(&self, base: &Spec) -> Spec {
        let own = self
            .settings
            .iter()
            .filter(|(kind, ..)| *kind == base.name());
        own.fold(base.clone(), |spec, (_, key, value)| {
            // Every value within the range is one that the key takes.
            spec.with(key, value).unwrap_or(spec)
        })
    }

    /// Settings of searches that are not part of the weights, as `KIND.KEY=VALUE`.
    #[must_use]
    pub fn settings(&self) -> Vec<String> {
        let settings = self.settings.iter();
        settings
            .map(|(kind, key, value)| format!("{kind}.{key}={value}"))
            .collect()
    }
}

impl<G: Playable> Space<G> {
    /// The parameters that a run tunes, from the game's weights and the settings of the agents that
    /// play.
    ///
    /// # Errors
    /// If a wish names what does not exist, or asks for what cannot be.
    pub fn new(weights: Weights<G>, agents: &[Spec], wishes: &Wishes) -> Result<Self, SpaceError> {
        let all = known(&weights, agents);
        let pattern_fits = |patterns: &[String], name: &str| patterns.iter().any(|p| fits(p, name));
        for pattern in wishes.tune.iter().chain(&wishes.fix) {
            if all.iter().any(|(p, _)| fits(pattern, &p.name)) {
                continue;
            }
            return Err(match idle(pattern) {
                Some(kind) => SpaceError::Idle {
                    name: pattern.clone(),
                    kind,
                },
                None => SpaceError::Unknown {
                    pattern: pattern.clone(),
                    game: G::NAME,
                    names: families(all.iter().map(|(p, _)| p.name.as_str())),
                },
            });
        }
        let mut parameters = Vec::new();
        for (mut parameter, has_start) in all {
            let name = parameter.name.clone();
            if !pattern_fits(&wishes.tune, &name) || pattern_fits(&wishes.fix, &name) {
                continue;
            }
            let start = wishes.start.iter().find(|(other, _)| *other == name);
            match start {
                Some((_, value)) => parameter.start = *value,
                None if has_start => {}
                None => return Err(SpaceError::NoStart { name }),
            }
            if let Some((_, [min, max])) = wishes.bounds.iter().find(|(other, _)| *other == name) {
                let (least, most) = (parameter.min, parameter.max);
                // Written so that NaN is refused.
                if !(least <= *min && min < max && *max <= most) {
                    let (min, max) = (*min, *max);
                    return Err(SpaceError::Bounds {
                        name,
                        min,
                        max,
                        least,
                        most,
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
            ("start", wishes.start.iter().map(|(name, _)| name).collect()),
            (
                "bounds",
                wishes
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

    /// The parameters that are tuned, weights first.
    #[must_use]
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The weights without any change of [`Wishes::start`].
    #[must_use]
    pub const fn base(&self) -> &Weights<G> {
        &self.weights
    }

    /// The point that tuning starts from.
    #[must_use]
    pub fn start(&self) -> Vec<f64> {
        self.parameters.iter().map(|p| p.start).collect()
    }

    /// The nearest point whose values are ones that the parameters can have.
    #[must_use]
    pub fn rounded(&self, point: &[f64]) -> Vec<f64> {
        let values = self.parameters.iter().zip(point);
        values.map(|(p, &value)| p.rounded(value)).collect()
    }

    /// Weights and settings at a point.
    #[must_use]
    pub fn candidate(&self, point: &[f64]) -> Candidate<G> {
        let mut weights = self.weights.values().to_vec();
        let mut settings = Vec::new();
        for (parameter, &value) in self.parameters.iter().zip(point) {
            match parameter.place {
                // Rounded, and within the bounds of a weight.
                Place::Weight(index) => weights[index] = parameter.rounded(value) as i32,
                Place::Setting { kind, key } => settings.push((kind, key, parameter.text(value))),
            }
        }
        Candidate {
            weights: self.weights.with_values(&weights),
            settings,
        }
    }
}

/// Everything that could be tuned, and whether there is a number to start from.
fn known<G: Playable>(weights: &Weights<G>, agents: &[Spec]) -> Vec<(Parameter, bool)> {
    let infos = G::PARAMETERS.iter().zip(weights.values()).enumerate();
    let mut all: Vec<(Parameter, bool)> = infos
        .map(|(i, (info, &start))| (Parameter::weight(i, info, start), true))
        .collect();
    for kind in KINDS {
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
    use flipside_ai::{Evaluate as _, STANDARD, load};
    use flipside_rules::{hexflip, sayu};

    use super::*;

    fn wishes(tune: &[&str], fix: &[&str]) -> Wishes {
        let owned = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        Wishes {
            tune: owned(tune),
            fix: owned(fix),
            ..Wishes::default()
        }
    }

    fn space<G: Playable>(agents: &[&str], wishes: &Wishes) -> Result<Space<G>, SpaceError> {
        let agents: Vec<Spec> = agents.iter().map(|text| text.parse().unwrap()).collect();
        Space::new(load(STANDARD).unwrap(), &agents, wishes)
    }

    #[test]
    fn names_and_patterns_choose_parameters() {
        let all = space::<sayu::Game>(&["alphabeta", "mcts"], &wishes(&["*"], &[])).unwrap();
        assert_eq!(all.parameters().len(), sayu::Game::PARAMETERS.len());
        let late = space::<sayu::Game>(&["greedy"], &wishes(&["*_late"], &["t*_late"])).unwrap();
        let names: Vec<&str> = late.parameters().iter().map(|p| p.name.as_str()).collect();
        assert!(
            names.contains(&"chain_now_late") && !names.contains(&"tempo_late"),
            "{names:?}"
        );
        let settings = wishes(&["mcts.*"], &["mcts.l*"]);
        let settings = space::<sayu::Game>(&["alphabeta", "mcts"], &settings).unwrap();
        assert!(
            settings
                .parameters()
                .iter()
                .all(|p| p.name.starts_with("mcts."))
        );
        assert_eq!(settings.parameters().len(), 6);
        let both = wishes(&["mcts.c", "scale", "alphabeta.beam"], &[]);
        let agents = ["mcts:nodes=5,c=2", "alphabeta:beam=30"];
        let both = space::<sayu::Game>(&agents, &both).unwrap();
        let told: Vec<(&str, f64)> = both
            .parameters()
            .iter()
            .map(|p| (p.name.as_str(), p.start))
            .collect();
        assert_eq!(
            told,
            [
                ("scale", f64::from(both.base().get("scale").unwrap())),
                ("mcts.c", 2.0),
                ("alphabeta.beam", 30.0)
            ]
        );
    }

    #[test]
    fn points_become_weights_and_settings() {
        let wishes = wishes(&["tempo_early", "mcts.c"], &[]);
        let space = space::<sayu::Game>(&["mcts:nodes=5"], &wishes).unwrap();
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
    fn wishes_that_cannot_be_are_refused() {
        let fails = |wishes: &Wishes, part: &str| {
            let error = space::<hexflip::Game>(&["alphabeta"], wishes)
                .unwrap_err()
                .to_string();
            assert!(error.contains(part), "{error}");
        };
        fails(
            &wishes(&["tempo"], &[]),
            "there are tempo_early, tempo_late, hand_early, hand_late, line_*, scale",
        );
        fails(&wishes(&["*"], &["lines"]), "`lines` is no parameter");
        fails(&wishes(&["mcts.c"], &[]), "not among the agents");
        fails(&wishes(&["alphabeta.beam"], &[]), "no number to start from");
        fails(
            &wishes(&["tempo_*"], &["*_early", "*_late"]),
            "nothing is left",
        );
        let with = |start: &[(&str, f64)], bounds: &[(&str, [f64; 2])]| Wishes {
            start: start.iter().map(|(n, v)| (n.to_string(), *v)).collect(),
            bounds: bounds.iter().map(|(n, b)| (n.to_string(), *b)).collect(),
            ..wishes(&["tempo_early"], &[])
        };
        fails(
            &with(&[("tempo_early", f64::NAN)], &[]),
            "outside of its bounds",
        );
        fails(
            &with(&[], &[("tempo_early", [50.0, 60.0])]),
            "outside of its bounds 50 to 60",
        );
        fails(
            &with(&[], &[("tempo_early", [60.0, 50.0])]),
            "wrong way round",
        );
        fails(&with(&[], &[("tempo_early", [-1e9, 50.0])]), "not within");
        fails(
            &with(&[("tempo_late", 1.0)], &[]),
            "[start] but is not tuned",
        );
        fails(
            &with(&[], &[("tempo_late", [0.0, 1.0])]),
            "[bounds] but is not tuned",
        );
    }
}
