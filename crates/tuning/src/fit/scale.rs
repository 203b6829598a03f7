//! The fit of `scale`, which converts evaluations to odds.

use flipside_ai::Evaluate;

use super::regression::{MAX_HALVINGS, TOLERANCE};
use super::sums::LineDerivatives;
use super::{Fit, FitState, Stage, Tuned};

/// The maximum number of iterations.
const MAX_ITERATIONS: u32 = 50;

impl<G: Evaluate> Fit<'_, G> {
    /// Makes a Newton step for 1 / `scale`, in which the loss is convex.
    pub(super) fn scale_step(&self, tuned: Tuned, state: &mut FitState) {
        let last = state.values.len() - 1;
        let LineDerivatives {
            loss,
            slope,
            curvature,
        } = self.model.along_scale(self.train(), &state.values);
        let predicted = slope * slope / (2.0 * curvature) / self.weight.train;
        state.iteration += 1;
        if curvature > 0.0 && predicted > TOLERANCE && state.iteration <= MAX_ITERATIONS {
            let mut values = state.values.clone();
            let inverse = 1.0 / state.values[last];
            let mut step = slope / curvature;
            for _ in 0..MAX_HALVINGS {
                // A step beyond 0 is clamped to the largest scale.
                let next = (inverse - step).max(1.0 / f64::from(tuned.max));
                values[last] = (1.0 / next).clamp(f64::from(tuned.min), f64::from(tuned.max));
                let new = self.model.loss(self.train(), &values);
                if new < loss {
                    state.path.push(self.point(Stage::Scale, &values, new));
                    state.values = values;
                    return;
                }
                step /= 2.0;
            }
        }
        self.end_scale(tuned, state);
    }

    /// Rounds the scale to the better adjacent integer, or keeps the initial one if that is better.
    fn end_scale(&self, tuned: Tuned, state: &mut FitState) {
        let last = state.values.len() - 1;
        let found = state.values[last];
        let at_start = f64::from(self.start.values()[last]);
        let mut best: Option<(f64, f64)> = None;
        for scale in [found.floor(), found.ceil(), at_start] {
            let scale = scale.clamp(f64::from(tuned.min), f64::from(tuned.max));
            state.values[last] = scale;
            let loss = self.model.loss(self.train(), &state.values);
            if best.is_none_or(|(least, _)| loss < least) {
                best = Some((loss, scale));
            }
        }
        if let Some((loss, scale)) = best {
            state.values[last] = scale;
            let point = self.point(Stage::Scale, &state.values, loss);
            state.path.push(point);
        }
        state.iteration = 0;
        state.stage = match self.tuned.is_empty() {
            true => Stage::Done,
            false => Stage::Weights,
        };
    }
}
