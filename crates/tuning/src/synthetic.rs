//! Synthetic objectives with a known optimum, for tests of SPSA.

use flipside_ai::Rng;

use crate::parameter::Parameter;
use crate::spsa::{Spsa, Trial};

/// Returns an integer parameter.
pub(crate) fn parameter(name: &str, start: f64, step: f64, min: f64, max: f64) -> Parameter {
    Parameter::synthetic(name, [min, max], step, start)
}

/// The distance from the optimum before and after, in steps.
#[derive(Debug)]
pub(crate) struct Distance {
    pub before: f64,
    pub after: f64,
}

/// Parameters with a step of ten units, all starting at 0.
fn parameters(n: usize) -> Vec<Parameter> {
    let name = |i| format!("p{i}");
    (0..n)
        .map(|i| parameter(&name(i), 0.0, 10.0, -200.0, 200.0))
        .collect()
}

/// The optimum in the parameters' units, and the weight of each parameter.
struct Objective {
    optimum: Vec<f64>,
    weight: Vec<f64>,
}

impl Objective {
    fn new(n: usize, seed: u64) -> Self {
        let mut rng = Rng::new(1_000 + seed);
        let optimum = (0..n).map(|i| {
            let side = if rng.below(2) == 0 { -1.0 } else { 1.0 };
            side * (40.0 + 5.0 * i as f64)
        });
        Self {
            optimum: optimum.collect(),
            weight: (0..n).map(|i| [0.5, 1.0, 2.0][i % 3]).collect(),
        }
    }

    /// Returns the loss at a point in logits.
    fn loss(&self, point: &[f64]) -> f64 {
        let terms = point.iter().zip(&self.optimum).zip(&self.weight);
        terms
            .map(|((x, best), w)| w * 0.02 * ((x - best) / 10.0).powi(2))
            .sum()
    }

    /// Returns the score of one point against another in a pair of games without draws.
    fn score(&self, trial: &Trial, rng: &mut Rng) -> f64 {
        let edge = self.loss(&trial.against) - self.loss(&trial.point);
        let chance = 1.0 / (1.0 + libm::exp(-edge));
        let wins = (0..2)
            .filter(|_| f64::from(rng.below(1_000_000)) < 1e6 * chance)
            .count();
        wins as f64 / 2.0
    }
}

fn distance(point: &[f64], optimum: &[f64]) -> f64 {
    let squares = point
        .iter()
        .zip(optimum)
        .map(|(x, y)| ((x - y) / 10.0).powi(2));
    libm::sqrt(squares.sum())
}

/// Runs all steps on games whose outcomes depend on the objective.
pub(crate) fn distance_after(optimiser: &mut Spsa, n: usize, seed: u64) -> Distance {
    let (objective, parameters) = (Objective::new(n, seed), parameters(n));
    let mut rng = Rng::new(seed);
    while optimiser.done() < optimiser.steps() {
        let trials = optimiser.ask(&parameters);
        let scores: Vec<f64> = trials
            .iter()
            .map(|t| objective.score(t, &mut rng))
            .collect();
        optimiser.tell(&parameters, &scores);
    }
    let found: Vec<f64> = optimiser
        .estimates(&parameters)
        .iter()
        .map(|e| e.value)
        .collect();
    Distance {
        before: distance(&vec![0.0; n], &objective.optimum),
        after: distance(&found, &objective.optimum),
    }
}

/// Checks that a state that is serialised and restored at every step gives identical results.
pub(crate) fn check_saving(mut optimiser: Spsa) {
    let n = 5;
    let parameters = parameters(n);
    let mut other = optimiser.clone();
    let mut rng = Rng::new(77);
    while optimiser.done() < optimiser.steps() {
        let bytes = postcard::to_allocvec(&other).unwrap();
        other = postcard::from_bytes(&bytes).unwrap();
        let trials = optimiser.ask(&parameters);
        assert_eq!(trials, other.ask(&parameters));
        let scores: Vec<f64> = trials
            .iter()
            .map(|_| f64::from(rng.below(5)) / 4.0)
            .collect();
        optimiser.tell(&parameters, &scores);
        other.tell(&parameters, &scores);
    }
    assert_eq!(optimiser, other);
    assert_eq!(
        optimiser.estimates(&parameters),
        other.estimates(&parameters)
    );
}
