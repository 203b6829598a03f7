//! Oracles that label positions.

use flipside_ai::{
    AgentFactory, Evaluate, Evaluator as _, Playable, STANDARD_WEIGHTS, Spec, Stop, load_weights,
};
use flipside_rules::{ExpectedScore, ForFirst, ForMover, Game};

use super::TeacherError;

/// The label of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Label {
    /// First's expected score.
    pub target: ForFirst<ExpectedScore>,
    /// The weight of the sample.
    pub weight: f64,
}

/// Labels positions with expected scores.
pub trait Oracle<G: Game>: Sync {
    /// Checks that the oracle supports these rules.
    ///
    /// # Errors
    /// If it does not.
    fn check(&self, rules: &G::Rules) -> Result<(), TeacherError>;

    /// Labels positions of unfinished games. Random choices depend on `seed` only.
    ///
    /// # Errors
    /// If a stop is requested, or a position cannot be labelled.
    fn label(&self, positions: &[G], seed: u64, stop: &Stop) -> Result<Vec<Label>, TeacherError>;
}

/// Labels positions with the value of a search. Positions are searched independently.
///
/// If the search proves the final margin, the target is the score that the evaluation predicts for
/// that margin (evaluations of games with a margin are in hundredths of it). This distinguishes
/// narrow wins from clear ones.
pub struct SearchOracle<'a, G: Evaluate> {
    spec: Spec,
    factory: &'a dyn AgentFactory<G>,
    evaluator: G::Evaluator,
}

impl<'a, G: Playable> SearchOracle<'a, G> {
    /// Creates an oracle that searches with the agent of a spec.
    ///
    /// # Errors
    /// If the agent cannot be built, its weights cannot be loaded, or it is not reproducible.
    pub fn new(spec: &Spec, factory: &'a dyn AgentFactory<G>) -> Result<Self, TeacherError> {
        if !spec.is_reproducible() {
            return Err(TeacherError::Clock(spec.to_string()));
        }
        factory.agent(spec)?;
        let weights = load_weights::<G>(spec.get("weights").unwrap_or(STANDARD_WEIGHTS))?;
        Ok(Self {
            spec: spec.clone(),
            factory,
            evaluator: G::Evaluator::new(&weights),
        })
    }
}

impl<G: Playable> Oracle<G> for SearchOracle<'_, G> {
    fn check(&self, _: &G::Rules) -> Result<(), TeacherError> {
        Ok(())
    }

    fn label(&self, positions: &[G], seed: u64, stop: &Stop) -> Result<Vec<Label>, TeacherError> {
        let mut agent = self.factory.agent(&self.spec)?;
        let mut labels = Vec::with_capacity(positions.len());
        for game in positions {
            agent.begin(seed);
            let choice = agent.choose(game, stop);
            let choice = choice.map_err(|why| super::failed(&self.spec, game, &why))?;
            let mover = game.to_move();
            let target = match choice.proven.and_then(|proof| proof.margin) {
                Some(ForMover(margin)) => {
                    let even = game.compensation().for_mover(mover).0;
                    let value = margin.saturating_mul(100).saturating_sub(even);
                    self.evaluator.expected(game, ForMover(value))
                }
                None => choice
                    .value
                    .ok_or_else(|| TeacherError::NoValue(self.spec.to_string()))?,
            };
            labels.push(Label {
                target: target.for_first(mover),
                weight: 1.0,
            });
        }
        Ok(labels)
    }
}
