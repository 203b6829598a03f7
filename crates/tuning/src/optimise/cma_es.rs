//! CMA-ES: evolution with an adapted covariance matrix.
//!
//! N. Hansen: *The CMA evolution strategy: a tutorial*, arXiv 1604.00772, with the tutorial's
//! default constants. What is added for games: scores are noisy, so the estimate is the mean of the
//! distribution's centres over the last third of the run; and values are rounded, so no standard
//! deviation falls below a part of what a parameter can be changed by (compare N. Hansen: *A CMA-ES
//! for mixed-integer nonlinear optimization*, INRIA RR-7751, 2011).

use flipside_ai::Rng;
use flipside_rules::hash::mix;
use nalgebra::{DMatrix, DVector, SymmetricEigen};
use serde::{Deserialize, Serialize};

use super::{Estimate, Optimiser, Trial};
use crate::parameter::Parameter;
use crate::random::normal;

/// Standard deviations are at least this share of the smallest change of a parameter.
const LEAST_DEVIATION: f64 = 0.5;

/// The settings of [`CmaEs`].
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CmaEsOptions {
    /// Generations.
    pub generations: u32,
    /// Points in each; 4 + 3 ln(number of parameters) unless given.
    pub population: Option<u32>,
    /// Pairs of games that each point plays against the centre of the distribution.
    #[serde(default = "CmaEsOptions::default_pairs")]
    pub pairs: u32,
    /// Standard deviation at the start, in steps of the parameters.
    #[serde(default = "CmaEsOptions::default_sigma")]
    pub sigma: f64,
}

impl CmaEsOptions {
    const fn default_pairs() -> u32 {
        16
    }

    const fn default_sigma() -> f64 {
        2.0
    }

    /// What is wrong with them.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        if self.generations == 0 || self.pairs == 0 {
            Some("generations and pairs must be at least 1")
        } else if self.population.is_some_and(|population| population < 4) {
            Some("the population must be at least 4")
        } else if !(self.sigma > 0.0 && self.sigma.is_finite()) {
            Some("sigma must be above 0")
        } else {
            None
        }
    }
}

/// Constants that follow from the number of parameters and points (Hansen, table 1).
struct Constants {
    weights: Vec<f64>,
    /// Variance-effective number of points that are selected.
    mu_eff: f64,
    c_sigma: f64,
    d_sigma: f64,
    c_c: f64,
    c_1: f64,
    c_mu: f64,
    /// Expected length of a standard normal vector.
    chi: f64,
}

impl Constants {
    fn new(n: f64, population: usize) -> Self {
        let mu = population / 2;
        let raw: Vec<f64> = (1..=mu)
            .map(|i| libm::log((population as f64 + 1.0) / 2.0) - libm::log(i as f64))
            .collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|w| w / sum).collect();
        let mu_eff = 1.0 / weights.iter().map(|w| w * w).sum::<f64>();
        let c_sigma = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        let c_1 = 2.0 / ((n + 1.3) * (n + 1.3) + mu_eff);
        let c_mu = 2.0 * (mu_eff - 2.0 + 1.0 / mu_eff) / ((n + 2.0) * (n + 2.0) + mu_eff);
        Self {
            c_sigma,
            d_sigma: 1.0 + 2.0 * (libm::sqrt((mu_eff - 1.0) / (n + 1.0)) - 1.0).max(0.0) + c_sigma,
            c_c: (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n),
            c_1,
            c_mu: c_mu.min(1.0 - c_1),
            chi: libm::sqrt(n) * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
            weights,
            mu_eff,
        }
    }
}

/// The state of the method, in steps from the start.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CmaEs {
    options: CmaEsOptions,
    seed: u64,
    /// Generations done.
    done: u32,
    mean: Vec<f64>,
    sigma: f64,
    /// Row by row.
    covariance: Vec<f64>,
    path_sigma: Vec<f64>,
    path_c: Vec<f64>,
    /// Sums over the last third of the run: of `mean` and its squares.
    tail: [Vec<f64>; 2],
}

impl CmaEs {
    /// At the start.
    #[must_use]
    pub fn new(options: CmaEsOptions, parameters: usize, seed: u64) -> Self {
        let n = parameters;
        let zero = || vec![0.0; n];
        let unit = |i: usize| if i.is_multiple_of(n + 1) { 1.0 } else { 0.0 };
        Self {
            options,
            seed,
            done: 0,
            mean: zero(),
            sigma: options.sigma,
            covariance: (0..n * n).map(unit).collect(),
            path_sigma: zero(),
            path_c: zero(),
            tail: [zero(), zero()],
        }
    }

    fn population(&self) -> usize {
        let n = self.mean.len() as f64;
        let usual = 4 + (3.0 * libm::log(n)) as u32;
        self.options.population.unwrap_or(usual) as usize
    }

    /// The axes of the distribution and the standard deviations along them, without `sigma`.
    fn axes(&self) -> (DMatrix<f64>, Vec<f64>) {
        let n = self.mean.len();
        let eigen = SymmetricEigen::new(DMatrix::from_row_slice(n, n, &self.covariance));
        let deviations = eigen.eigenvalues.iter();
        // Rounding may leave an eigenvalue slightly below zero.
        let deviations = deviations.map(|&value| libm::sqrt(value.max(1e-14)));
        (eigen.eigenvectors, deviations.collect())
    }

    fn tail_begins(&self) -> u32 {
        self.options.generations - self.options.generations.div_ceil(3)
    }

    /// The standard deviation of a parameter, in its steps.
    fn deviation(&self, i: usize) -> f64 {
        self.sigma * libm::sqrt(self.covariance[i * (self.mean.len() + 1)].max(0.0))
    }

    /// Lets no parameter's standard deviation fall below what can be told apart.
    fn keep_apart(&mut self, parameters: &[Parameter]) {
        for (i, parameter) in parameters.iter().enumerate() {
            let least = LEAST_DEVIATION * parameter.resolution() / parameter.step;
            if self.deviation(i) < least {
                let variance = least / self.sigma;
                self.covariance[i * (self.mean.len() + 1)] = variance * variance;
            }
        }
    }
}

fn in_steps(parameters: &[Parameter], point: &[f64]) -> DVector<f64> {
    let steps = parameters
        .iter()
        .zip(point)
        .map(|(p, value)| (value - p.start) / p.step);
    DVector::from_iterator(parameters.len(), steps)
}

impl Optimiser for CmaEs {
    fn steps(&self) -> u32 {
        self.options.generations
    }

    fn done(&self) -> u32 {
        self.done
    }

    fn pairs(&self) -> u32 {
        self.options.pairs
    }

    fn shares_openings(&self) -> bool {
        true
    }

    /// All points play against the centre of the distribution: scores say most where opponents are
    /// about equal. Points beyond the bounds are brought to them, and what was played is what is learned from.
    fn ask(&self, parameters: &[Parameter]) -> Vec<Trial> {
        let n = self.mean.len();
        let (axes, deviations) = self.axes();
        let mut rng = Rng::new(mix(self.seed ^ mix(self.done.into())));
        let centre = self.centre(parameters);
        let centre = parameters.iter().zip(centre);
        let centre: Vec<f64> = centre.map(|(p, value)| p.rounded(value)).collect();
        let mut trial = || {
            let along = deviations.iter().map(|d| d * normal(&mut rng));
            let offset = &axes * DVector::from_iterator(n, along);
            let values = parameters.iter().enumerate().map(|(i, p)| {
                p.rounded(p.start + p.step * (self.mean[i] + self.sigma * offset[i]))
            });
            Trial {
                point: values.collect(),
                against: centre.clone(),
            }
        };
        (0..self.population()).map(|_| trial()).collect()
    }

    fn tell(&mut self, parameters: &[Parameter], scores: &[f64]) {
        let n = self.mean.len();
        let trials = self.ask(parameters);
        let mut order: Vec<usize> = (0..trials.len()).collect();
        // Best first; of equal ones the first that was asked for.
        order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
        let c = Constants::new(n as f64, trials.len());
        let mean = DVector::from_column_slice(&self.mean);
        let moves: Vec<DVector<f64>> = order
            .iter()
            .take(c.weights.len())
            .map(|&k| (in_steps(parameters, &trials[k].point) - &mean) / self.sigma)
            .collect();
        let weighted = moves.iter().zip(&c.weights);
        let step = weighted.fold(DVector::zeros(n), |sum, (y, &w)| sum + y * w);

        let (axes, deviations) = self.axes();
        let mut along = axes.transpose() * &step;
        for (value, deviation) in along.iter_mut().zip(&deviations) {
            *value /= deviation;
        }
        let whitened = &axes * along;
        let path = DVector::from_column_slice(&self.path_sigma) * (1.0 - c.c_sigma)
            + whitened * libm::sqrt(c.c_sigma * (2.0 - c.c_sigma) * c.mu_eff);
        let length = libm::sqrt(path.iter().map(|x| x * x).sum());
        let settled = 1.0 - libm::pow(1.0 - c.c_sigma, 2.0 * f64::from(self.done + 1));
        // The path of C stalls while sigma still has to grow.
        let goes_on = length / libm::sqrt(settled) < (1.4 + 2.0 / (n as f64 + 1.0)) * c.chi;
        let h = if goes_on { 1.0 } else { 0.0 };
        let path_c = DVector::from_column_slice(&self.path_c) * (1.0 - c.c_c)
            + &step * (h * libm::sqrt(c.c_c * (2.0 - c.c_c) * c.mu_eff));
        let kept = 1.0 - c.c_1 - c.c_mu + (1.0 - h) * c.c_1 * c.c_c * (2.0 - c.c_c);
        for i in 0..n {
            for j in 0..n {
                let rank_mu = moves.iter().zip(&c.weights).map(|(y, w)| w * y[i] * y[j]);
                let old = self.covariance[i * n + j];
                self.covariance[i * n + j] =
                    kept * old + c.c_1 * path_c[i] * path_c[j] + c.c_mu * rank_mu.sum::<f64>();
            }
        }
        for (value, change) in self.mean.iter_mut().zip(step.iter()) {
            *value += self.sigma * change;
        }
        self.path_sigma = path.iter().copied().collect();
        self.path_c = path_c.iter().copied().collect();
        let growth = (c.c_sigma / c.d_sigma) * (length / c.chi - 1.0);
        self.sigma *= libm::exp(growth.min(1.0));
        self.keep_apart(parameters);
        self.done += 1;
        if self.done > self.tail_begins() {
            for (i, value) in self.mean.iter().enumerate() {
                self.tail[0][i] += value;
                self.tail[1][i] += value * value;
            }
        }
    }

    /// The mean of the distribution's centres over the last third of the run. The spread is the
    /// distribution's own standard deviation; the sensitivity is one over it, in steps: what matters
    /// more is held more closely.
    fn estimates(&self, parameters: &[Parameter]) -> Vec<Estimate> {
        let n = f64::from(self.done - self.tail_begins().min(self.done));
        let estimate = |(i, parameter): (usize, &Parameter)| {
            let mean = match n > 0.0 {
                true => self.tail[0][i] / n,
                false => self.mean[i],
            };
            let deviation = self.deviation(i);
            Estimate {
                value: parameter.start + parameter.step * mean,
                spread: Some(parameter.step * deviation),
                sensitivity: (deviation > 0.0).then(|| 1.0 / deviation),
            }
        };
        parameters.iter().enumerate().map(estimate).collect()
    }

    fn centre(&self, parameters: &[Parameter]) -> Vec<f64> {
        let values = parameters.iter().zip(&self.mean);
        values.map(|(p, steps)| p.start + p.step * steps).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::artificial::{self, parameter};

    fn options(generations: u32, pairs: u32) -> CmaEsOptions {
        CmaEsOptions {
            generations,
            population: None,
            pairs,
            sigma: 2.0,
        }
    }

    #[test]
    fn it_finds_a_planted_optimum_under_noise() {
        for seed in 0..4 {
            let mut search = CmaEs::new(options(150, 64), 6, seed);
            let left = artificial::distance_after(&mut search, 6, seed);
            assert!(left.before > 8.0, "{left:?}");
            assert!(left.after < 3.0, "{left:?}");
        }
    }

    #[test]
    fn without_noise_it_comes_as_close_as_rounding_allows() {
        // A long valley that runs across the axes.
        let parameters: Vec<_> = (0..4)
            .map(|i| parameter(&format!("p{i}"), 0.0, 10.0, -900.0, 900.0))
            .collect();
        let value = |point: &[f64]| -> f64 {
            let s: f64 = point.iter().sum::<f64>() - 100.0;
            let spread: f64 = point.iter().map(|x| (x - 25.0).powi(2)).sum();
            -(100.0 * s * s + spread)
        };
        let mut search = CmaEs::new(options(200, 1), 4, 1);
        while search.done() < search.steps() {
            let trials = search.ask(&parameters);
            let scores: Vec<f64> = trials.iter().map(|t| value(&t.point)).collect();
            search.tell(&parameters, &scores);
        }
        for known in search.estimates(&parameters) {
            assert!((known.value - 25.0).abs() < 1.0, "{known:?}");
            assert!(known.spread.unwrap() < 5.0, "{known:?}");
        }
    }

    #[test]
    fn a_state_that_is_saved_goes_on_as_if_nothing_had_happened() {
        artificial::check_saving(CmaEs::new(options(30, 1), 5, 3));
    }

    #[test]
    fn bounds_are_kept() {
        let parameters = [
            parameter("p", 0.0, 10.0, -5.0, 5.0),
            parameter("q", 3.0, 1.0, 3.0, 4.0),
        ];
        let mut search = CmaEs::new(options(20, 1), 2, 4);
        while search.done() < search.steps() {
            let trials = search.ask(&parameters);
            for trial in &trials {
                let inside = trial.point.iter().zip(&parameters);
                assert!(
                    inside.clone().all(|(v, p)| (p.min..=p.max).contains(v)),
                    "{trial:?}"
                );
            }
            let scores: Vec<f64> = trials.iter().map(|t| t.point[0] + t.point[1]).collect();
            search.tell(&parameters, &scores);
        }
        let found: Vec<f64> = search
            .estimates(&parameters)
            .iter()
            .map(|e| e.value)
            .collect();
        assert!(found[0] > 3.0 && found[1] > 3.4, "{found:?}");
    }
}
