//! SPSA: simultaneous perturbation stochastic approximation.
//!
//! J. C. Spall: *Multivariate stochastic approximation using a simultaneous perturbation gradient
//! approximation*, IEEE Transactions on Automatic Control 37, 1992; gains as in his *Implementation
//! of the simultaneous perturbation algorithm*, IEEE Transactions on Aerospace and Electronic
//! Systems 34, 1998.

use flipside_ai::Rng;
use flipside_rules::hash::mix;
use serde::{Deserialize, Serialize};

use super::{Estimate, Optimiser, Trial};
use crate::parameter::Parameter;
use crate::random::sign;

/// The settings of [`Spsa`].
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpsaOptions {
    /// Steps.
    pub steps: u32,
    /// Perturbations in each step, each played by one pair of games.
    #[serde(default = "SpsaOptions::default_pairs")]
    pub pairs: u32,
    /// Size of the first perturbation, in steps of the parameters.
    #[serde(default = "SpsaOptions::default_c")]
    pub c: f64,
    /// Gain of the first change.
    #[serde(default = "SpsaOptions::default_a")]
    pub a: f64,
    /// Steps by which the decline of gains is delayed; a tenth of all steps unless given.
    pub delay: Option<f64>,
    /// How fast gains decline.
    #[serde(default = "SpsaOptions::default_alpha")]
    pub alpha: f64,
    /// How fast perturbations decline.
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

    /// What is wrong with them.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        let positive = |x: f64| x > 0.0 && x.is_finite();
        let rate = |x: f64| (0.0..=1.0).contains(&x);
        if self.steps == 0 || self.pairs == 0 {
            Some("steps and pairs must be at least 1")
        } else if !positive(self.a) || !positive(self.c) {
            Some("the gains a and c must be above 0")
        } else if !self
            .delay
            .is_none_or(|delay| delay >= 0.0 && delay.is_finite())
        {
            Some("delay must be 0 or more")
        } else if !rate(self.alpha) || !rate(self.gamma) {
            Some("alpha and gamma must be between 0 and 1")
        } else {
            None
        }
    }

    /// The gain of a step, from 1.
    fn gain(&self, step: u32) -> f64 {
        let delay = self.delay.unwrap_or(f64::from(self.steps) / 10.0);
        self.a / libm::pow(delay + f64::from(step), self.alpha)
    }

    /// The size of the perturbations of a step, from 1.
    fn perturbation(&self, step: u32) -> f64 {
        self.c / libm::pow(step.into(), self.gamma)
    }
}

/// The state of the method.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Spsa {
    options: SpsaOptions,
    seed: u64,
    /// Steps done.
    done: u32,
    /// In steps from the start.
    theta: Vec<f64>,
    /// Sums over the second half of the run: of `theta` and its squares.
    tail: [Vec<f64>; 2],
    /// Sums over all perturbations: of the slope that each of them shows, and of its square.
    slope: [Vec<f64>; 2],
}

impl Spsa {
    /// At the start.
    #[must_use]
    pub fn new(options: SpsaOptions, parameters: usize, seed: u64) -> Self {
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

    /// Steps whose `theta` are averaged.
    fn in_tail(&self) -> u32 {
        self.done - self.tail_begins().min(self.done)
    }

    const fn tail_begins(&self) -> u32 {
        self.options.steps / 2
    }
}

/// A value on each side that differ after rounding, if the bounds leave room for two.
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

impl Optimiser for Spsa {
    fn steps(&self) -> u32 {
        self.options.steps
    }

    fn done(&self) -> u32 {
        self.done
    }

    fn pairs(&self) -> u32 {
        1
    }

    fn shares_openings(&self) -> bool {
        false
    }

    fn ask(&self, parameters: &[Parameter]) -> Vec<Trial> {
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

    fn tell(&mut self, parameters: &[Parameter], scores: &[f64]) {
        let trials = self.ask(parameters);
        let gain = self.options.gain(self.done + 1);
        let count = trials.len() as f64;
        for (trial, score) in trials.iter().zip(scores) {
            // From −1 to 1.
            let result = 2.0 * score - 1.0;
            for (i, (mine, other)) in trial.point.iter().zip(&trial.against).enumerate() {
                let difference = (mine - other) / parameters[i].step;
                if difference == 0.0 {
                    // The bounds leave room for one value only.
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

    /// The mean over the second half of the run (B. T. Polyak, A. B. Juditsky: *Acceleration of
    /// stochastic approximation by averaging*, SIAM Journal on Control and Optimization 30, 1992);
    /// the spread is the standard deviation there, the sensitivity the mean slope of the score
    /// difference per step of the parameter, in standard errors.
    fn estimates(&self, parameters: &[Parameter]) -> Vec<Estimate> {
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

    fn centre(&self, parameters: &[Parameter]) -> Vec<f64> {
        let values = parameters.iter().zip(&self.theta);
        values.map(|(p, theta)| p.start + p.step * theta).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::artificial::{self, parameter};

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
    fn both_sides_differ_after_rounding_wherever_there_is_room() {
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
        // Distances in steps; each trial is one pair of games of which luck decides the most.
        for seed in 0..4 {
            let mut spsa = Spsa::new(options(1_500), 6, seed);
            let left = artificial::distance_after(&mut spsa, 6, seed);
            assert!(left.before > 8.0, "{left:?}");
            assert!(left.after < 2.0, "{left:?}");
        }
    }

    #[test]
    fn a_state_that_is_saved_goes_on_as_if_nothing_had_happened() {
        artificial::check_saving(Spsa::new(options(40), 5, 3));
    }

    #[test]
    fn what_matters_more_shows_more() {
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
        // A slope that is the same each time has no error to speak of.
        let idle = known[1].sensitivity.unwrap();
        assert!(idle.abs() < 4.0, "{idle}");
        assert!(
            spsa.theta[0] > 10.0 * spsa.theta[1].abs(),
            "{:?}",
            spsa.theta
        );
    }
}
