//! The generic evaluator.

use std::marker::PhantomData;

use flipside_rules::ForFirst;

use super::{Evaluate, Evaluator, Weights, clamped};

/// An evaluator that computes the weighted sum of [`Evaluate::features`].
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
        clamped((sum / G::FEATURE_UNIT).saturating_sub(game.compensation().0))
    }

    fn scale(&self) -> i32 {
        self.scale
    }
}
