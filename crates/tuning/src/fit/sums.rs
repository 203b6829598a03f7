//! Sums over samples that do not depend on the number of threads: chunks of fixed length, added in
//! order.

use rayon::prelude::*;

use super::samples::{Row, Samples};

/// Samples per chunk.
const CHUNK: usize = 16_384;

/// Chunks whose sums are in memory at once.
const WAVE: usize = 16;

/// The linear model that converts features to logits.
pub(super) struct Model {
    /// The unit of feature values.
    pub(super) unit: f64,
    /// For each feature its index among the tuned ones.
    pub(super) columns: Vec<Option<u16>>,
    /// The steps of the tuned features.
    pub(super) steps: Vec<f64>,
}

/// A subset of the samples.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) samples: &'a Samples,
    pub(super) rows: &'a [u32],
}

/// Loss, gradient and curvature along one parameter.
#[derive(Clone, Copy, Default)]
pub(super) struct LineDerivatives {
    pub(super) loss: f64,
    pub(super) slope: f64,
    pub(super) curvature: f64,
}

/// Loss, gradient and Hessian in steps of the tuned features.
pub(super) struct Quadratic {
    pub(super) loss: f64,
    pub(super) gradient: Vec<f64>,
    /// The lower triangle, row by row.
    pub(super) hessian: Vec<f64>,
}

impl Quadratic {
    fn zero(columns: usize) -> Self {
        Self {
            loss: 0.0,
            gradient: vec![0.0; columns],
            hessian: vec![0.0; columns * (columns + 1) / 2],
        }
    }

    fn add(&mut self, other: &Self) {
        self.loss += other.loss;
        for (sum, term) in self.gradient.iter_mut().zip(&other.gradient) {
            *sum += term;
        }
        for (sum, term) in self.hessian.iter_mut().zip(&other.hessian) {
            *sum += term;
        }
    }
}

/// Returns ln(1 + exp(−x)) for x ≥ 0, and exp(−x).
fn log1p_exp(x: f64) -> (f64, f64) {
    let exponential = libm::exp(-x);
    (libm::log1p(exponential), exponential)
}

/// Returns the cross entropy of a target and the score of a logit, and that score.
fn loss(logit: f64, target: f64) -> (f64, f64) {
    let (tail, exponential) = log1p_exp(logit.abs());
    let loss = logit.max(0.0) + tail - target * logit;
    let larger = 1.0 / (1.0 + exponential);
    let score = if logit >= 0.0 { larger } else { 1.0 - larger };
    (loss, score)
}

impl Model {
    /// Returns the evaluation relative to even chances, such that division by `scale` gives the
    /// logit.
    fn lead(&self, row: &Row<'_>, values: &[f64]) -> f64 {
        let terms = row.numbers.iter().zip(row.features);
        let sum: f64 = terms
            .map(|(number, feature)| values[usize::from(*number)] * f64::from(*feature))
            .sum();
        (sum / self.unit - f64::from(row.even)) / row.share
    }

    /// Returns the weighted sum of the losses. `values` are all parameters, `scale` last.
    pub(super) fn loss(&self, part: Part<'_>, values: &[f64]) -> f64 {
        let scale = values[values.len() - 1];
        let mut total = 0.0;
        let sum = |rows: &[u32]| -> f64 {
            let rows = rows.iter().map(|&i| part.samples.row(i as usize));
            rows.map(|row| row.weight * loss(self.lead(&row, values) / scale, row.target).0)
                .sum()
        };
        in_order(part.rows, sum, |sum| total += sum);
        total
    }

    /// Returns the loss and its derivatives with respect to 1 / `scale`.
    pub(super) fn along_scale(&self, part: Part<'_>, values: &[f64]) -> LineDerivatives {
        let scale = values[values.len() - 1];
        let sum = |rows: &[u32]| {
            let mut sum = LineDerivatives::default();
            for &i in rows {
                let row = part.samples.row(i as usize);
                let lead = self.lead(&row, values);
                let (loss, score) = loss(lead / scale, row.target);
                sum.loss += row.weight * loss;
                sum.slope += row.weight * (score - row.target) * lead;
                sum.curvature += row.weight * score * (1.0 - score) * lead * lead;
            }
            sum
        };
        let mut total = LineDerivatives::default();
        in_order(part.rows, sum, |sum| {
            total.loss += sum.loss;
            total.slope += sum.slope;
            total.curvature += sum.curvature;
        });
        total
    }

    /// Returns the loss and its derivatives with respect to all tuned weights.
    pub(super) fn quadratic(&self, part: Part<'_>, values: &[f64]) -> Quadratic {
        let scale = values[values.len() - 1];
        let columns = self.steps.len();
        let sum = |rows: &[u32]| {
            let mut sum = Quadratic::zero(columns);
            let mut inputs = Vec::new();
            for &i in rows {
                let row = part.samples.row(i as usize);
                let (loss, score) = loss(self.lead(&row, values) / scale, row.target);
                sum.loss += row.weight * loss;
                self.inputs(&row, scale, &mut inputs);
                let slope = row.weight * (score - row.target);
                let curvature = row.weight * score * (1.0 - score);
                for (k, &(column, input)) in inputs.iter().enumerate() {
                    sum.gradient[column] += slope * input;
                    let start = column * (column + 1) / 2;
                    let line = &mut sum.hessian[start..=start + column];
                    let share = curvature * input;
                    for &(other, input) in &inputs[..=k] {
                        line[other] += share * input;
                    }
                }
            }
            sum
        };
        let mut total = Quadratic::zero(columns);
        in_order(part.rows, sum, |sum| total.add(&sum));
        total
    }

    /// Computes the change of a sample's logit per step of each tuned weight, in ascending columns.
    fn inputs(&self, row: &Row<'_>, scale: f64, into: &mut Vec<(usize, f64)>) {
        into.clear();
        let unit = self.unit * scale * row.share;
        for (number, feature) in row.numbers.iter().zip(row.features) {
            if let Some(column) = self.columns[usize::from(*number)] {
                let column = usize::from(column);
                into.push((column, f64::from(*feature) * self.steps[column] / unit));
            }
        }
    }
}

impl Part<'_> {
    /// Returns the sum of the weights.
    pub(super) fn weight(self) -> f64 {
        let rows = self.rows.iter().map(|&i| self.samples.row(i as usize));
        rows.map(|row| row.weight).sum()
    }
}

/// Calls `add` with the results of `sum` for each chunk, in order.
fn in_order<T: Send>(rows: &[u32], sum: impl Fn(&[u32]) -> T + Sync, mut add: impl FnMut(T)) {
    for wave in rows.chunks(CHUNK * WAVE) {
        let sums: Vec<T> = wave.par_chunks(CHUNK).map(&sum).collect();
        sums.into_iter().for_each(&mut add);
    }
}

#[cfg(test)]
mod tests {
    use flipside_ai::{Evaluate, Evaluator as _, Rng, STANDARD_WEIGHTS, load_weights};
    use flipside_rules::{ExpectedScore, ForFirst, Game as _, Sayu, sayu};

    use super::*;
    use crate::fit::{Sample, Source};

    type Evaluator = <Sayu as Evaluate>::Evaluator;

    /// Positions of random games with arbitrary targets.
    fn samples() -> Samples {
        let weights = load_weights::<Sayu>(STANDARD_WEIGHTS).unwrap();
        let evaluator = Evaluator::new(&weights);
        let mut rng = Rng::new(5);
        let mut samples = Samples::new();
        for number in 0..12 {
            let mut game = Sayu::new(sayu::Rules::default());
            while game.outcome().is_none() {
                let target = ForFirst(ExpectedScore(f64::from(rng.below(101)) / 100.0));
                let source = Source {
                    game: number,
                    weight: f64::from(1 + rng.below(3)),
                };
                samples.push(&Sample::new(&game, &evaluator, target, source));
                game.play_unchecked(game.pick_turn(|n| rng.below(n)).unwrap());
            }
        }
        samples.prepare::<Sayu>().unwrap();
        samples
    }

    #[test]
    fn derivatives_are_those_of_the_loss() {
        let weights = load_weights::<Sayu>(STANDARD_WEIGHTS).unwrap();
        let values: Vec<f64> = weights.values().iter().map(|v| f64::from(*v)).collect();
        let samples = samples();
        let rows: Vec<u32> = (0..samples.len() as u32).collect();
        let part = Part {
            samples: &samples,
            rows: &rows,
        };
        let last = values.len() - 1;
        // The fourth feature is not tuned.
        let tuned: Vec<usize> = (0..last).filter(|&i| i != 3).collect();
        let mut columns = vec![None; last];
        for (column, &number) in tuned.iter().enumerate() {
            columns[number] = Some(column as u16);
        }
        let steps: Vec<f64> = (1..=tuned.len()).map(|step| step as f64).collect();
        let model = Model {
            unit: f64::from(Sayu::FEATURE_UNIT),
            columns,
            steps: steps.clone(),
        };
        let moved = |column: usize, steps_away: f64| {
            let mut values = values.clone();
            values[tuned[column]] += steps_away * steps[column];
            values
        };
        let sums = model.quadratic(part, &values);
        assert_eq!(sums.loss, model.loss(part, &values));
        for column in 0..tuned.len() {
            let h = 0.01;
            let up = model.quadratic(part, &moved(column, h));
            let down = model.quadratic(part, &moved(column, -h));
            let slope = (up.loss - down.loss) / (2.0 * h);
            let close = |a: f64, b: f64, size: f64| (a - b).abs() < 1e-4 * size.max(1e-3);
            assert!(
                close(slope, sums.gradient[column], sums.loss / 100.0),
                "gradient {column}: {slope} {}",
                sums.gradient[column]
            );
            for other in 0..=column {
                let second = (up.gradient[other] - down.gradient[other]) / (2.0 * h);
                let hessian = sums.hessian[column * (column + 1) / 2 + other];
                let diagonal = |i: usize| sums.hessian[i * (i + 1) / 2 + i];
                let size = (diagonal(column) * diagonal(other)).sqrt();
                assert!(
                    close(second, hessian, size),
                    "hessian {column} {other}: {second} {hessian}"
                );
            }
        }
        let along = model.along_scale(part, &values);
        let at = |inverse: f64| {
            let mut values = values.clone();
            values[last] = 1.0 / inverse;
            model.along_scale(part, &values)
        };
        let (inverse, h) = (1.0 / values[last], 1e-7);
        let (up, down) = (at(inverse + h), at(inverse - h));
        let ratio = |a: f64, b: f64| (a / b - 1.0).abs();
        assert!(ratio((up.loss - down.loss) / (2.0 * h), along.slope) < 1e-4);
        assert!(ratio((up.slope - down.slope) / (2.0 * h), along.curvature) < 1e-4);
    }

    #[test]
    fn extreme_logits_have_finite_losses() {
        for (logit, target, expected) in [
            (0.0, 0.3, std::f64::consts::LN_2),
            (800.0, 1.0, 0.0),
            (-800.0, 1.0, 800.0),
            (800.0, 0.0, 800.0),
        ] {
            let (loss, score) = loss(logit, target);
            assert!((loss - expected).abs() < 1e-9, "{logit} {target}: {loss}");
            assert!((0.0..=1.0).contains(&score));
        }
    }
}
