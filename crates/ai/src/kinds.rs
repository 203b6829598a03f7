//! The agents that there are.

use std::time::Duration;

use crate::evaluation::pin;
use crate::levels::{LEVELS, level};
use crate::{
    Agent, AlphaBeta, AlphaBetaConfig, Budget, Evaluator as _, Greedy, Mcts, MctsConfig, Playable,
    Random, STANDARD, Spec, Uct, UctConfig, Weights, load, table_path,
};

/// Raised whenever some agent plays differently than before for the same spec and seed. Records
/// carry it: games of different behaviour are never pooled.
pub const BEHAVIOUR_VERSION: u32 = 11;

/// A setting of an agent.
#[derive(Clone, Copy, Debug)]
pub struct KeyInfo {
    /// The key.
    pub name: &'static str,
    /// The values it takes, for people.
    pub values: &'static str,
    /// The value that it has if it is not given.
    pub default: &'static str,
    /// What it is, in a few words.
    pub meaning: &'static str,
    /// Whether it limits the search.
    pub is_budget: bool,
    /// The key that it takes the place of.
    pub instead_of: Option<&'static str>,
    /// Where a tuner may look for a better value; `None` for what is no matter of tuning.
    pub tuning: Option<TuningRange>,
    /// A value's normal form.
    pub(crate) normalise: fn(&str) -> Result<String, Refusal>,
}

impl KeyInfo {
    /// The same, to be tuned within a range.
    pub(crate) const fn tunable(self, range: TuningRange) -> Self {
        Self {
            tuning: Some(range),
            ..self
        }
    }
}

/// Values of a setting that are worth trying. The key takes all of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TuningRange {
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// A change that is worth trying: a good first step for a tuner.
    pub step: f64,
    /// Digits behind the point; 0 for whole numbers.
    pub digits: u8,
}

impl TuningRange {
    pub(crate) const fn new(min: f64, max: f64, step: f64, digits: u8) -> Self {
        Self {
            min,
            max,
            step,
            digits,
        }
    }
}

/// Why a key does not take a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    /// It is not of the form that the key asks for.
    Form,
    /// It is, but there is no such thing, for this reason.
    Because(String),
}

/// A kind of agent.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The name in specs.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// Its settings.
    pub keys: &'static [KeyInfo],
    /// Whether a turn takes it no time worth mentioning.
    pub is_instant: bool,
}

/// All agents, weakest first.
pub const KINDS: &[Kind] = &[
    Kind {
        name: "random",
        summary: "plays at random (hexflip: uniform over turns; sayu: uniform over placements, \
                  then over each step of the chain)",
        keys: &[],
        is_instant: true,
    },
    Kind {
        name: "greedy",
        summary: "looks one turn ahead and takes the best-looking position",
        keys: &[WEIGHTS],
        is_instant: true,
    },
    Kind {
        name: "uct",
        summary: "plain Monte-Carlo tree search (UCT with random playouts), a yardstick",
        keys: &[NODES, MILLISECONDS, EXPLORATION],
        is_instant: false,
    },
    Kind {
        name: "mcts",
        summary: "Monte-Carlo tree search with an evaluation and proven values",
        keys: MctsConfig::KEYS,
        is_instant: false,
    },
    Kind {
        name: "alphabeta",
        summary: "alpha-beta search with iterative deepening",
        keys: AlphaBetaConfig::KEYS,
        is_instant: false,
    },
    Kind {
        name: "level",
        summary: "one of eight levels of strength, from beginner to best",
        keys: &[KeyInfo {
            name: "n",
            values: "a whole number from 1 to 8",
            default: "",
            meaning: "the level",
            is_budget: false,
            instead_of: None,
            tuning: None,
            normalise: |text| whole(text, LEVELS),
        }],
        is_instant: false,
    },
    Kind {
        name: "perfect",
        summary: "makes no mistake, by a table of all positions (hexflip only)",
        keys: &[
            KeyInfo {
                name: "table",
                values: "the path of a table that `flipside solve` has made",
                default: "",
                meaning: "where the values are looked up",
                is_budget: false,
                instead_of: None,
                tuning: None,
                normalise: table_path::pin,
            },
            KeyInfo {
                name: "noise",
                values: "a number from 0 to 1, such as 0.1",
                default: "0",
                meaning: "share of turns made at random",
                is_budget: false,
                instead_of: None,
                tuning: None,
                normalise: |text| decimal(text, 1.0),
            },
        ],
        is_instant: false,
    },
    Kind {
        name: "engine",
        summary: "a program of its own, asked over the engine protocol (docs/protocol.md)",
        keys: &[
            KeyInfo {
                name: "cmd",
                values: "a command with its arguments, in double quotes",
                default: "",
                meaning: "how the program is started",
                is_budget: false,
                instead_of: None,
                tuning: None,
                normalise: |text| match text.trim() {
                    "" => Err(Refusal::Form),
                    command => Ok(command.to_string()),
                },
            },
            KeyInfo {
                name: "timeout",
                values: "a whole number from 1 to 1000000",
                default: "60000",
                meaning: "milliseconds after which a turn counts as never given",
                is_budget: false,
                instead_of: None,
                tuning: None,
                normalise: |text| whole(text, 1_000_000),
            },
        ],
        is_instant: false,
    },
];

/// The key of the evaluation's weights.
pub(crate) const WEIGHTS: KeyInfo = KeyInfo {
    name: "weights",
    values: "the name of built-in weights, or the path of a weights file (with a `/` in it or ending \
             in `.toml`)",
    default: STANDARD,
    meaning: "weights of the evaluation",
    is_budget: false,
    instead_of: None,
    tuning: None,
    normalise: |text| match pin(text) {
        Ok(normal) => normal.ok_or(Refusal::Form),
        Err(error) => Err(Refusal::Because(error.to_string())),
    },
};

pub(crate) const NODES: KeyInfo = KeyInfo {
    name: "nodes",
    values: "a whole number from 1 to 100000000",
    default: "1000",
    meaning: "nodes per turn (of `uct`: playouts)",
    is_budget: true,
    instead_of: None,
    tuning: None,
    normalise: |text| whole(text, 100_000_000),
};

pub(crate) const MILLISECONDS: KeyInfo = KeyInfo {
    name: "ms",
    values: "a whole number from 1 to 1000000",
    default: "",
    meaning: "milliseconds per turn (not reproducible)",
    is_budget: true,
    instead_of: Some("nodes"),
    tuning: None,
    normalise: |text| whole(text, 1_000_000),
};

const EXPLORATION: KeyInfo = KeyInfo {
    name: "c",
    values: "a number from 0 to 100, such as 0.7",
    default: "0.7",
    meaning: "weight of exploration",
    is_budget: false,
    instead_of: None,
    tuning: None,
    normalise: |text| decimal(text, 100.0),
};

/// A whole number from 1 to `most`, without leading zeros.
pub(crate) fn whole(text: &str, most: u32) -> Result<String, Refusal> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    match text.parse::<u32>() {
        Ok(number) if digits && (1..=most).contains(&number) => Ok(number.to_string()),
        _ => Err(Refusal::Form),
    }
}

/// A plain decimal number from 0 to `most`, in its shortest form.
pub(crate) fn decimal(text: &str, most: f64) -> Result<String, Refusal> {
    let plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    match text.parse::<f64>() {
        Ok(number) if plain && (0.0..=most).contains(&number) => Ok(number.to_string()),
        _ => Err(Refusal::Form),
    }
}

/// Why an agent cannot be built from its spec.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BuildError {
    /// A kind that needs more than this crate has: whoever starts programs or reads tables builds
    /// it.
    #[error("an agent of the kind `{0}` cannot be built here")]
    Elsewhere(&'static str),
    /// Something that the spec names is missing or wrong.
    #[error("agent `{spec}`: {why}")]
    Unavailable {
        /// The spec.
        spec: String,
        /// What is wrong, and what would mend it.
        why: String,
    },
    /// A table by which games were to be decided is missing or wrong.
    #[error("adjudication by the table {table}: {why}")]
    Adjudicator {
        /// The table.
        table: String,
        /// What is wrong, and what would mend it.
        why: String,
    },
}

/// Makes the agent that a spec describes.
///
/// # Errors
/// If what the spec names cannot be had.
pub fn build<G: Playable>(spec: &Spec) -> Result<Box<dyn Agent<G>>, BuildError> {
    match spec.name() {
        "random" => Ok(Box::new(Random::new())),
        "uct" => Ok(Box::new(Uct::new(uct_config(spec)))),
        "greedy" | "mcts" | "alphabeta" => build_with(spec, &weights::<G>(spec)?),
        "level" => {
            let level = number(spec, "n").and_then(level::<G>);
            build(&level.ok_or_else(|| unavailable(spec, &format!("{} has no levels", G::NAME)))?)
        }
        other => Err(BuildError::Elsewhere(other)),
    }
}

/// Makes the agent that a spec describes with weights of its own in place of those that the spec
/// names: for tuners, whose weights are in no file.
///
/// # Errors
/// If the agent has no weights, or what the spec names cannot be had.
pub fn build_with<G: Playable>(
    spec: &Spec,
    weights: &Weights<G>,
) -> Result<Box<dyn Agent<G>>, BuildError> {
    let evaluator = G::Evaluator::new(weights);
    match spec.name() {
        "greedy" => Ok(Box::new(Greedy::new(evaluator))),
        "mcts" => Ok(Box::new(Mcts::new(MctsConfig::of(spec), evaluator))),
        "alphabeta" => Ok(Box::new(AlphaBeta::new(
            AlphaBetaConfig::of(spec),
            evaluator,
        ))),
        _ => Err(unavailable(spec, &"it has no key `weights`")),
    }
}

/// The weights that a spec names.
fn weights<G: Playable>(spec: &Spec) -> Result<Weights<G>, BuildError> {
    load(spec.get(WEIGHTS.name).unwrap_or(STANDARD)).map_err(|error| unavailable(spec, &error))
}

fn unavailable(spec: &Spec, why: &dyn std::fmt::Display) -> BuildError {
    BuildError::Unavailable {
        spec: spec.to_string(),
        why: why.to_string(),
    }
}

/// The number that a spec gives a key.
pub(crate) fn number<T: std::str::FromStr>(spec: &Spec, key: &str) -> Option<T> {
    // Values have been checked when the spec was read.
    spec.get(key)?.parse().ok()
}

/// The budget of a spec in time or nodes, if it names one.
pub(crate) fn budget(spec: &Spec) -> Option<Budget> {
    let nodes = number(spec, "nodes").map(Budget::Nodes);
    let time = number(spec, "ms")
        .map(Duration::from_millis)
        .map(Budget::Time);
    time.or(nodes)
}

fn uct_config(spec: &Spec) -> UctConfig {
    let standard = UctConfig::default();
    UctConfig {
        budget: budget(spec).unwrap_or(standard.budget),
        exploration: number(spec, "c").unwrap_or(standard.exploration),
    }
}
