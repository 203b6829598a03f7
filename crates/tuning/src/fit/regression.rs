//! Logistic regression by Newton's method.
//!
//! A position's logit is linear in the weights: (features · weights − even) / (`scale` · share).
//! The objective is the cross entropy of the targets plus an L2 penalty: half of `pull` times the
//! squared distance from the start, in steps. `scale` is fitted first, with the initial weights,
//! then the weights with that scale. Both problems are convex. A Newton step is halved until the
//! objective decreases. Bounds are enforced by projection, and weights at a bound whose gradient
//! points outside are excluded from the step. See `docs/methods.md`.

use std::marker::PhantomData;

use flipside_ai::{Evaluate, Weights};
use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

use super::sums::{Model, Part, Quadratic};
use super::{Data, FitError, FitOptions, FitResult, FitState, Losses, PathPoint, Stage, Tuned};

/// A fit has converged when the predicted decrease of the mean loss is smaller than this.
pub(super) const TOLERANCE: f64 = 1e-10;

/// The maximum number of halvings of a step.
pub(super) const MAX_HALVINGS: u32 = 30;

/// A fit of weights to data.
pub struct Fit<'a, G: Evaluate> {
    pub(super) data: &'a Data,
    pub(super) model: Model,
    /// The tuned weights in the order of the model's columns.
    pub(super) tuned: Vec<Tuned>,
    scale: Option<Tuned>,
    pull: f64,
    iterations: u32,
    pub(super) start: Weights<G>,
    pub(super) weight: Losses,
    game: PhantomData<fn() -> G>,
}

impl<'a, G: Evaluate> Fit<'a, G> {
    /// Creates a fit. Parameters that are not tuned keep their values in `start`.
    ///
    /// # Errors
    /// If the options are invalid for the game or the start.
    pub fn new(data: &'a Data, start: &Weights<G>, options: &FitOptions) -> Result<Self, FitError> {
        options.check(start)?;
        let last = G::PARAMETERS.len() - 1;
        let (mut scale, mut tuned): (Vec<Tuned>, Vec<Tuned>) = options
            .tuned
            .iter()
            .partition(|tuned| tuned.parameter == last);
        tuned.sort_by_key(|tuned| tuned.parameter);
        let mut columns = vec![None; last];
        for (column, tuned) in (0..).zip(&tuned) {
            columns[tuned.parameter] = Some(column);
        }
        let model = Model {
            unit: f64::from(G::FEATURE_UNIT),
            columns,
            steps: tuned.iter().map(|tuned| f64::from(tuned.step)).collect(),
        };
        let mut fit = Self {
            data,
            model,
            tuned,
            scale: scale.pop(),
            pull: options.pull,
            iterations: options.iterations,
            start: start.clone(),
            weight: Losses {
                train: 0.0,
                test: 0.0,
            },
            game: PhantomData,
        };
        let [train, test] = [fit.train().weight(), fit.test().weight()];
        if !(train > 0.0 && test > 0.0) {
            return Err(FitError::Samples {
                game: G::NAME,
                what: "all weights of the training or test set are 0".to_string(),
            });
        }
        fit.weight = Losses { train, test };
        Ok(fit)
    }

    pub(super) fn train(&self) -> Part<'a> {
        Part {
            samples: self.data.samples(),
            rows: self.data.train(),
        }
    }

    fn test(&self) -> Part<'a> {
        Part {
            samples: self.data.samples(),
            rows: self.data.test(),
        }
    }

    /// Returns the state before the first iteration.
    #[must_use]
    pub fn start(&self) -> FitState {
        let values = to_floats(&self.start);
        let stage = match (self.scale, self.tuned.is_empty()) {
            (Some(_), _) => Stage::Scale,
            (None, false) => Stage::Weights,
            (None, true) => Stage::Done,
        };
        let train = self.model.loss(self.train(), &values);
        FitState {
            stage,
            iteration: 0,
            path: vec![self.point(stage, &values, train)],
            values,
        }
    }

    /// Checks that an untrusted state is valid for this fit.
    ///
    /// # Errors
    /// If it is not.
    pub fn check(&self, state: &FitState) -> Result<(), FitError> {
        let bounds = G::PARAMETERS.iter();
        let fits = state.values.len() == G::PARAMETERS.len()
            && bounds
                .zip(&state.values)
                .all(|(info, value)| (f64::from(info.min)..=f64::from(info.max)).contains(value));
        if fits {
            Ok(())
        } else {
            Err(FitError::State {
                found: state.values.len(),
                wanted: G::PARAMETERS.len(),
            })
        }
    }

    /// Runs one iteration; does nothing if the fit is done. The result depends on the data, the
    /// options and the state only.
    pub fn step(&self, state: &mut FitState) {
        match (state.stage, self.scale) {
            (Stage::Scale, Some(scale)) => self.scale_step(scale, state),
            (Stage::Scale, None) => state.stage = Stage::Weights,
            (Stage::Weights, _) => self.weights_step(state),
            (Stage::Done, _) => (),
        }
    }

    /// Runs all iterations.
    pub fn run(&self) -> FitState {
        let mut state = self.start();
        while !state.is_done() {
            self.step(&mut state);
        }
        state
    }

    pub(super) fn point(&self, stage: Stage, values: &[f64], train: f64) -> PathPoint {
        PathPoint {
            stage,
            values: values.to_vec(),
            train: train / self.weight.train,
            test: self.model.loss(self.test(), values) / self.weight.test,
            objective: (train + self.penalty(values)) / self.weight.train,
        }
    }

    /// Returns the L2 penalty: half of `pull` times the squared distance from the start, in steps.
    fn penalty(&self, values: &[f64]) -> f64 {
        let squares = self.tuned.iter().map(|tuned| {
            let distance = self.distance(tuned, values);
            distance * distance
        });
        self.pull / 2.0 * squares.sum::<f64>()
    }

    /// Returns the distance of a weight from its start, in steps.
    fn distance(&self, tuned: &Tuned, values: &[f64]) -> f64 {
        let start = f64::from(self.start.values()[tuned.parameter]);
        (values[tuned.parameter] - start) / f64::from(tuned.step)
    }

    /// Returns loss, gradient and Hessian of the objective.
    fn objective(&self, values: &[f64]) -> Quadratic {
        let mut sums = self.model.quadratic(self.train(), values);
        for (column, tuned) in self.tuned.iter().enumerate() {
            sums.gradient[column] += self.pull * self.distance(tuned, values);
            sums.hessian[column * (column + 1) / 2 + column] += self.pull;
        }
        sums
    }

    /// Returns the free columns: without those that occur in no sample, and those at a bound whose
    /// gradient points outside.
    fn free(&self, sums: &Quadratic, values: &[f64]) -> Vec<usize> {
        let is_free = |&column: &usize| {
            let tuned = &self.tuned[column];
            let (value, slope) = (values[tuned.parameter], sums.gradient[column]);
            let at_bound = (value <= f64::from(tuned.min) && slope > 0.0)
                || (value >= f64::from(tuned.max) && slope < 0.0);
            sums.hessian[column * (column + 1) / 2 + column] > 0.0 && !at_bound
        };
        (0..self.tuned.len()).filter(is_free).collect()
    }

    fn weights_step(&self, state: &mut FitState) {
        let sums = self.objective(&state.values);
        let free = self.free(&sums, &state.values);
        let gradient = DVector::from_iterator(free.len(), free.iter().map(|&c| sums.gradient[c]));
        let direction = match factor(&sums, &free) {
            Some(cholesky) if state.iteration < self.iterations => -cholesky.solve(&gradient),
            _ => return state.stage = Stage::Done,
        };
        let slope = gradient.dot(&direction);
        if -slope / 2.0 / self.weight.train < TOLERANCE {
            return state.stage = Stage::Done;
        }
        let old = sums.loss + self.penalty(&state.values);
        let mut length = 1.0;
        for _ in 0..MAX_HALVINGS {
            let mut values = state.values.clone();
            for (&column, change) in free.iter().zip(direction.iter()) {
                let tuned = &self.tuned[column];
                let value = values[tuned.parameter] + length * change * f64::from(tuned.step);
                values[tuned.parameter] = value.clamp(f64::from(tuned.min), f64::from(tuned.max));
            }
            let loss = self.model.loss(self.train(), &values);
            if loss + self.penalty(&values) < old {
                state.iteration += 1;
                state.path.push(self.point(Stage::Weights, &values, loss));
                state.values = values;
                return;
            }
            length /= 2.0;
        }
        state.stage = Stage::Done;
    }

    /// Returns the result of a fit: rounded weights with standard errors.
    #[must_use]
    pub fn result(&self, state: &FitState) -> FitResult<G> {
        let rounded: Vec<i32> = state
            .values
            .iter()
            .map(|value| value.round() as i32)
            .collect();
        let weights = self.start.with_values(&rounded);
        let sums = self.objective(&state.values);
        let free = self.free(&sums, &state.values);
        let mut errors = vec![None; state.values.len()];
        if let Some(inverse) = factor(&sums, &free).map(|cholesky| cholesky.inverse()) {
            for (i, &column) in free.iter().enumerate() {
                let tuned = &self.tuned[column];
                errors[tuned.parameter] = Some(f64::from(tuned.step) * inverse[(i, i)].sqrt());
            }
        }
        let mut step_costs = vec![None; state.values.len()];
        for (column, tuned) in self.tuned.iter().enumerate() {
            let curvature = sums.hessian[column * (column + 1) / 2 + column] - self.pull;
            step_costs[tuned.parameter] = Some(curvature / 2.0 / self.weight.train);
        }
        if let (Some(tuned), Some(scale)) = (self.scale, state.values.last()) {
            let along = self.model.along_scale(self.train(), &state.values);
            if along.curvature > 0.0 {
                let last = state.values.len() - 1;
                let error = scale * scale / along.curvature.sqrt();
                errors[last] = Some(error);
                let steps = f64::from(tuned.step) / error;
                step_costs[last] = Some(steps * steps / 2.0 / self.weight.train);
            }
        }
        FitResult {
            before: self.losses(&to_floats(&self.start)),
            after: self.losses(&to_floats(&weights)),
            weights,
            values: state.values.clone(),
            errors,
            step_costs,
            counts: self.data.counts(),
        }
    }

    fn losses(&self, values: &[f64]) -> Losses {
        Losses {
            train: self.model.loss(self.train(), values) / self.weight.train,
            test: self.model.loss(self.test(), values) / self.weight.test,
        }
    }
}

fn to_floats<G: Evaluate>(weights: &Weights<G>) -> Vec<f64> {
    weights
        .values()
        .iter()
        .map(|value| f64::from(*value))
        .collect()
}

/// Returns the Cholesky factor of the Hessian of some columns. If it is numerically singular, the
/// diagonal is damped.
fn factor(sums: &Quadratic, free: &[usize]) -> Option<Cholesky<f64, Dyn>> {
    let n = free.len();
    let hessian = |i: usize, j: usize| {
        let (row, column) = (free[i].max(free[j]), free[i].min(free[j]));
        sums.hessian[row * (row + 1) / 2 + column]
    };
    let matrix = DMatrix::from_fn(n, n, hessian);
    [0.0, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4, 1e-2]
        .into_iter()
        .find_map(|share| {
            let mut damped = matrix.clone();
            for i in 0..n {
                damped[(i, i)] *= 1.0 + share;
            }
            Cholesky::new(damped)
        })
}
