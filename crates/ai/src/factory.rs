//! Creates agents from specs.

use flipside_rules::{Game, Seat};

use crate::key::WEIGHTS;
use crate::{
    Agent, AlphaBeta, AlphaBetaConfig, Evaluator as _, Greedy, Mcts, MctsConfig, PinnedTable,
    Playable, Random, STANDARD_WEIGHTS, Spec, Uct, UctConfig, Weights, load_weights,
};

/// Creates agents from specs. Code that plays games takes a factory, so that other crates can add
/// agents, and tests can use their own.
pub trait AgentFactory<G: Game>: Sync {
    /// Creates an agent.
    ///
    /// # Errors
    /// If a resource that the spec names is missing or invalid.
    fn agent(&self, spec: &Spec) -> Result<Box<dyn Agent<G>>, BuildError>;

    /// Checks whether the agent of a spec supports a rule set, as far as that is known before it
    /// plays.
    ///
    /// # Errors
    /// If it does not.
    fn check(&self, spec: &Spec, rules: &G::Rules) -> Result<(), BuildError> {
        let _ = (spec, rules);
        Ok(())
    }

    /// Creates an adjudicator that decides games under a rule set by a tablebase. The default
    /// implementation has none.
    ///
    /// # Errors
    /// If there is no such tablebase, or it is not valid for these rules.
    fn adjudicator(
        &self,
        table: &PinnedTable,
        rules: &G::Rules,
    ) -> Result<Box<dyn Adjudicator<G>>, BuildError> {
        let _ = rules;
        Err(BuildError::Adjudicator {
            table: table.to_string(),
            why: "tablebases are not available here".to_string(),
        })
    }
}

/// Decides games before they are over.
pub trait Adjudicator<G: Game>: Send {
    /// Returns the player who wins from here with best play. `None` if there is no such player, if
    /// that is not known, or if the game is over.
    ///
    /// # Errors
    /// If the tablebase can no longer be read.
    fn winner(&mut self, game: &G) -> Result<Option<Seat>, String>;
}

/// The factory of this crate's agents.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltInAgents;

impl<G: Playable> AgentFactory<G> for BuiltInAgents {
    fn agent(&self, spec: &Spec) -> Result<Box<dyn Agent<G>>, BuildError> {
        build(spec)
    }
}

/// Why an agent cannot be built from its spec.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The agent needs another factory: one that starts engines or opens tablebases.
    #[error("agent `{0}` is not available here")]
    Elsewhere(&'static str),
    /// A resource that the spec names is missing or invalid.
    #[error("agent `{spec}`: {why}")]
    Unavailable {
        /// The spec.
        spec: String,
        /// What is wrong and what is expected.
        why: String,
    },
    /// The tablebase for adjudication is missing or invalid.
    #[error("adjudication by the tablebase {table}: {why}")]
    Adjudicator {
        /// The tablebase.
        table: String,
        /// What is wrong and what is expected.
        why: String,
    },
}

/// Creates the agent of a spec.
///
/// # Errors
/// If the agent needs another factory, or a resource that the spec names is missing or invalid.
pub fn build<G: Playable>(spec: &Spec) -> Result<Box<dyn Agent<G>>, BuildError> {
    match spec.name() {
        "random" => Ok(Box::new(Random::new())),
        "uct" => Ok(Box::new(Uct::new(UctConfig::of(spec)))),
        "greedy" | "mcts" | "alphabeta" => build_with(spec, &weights::<G>(spec)?),
        "level" => {
            let level = spec.number("n").and_then(|n| G::level(n)?.parse().ok());
            build(&level.ok_or_else(|| unavailable(spec, &format!("{} has no levels", G::NAME)))?)
        }
        other => Err(BuildError::Elsewhere(other)),
    }
}

/// Creates the agent of a spec with other weights than the spec names, as tuners need it.
///
/// # Errors
/// If the agent has no weights.
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
        _ => Err(unavailable(spec, &"this agent has no key `weights`")),
    }
}

/// Loads the weights that a spec names.
fn weights<G: Playable>(spec: &Spec) -> Result<Weights<G>, BuildError> {
    load_weights(spec.get(WEIGHTS.name).unwrap_or(STANDARD_WEIGHTS))
        .map_err(|error| unavailable(spec, &error))
}

fn unavailable(spec: &Spec, why: &dyn std::fmt::Display) -> BuildError {
    BuildError::Unavailable {
        spec: spec.to_string(),
        why: why.to_string(),
    }
}
