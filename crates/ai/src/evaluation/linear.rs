//! The evaluator of games that need no faster one.

use std::marker::PhantomData;

use flipside_rules::ForFirst;

use super::{Evaluate, Evaluator, Weights, cut};

/// An evaluator that asks [`Evaluate::features`] and weighs them.
#[derive(Clone, Debug)]
pub struct Linear<G> {
    weights: Vec<i32>,
    scale: i32,
    game: PhantomData<fn() -> G>,
}

impl<G: Evaluate> Evaluator<G> for Linear<G> {
    fn new(weights: &Weights<G>) -> Self {
        let (scale, weights) = weights.split();
        Self {
            weights: weights.to_vec(),
            scale,
            game: PhantomData,
        }
    }

    fn evaluate(&self, game: &G) -> ForFirst<i32> {
        let features = game.features().into_iter().zip(&self.weights);
        let sum = features.fold(0_i32, |sum, (ForFirst(feature), weight)| {
            sum.saturating_add(feature.saturating_mul(*weight))
        });
        cut(sum / G::FEATURE_UNIT)
    }

    fn scale(&self) -> i32 {
        self.scale
    }
}
