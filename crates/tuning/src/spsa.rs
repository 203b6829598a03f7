//! SPSA: simultaneous perturbation stochastic approximation.
//!
//! J. C. Spall: *Multivariate stochastic approximation using a simultaneous perturbation gradient
//! approximation*, IEEE Transactions on Automatic Control 37, 1992; gains as in his *Implementation
//! of the simultaneous perturbation algorithm*, IEEE Transactions on Aerospace and Electronic
//! Systems 34, 1998.
//!
//! It works in *steps*: the difference of a parameter from its start, divided by its step. The random
//! generator is seeded for each step from the run's seed and the step's number, so [`Spsa`] is the
//! whole state.

use flipside_ai::Rng;
use flipside_rules::hash::mix;
use serde::{Deserialize, Serialize};

use crate::parameter::Parameter;

/// The settings of SPSA.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpsaOptions {
    /// Steps.
    pub steps: u32,
    /// Perturbations per step; each plays one pair of games.
    #[serde(default = "SpsaOptions::default_pairs")]
    pub pairs: u32,
    /// Size of the first perturbation, in steps of the parameters.
    #[serde(default = "SpsaOptions::default_c")]
    pub c: f64,
    /// Gain of the first step.
    #[serde(default = "SpsaOptions::default_a")]
    pub a: f64,
    /// The stability constant of the gain sequence, in steps; default a tenth of all steps.
    pub delay: Option<f64>,
    /// Decay exponent of the gains.
    #[serde(default = "SpsaOptions::default_alpha")]
    pub alpha: f64,
    /// Decay exponent of the perturbations.
    #[serde(default = "SpsaOptions::default_gamma")]
    pub gamma: f64,
}

impl SpsaOptions {
    const fn default_pairs() -> u32 {
        16
    }

    const fn default_c() -> f64 {
        2.0
    }

    const fn default_a() -> f64 {
        20.0
    }

    const fn default_alpha() -> f64 {
        0.602
    }

    const fn default_gamma() -> f64 {
        0.101
    }

    /// Returns what is wrong with the settings.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        let positive = |x: f64| x > 0.0 && x.is_finite();
        let rate = |x: f64| (0.0..=1.0).contains(&x);
        if self.steps == 0 || self.pairs == 0 {
            Some("invalid value 0: expected steps and pairs of at least 1")
        } else if !positive(self.a) || !positive(self.c) {
            Some("invalid gain: expected a and c above 0")
        } else if !self
            .delay
            .is_none_or(|delay| delay >= 0.0 && delay.is_finite())
        {
            Some("invalid delay: expected a number of at least 0")
        } else if !rate(self.alpha) || !rate(self.gamma) {
            Some("invalid exponent: expected alpha and gamma from 0 to 1")
        } else {
            None
        }
    }

    /// Returns the gain of a step, counted from 1.
    fn gain(&self, step: u32) -> f64 {
        let delay = self.delay.unwrap_or(f64::from(self.steps) / 10.0);
        self.a / libm::pow(delay + f64::from(step), self.alpha)
    }

    /// Returns the size of the perturbations of a step, counted from 1.
    fn perturbation(&self, step: u32) -> f64 {
        self.c / libm::pow(step.into(), self.gamma)
    }
}

/// Two points to compare.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Trial {
    /// A point of allowed values.
    pub(crate) point: Vec<f64>,
    /// The opponent, also of allowed values.
    pub(crate) against: Vec<f64>,
}

/// The estimate of a parameter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// A standard deviation, in the parameter's unit; its meaning depends on the method.
    pub spread: Option<f64>,
    /// How much the score depends on the parameter; the scale depends on the method.
    pub sensitivity: Option<f64>,
}

/// The state of the method.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Spsa {
    options: SpsaOptions,
    seed: u64,
    /// Steps done.
    done: u32,
    /// In steps from the start.
    theta: Vec<f64>,
    /// Sums over the second half of the run: of `theta` and its squares.
    tail: [Vec<f64>; 2],
    /// Sums over all perturbations: of the slope estimate, and of its square.
    slope: [Vec<f64>; 2],
}

impl Spsa {
    /// Creates the initial state.
    pub(crate) fn new(options: SpsaOptions, parameters: usize, seed: u64) -> Self {
        let zero = || vec![0.0; parameters];
        Self {
            options,
            seed,
            done: 0,
            theta: zero(),
            tail: [zero(), zero()],
            slope: [zero(), zero()],
        }
    }

    /// Returns the number of steps whose `theta` are averaged.
    fn in_tail(&self) -> u32 {
        self.done - self.tail_begins().min(self.done)
    }

    const fn tail_begins(&self) -> u32 {
        self.options.steps / 2
    }

    /// Returns the total number of steps.
    pub(crate) const fn steps(&self) -> u32 {
        self.options.steps
    }

    /// Returns the number of steps done.
    pub(crate) const fn done(&self) -> u32 {
        self.done
    }

    /// Returns the trials of the next step, each for one pair of games. Repeated calls return the same
    /// trials.
    pub(crate) fn ask(&self, parameters: &[Parameter]) -> Vec<Trial> {
        let size = self.options.perturbation(self.done + 1);
        let mut rng = Rng::new(mix(self.seed ^ mix(self.done.into())));
        let mut trial = || {
            let (mut point, mut against) = (Vec::new(), Vec::new());
            for (parameter, theta) in parameters.iter().zip(&self.theta) {
                let at = |steps: f64| parameter.start + parameter.step * steps;
                let (low, high) = two_sides(parameter, at(theta - size), at(theta + size));
                let (mine, other) = match sign(&mut rng) > 0.0 {
                    true => (high, low),
                    false => (low, high),
                };
                point.push(mine);
                against.push(other);
            }
            Trial { point, against }
        };
        (0..self.options.pairs).map(|_| trial()).collect()
    }

    /// Finishes the step with the score (0 to 1) of each trial's `point`.
    pub(crate) fn tell(&mut self, parameters: &[Parameter], scores: &[f64]) {
        let trials = self.ask(parameters);
        let gain = self.options.gain(self.done + 1);
        let count = trials.len() as f64;
        for (trial, score) in trials.iter().zip(scores) {
            // From −1 to 1.
            let result = 2.0 * score - 1.0;
            for (i, (mine, other)) in trial.point.iter().zip(&trial.against).enumerate() {
                let difference = (mine - other) / parameters[i].step;
                if difference == 0.0 {
                    // The bounds allow only one value.
                    continue;
                }
                let slope = result / difference;
                self.theta[i] += gain * slope / count;
                self.slope[0][i] += slope;
                self.slope[1][i] += slope * slope;
            }
        }
        for (theta, parameter) in self.theta.iter_mut().zip(parameters) {
            let low = (parameter.min - parameter.start) / parameter.step;
            let high = (parameter.max - parameter.start) / parameter.step;
            *theta = theta.clamp(low, high);
        }
        self.done += 1;
        if self.done > self.tail_begins() {
            for (i, theta) in self.theta.iter().enumerate() {
                self.tail[0][i] += theta;
                self.tail[1][i] += theta * theta;
            }
        }
    }

    /// Returns the estimates: the mean over the second half of the run (B. T. Polyak, A. B.
    /// Juditsky: *Acceleration of stochastic approximation by averaging*, SIAM Journal on Control
    /// and Optimization 30, 1992); the spread is the standard deviation there, the sensitivity the
    /// mean slope of the score difference per step of the parameter, in standard errors.
    pub(crate) fn estimates(&self, parameters: &[Parameter]) -> Vec<Estimate> {
        let n = f64::from(self.in_tail());
        let trials = f64::from(self.done) * f64::from(self.options.pairs);
        let estimate = |(i, parameter): (usize, &Parameter)| {
            let unit = |steps: f64| parameter.start + parameter.step * steps;
            let [sums, squares] = [self.tail[0][i], self.tail[1][i]];
            let mean = if n > 0.0 { sums / n } else { self.theta[i] };
            let variance = (squares / n - mean * mean).max(0.0);
            let slope = self.slope[0][i] / trials;
            let square = self.slope[1][i] / trials - slope * slope;
            let error = libm::sqrt(square.max(0.0) / trials);
            Estimate {
                value: unit(mean),
                spread: (n > 1.0).then(|| parameter.step * libm::sqrt(variance)),
                sensitivity: (error > 0.0).then(|| slope / error),
            }
        };
        parameters.iter().enumerate().map(estimate).collect()
    }

    /// Returns the current centre of the search, which may differ from the estimates.
    pub(crate) fn centre(&self, parameters: &[Parameter]) -> Vec<f64> {
        let values = parameters.iter().zip(&self.theta);
        values.map(|(p, theta)| p.start + p.step * theta).collect()
    }
}

/// Draws −1 or 1 with equal probability.
fn sign(rng: &mut Rng) -> f64 {
    match rng.below(2) {
        0 => -1.0,
        _ => 1.0,
    }
}

/// Returns two values that differ after rounding, unless the bounds allow only one.
fn two_sides(parameter: &Parameter, low: f64, high: f64) -> (f64, f64) {
    let (mut a, mut b) = (parameter.rounded(low), parameter.rounded(high));
    if a >= b {
        let unit = parameter.resolution();
        b = parameter.rounded(a + unit);
        if a >= b {
            a = parameter.rounded(b - unit);
        }
    }
    (a, b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::{self, parameter};

    fn options(steps: u32) -> SpsaOptions {
        SpsaOptions {
            steps,
            pairs: 8,
            c: 2.0,
            a: 20.0,
            delay: None,
            alpha: 0.602,
            gamma: 0.101,
        }
    }

    #[test]
    fn signs_are_fair() {
        let mut rng = Rng::new(6);
        let sum: f64 = (0..10_000).map(|_| sign(&mut rng)).sum();
        assert!(sum.abs() < 500.0, "{sum}");
    }

    #[test]
    fn gains_are_those_published() {
        let options = SpsaOptions {
            c: 1.6,
            a: 0.2,
            delay: Some(25.0),
            ..options(100)
        };
        let c = options.perturbation(3);
        assert!((c - 1.431_960).abs() < 5e-7, "{c}");
        let ratio = options.gain(3) / (c * c);
        assert!((ratio - 0.013_121_38).abs() < 5e-9, "{ratio}");
    }

    #[test]
    fn the_two_values_differ_after_rounding_if_possible() {
        let mut whole = parameter("whole", 0.0, 1.0, -3.0, 3.0);
        for at in -35..=35 {
            let at = f64::from(at) / 10.0;
            let (low, high) = two_sides(&whole, at - 0.1, at + 0.1);
            assert!(
                low < high && low >= -3.0 && high <= 3.0,
                "{at}: {low} {high}"
            );
            assert!((low - at).abs() <= 1.6 && (high - at).abs() <= 1.6, "{at}");
        }
        (whole.min, whole.max) = (1.0, 1.0);
        assert_eq!(two_sides(&whole, 0.9, 1.1), (1.0, 1.0));
    }

    #[test]
    fn it_finds_a_planted_optimum_under_noise() {
        // Distances in steps; each trial is one pair of games, mostly decided by chance.
        for seed in 0..4 {
            let mut spsa = Spsa::new(options(1_500), 6, seed);
            let left = synthetic::distance_after(&mut spsa, 6, seed);
            assert!(left.before > 8.0, "{left:?}");
            assert!(left.after < 2.0, "{left:?}");
        }
    }

    #[test]
    fn a_saved_state_gives_identical_results() {
        synthetic::check_saving(Spsa::new(options(40), 5, 3));
    }

    #[test]
    fn sensitive_parameters_move_more() {
        let mut spsa = Spsa::new(options(400), 2, 9);
        // The first parameter decides games, the second does nothing.
        let parameters = [
            parameter("strong", 0.0, 1.0, -100.0, 100.0),
            parameter("idle", 0.0, 1.0, -100.0, 100.0),
        ];
        while spsa.done() < 100 {
            let trials = spsa.ask(&parameters);
            let scores: Vec<f64> = trials
                .iter()
                .map(|t| {
                    if t.point[0] > t.against[0] {
                        0.75
                    } else {
                        0.25
                    }
                })
                .collect();
            spsa.tell(&parameters, &scores);
        }
        let known = spsa.estimates(&parameters);
        // A constant slope has a negligible standard error.
        let idle = known[1].sensitivity.unwrap();
        assert!(idle.abs() < 4.0, "{idle}");
        assert!(
            spsa.theta[0] > 10.0 * spsa.theta[1].abs(),
            "{:?}",
            spsa.theta
        );
    }
}
