//! Weights for fits, and their predictions.

use flipside_ai::{Evaluate, Evaluator as _, STANDARD_WEIGHTS, Weights, load_weights};

/// The built-in weights.
pub fn standard<G: Evaluate>() -> Weights<G> {
    load_weights(STANDARD_WEIGHTS).unwrap()
}

/// The index of a parameter.
pub fn place<G: Evaluate>(name: &str) -> usize {
    let mut parameters = G::PARAMETERS.iter();
    parameters.position(|info| info.name == name).unwrap()
}

/// Weights with one value changed.
pub fn spoiled<G: Evaluate>(weights: &Weights<G>, name: &str, value: i32) -> Weights<G> {
    let mut values = weights.values().to_vec();
    values[place::<G>(name)] = value;
    weights.with_values(&values)
}

/// The score for First that weights predict.
pub fn expected<G: Evaluate>(evaluator: &G::Evaluator, game: &G) -> f64 {
    let mover = game.to_move();
    let value = evaluator.evaluate(game).for_mover(mover);
    evaluator.expected(game, value).for_first(mover).0.0
}
