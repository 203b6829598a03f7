//! Objectives with a known optimum, for tests of the optimisers.

use flipside_ai::Rng;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::optimise::{Optimiser, Trial};
use crate::parameter::Parameter;
use crate::random::normal;

/// A whole-numbered parameter of this name.
pub(crate) fn parameter(name: &str, start: f64, step: f64, min: f64, max: f64) -> Parameter {
    Parameter::artificial(name, [min, max], step, start)
}

/// How far the optimum is, in steps.
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

/// Where the optimum is, in the parameters' units, and how much each of them matters.
struct Truth {
    optimum: Vec<f64>,
    weight: Vec<f64>,
}

impl Truth {
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

    /// Logits that are lost at a point.
    fn loss(&self, point: &[f64]) -> f64 {
        let terms = point.iter().zip(&self.optimum).zip(&self.weight);
        terms
            .map(|((x, best), w)| w * 0.02 * ((x - best) / 10.0).powi(2))
            .sum()
    }

    /// The score of one point against another in some pairs of games without draws.
    fn score(&self, trial: &Trial, pairs: u32, rng: &mut Rng) -> f64 {
        let edge = self.loss(&trial.against) - self.loss(&trial.point);
        let chance = 1.0 / (1.0 + libm::exp(-edge));
        let games = 2 * pairs;
        let wins = (0..games)
            .filter(|_| f64::from(rng.below(1_000_000)) < 1e6 * chance)
            .count();
        wins as f64 / f64::from(games)
    }
}

fn distance(point: &[f64], optimum: &[f64]) -> f64 {
    let squares = point
        .iter()
        .zip(optimum)
        .map(|(x, y)| ((x - y) / 10.0).powi(2));
    libm::sqrt(squares.sum())
}

/// Lets an optimiser play all its steps on games whose outcomes a planted truth decides.
pub(crate) fn distance_after<O: Optimiser>(optimiser: &mut O, n: usize, seed: u64) -> Distance {
    let (truth, parameters) = (Truth::new(n, seed), parameters(n));
    let mut rng = Rng::new(seed);
    while optimiser.done() < optimiser.steps() {
        let trials = optimiser.ask(&parameters);
        let pairs = optimiser.pairs();
        let scores: Vec<f64> = trials
            .iter()
            .map(|t| truth.score(t, pairs, &mut rng))
            .collect();
        optimiser.tell(&parameters, &scores);
    }
    let found: Vec<f64> = optimiser
        .estimates(&parameters)
        .iter()
        .map(|e| e.value)
        .collect();
    Distance {
        before: distance(&vec![0.0; n], &truth.optimum),
        after: distance(&found, &truth.optimum),
    }
}

/// Makes sure that a state that is saved and read back at any step goes on alike, bit for bit.
pub(crate) fn check_saving<O>(mut optimiser: O)
where
    O: Optimiser + Serialize + DeserializeOwned + Clone + PartialEq + std::fmt::Debug,
{
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
            .map(|_| 0.5 + 0.1 * normal(&mut rng))
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
