//! Weights for fits, and what they expect.

use flipside_ai::{Evaluate, Evaluator as _, STANDARD, Weights, load};

/// The built-in weights.
pub fn standard<G: Evaluate>() -> Weights<G> {
    load(STANDARD).unwrap()
}

/// The place of a parameter.
pub fn place<G: Evaluate>(name: &str) -> usize {
    let mut parameters = G::PARAMETERS.iter();
    parameters.position(|info| info.name == name).unwrap()
}

/// The weights with one value changed.
pub fn spoiled<G: Evaluate>(weights: &Weights<G>, name: &str, value: i32) -> Weights<G> {
    let mut values = weights.values().to_vec();
    values[place::<G>(name)] = value;
    weights.with_values(&values)
}

/// What weights expect of a position, for First.
pub fn expected<G: Evaluate>(evaluator: &G::Evaluator, game: &G) -> f64 {
    let mover = game.to_move();
    let value = evaluator.evaluate(game).for_mover(mover);
    evaluator.expected(game, value).for_first(mover).0.0
}
