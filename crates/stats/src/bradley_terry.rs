//! Joint ratings of several agents.
//!
//! The Bradley–Terry model: agent i scores 1/(1 + 10^((r_j − r_i)/400)) against agent j on average,
//! a draw being half a win and half a loss. Sources: R. A. Bradley and M. E. Terry, *Rank analysis
//! of incomplete block designs*, Biometrika 39 (1952); existence and uniqueness: D. R. Hunter, *MM
//! algorithms for generalized Bradley–Terry models*, Annals of Statistics 32 (2004).
//!
//! As a prior, each agent has one win and one loss against a virtual player of 0 Elo. This fixes the
//! zero of the scale and keeps ratings finite; with many games it has little effect. Margins are at 95 %, from the inverse of the information matrix.

use serde::Serialize;

use crate::elo::GameCounts;
use crate::interval::Confidence;
use crate::normal::{cdf, two_sided_z};

/// Natural logarithm of the odds per Elo point.
const PER_ELO: f64 = std::f64::consts::LN_10 / 400.0;

/// Games between two agents, named by their index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairingCounts {
    /// The agent from whose viewpoint the games are counted.
    pub a: usize,
    /// Its opponent.
    pub b: usize,
    /// The games.
    pub games: GameCounts,
}

/// A number of Elo points with its 95 % margin.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// Elo points.
    pub elo: f64,
    /// 95 % margin.
    pub margin: f64,
}

/// Ratings of all agents together.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// In natural units.
    strengths: Vec<f64>,
    covariance: Vec<Vec<f64>>,
}

/// Fits the ratings of `agents` agents. `None` if a pairing names an unknown agent or an agent twice,
/// or if the fit does not converge.
#[must_use]
pub fn fit(agents: usize, pairings: &[PairingCounts]) -> Option<Ratings> {
    if pairings
        .iter()
        .any(|e| e.a >= agents || e.b >= agents || e.a == e.b)
    {
        return None;
    }
    let mut strengths = vec![0.0; agents];
    let mut likelihood = log_likelihood(&strengths, pairings);
    // Newton's method; the likelihood is concave, so that halved steps always lead up.
    for _ in 0..200 {
        let (gradient, information) = derivatives(&strengths, pairings);
        let inverse = inverse(&information)?;
        let step: Vec<f64> = inverse.iter().map(|row| dot(row, &gradient)).collect();
        let largest = step.iter().fold(0.0, |most: f64, s| most.max(s.abs()));
        // A millionth of an Elo point; rounding allows no more after millions of games.
        if largest < 1e-6 * PER_ELO {
            return Some(Ratings {
                strengths,
                covariance: inverse,
            });
        }
        let mut scale = 1.0;
        loop {
            let next: Vec<f64> = strengths
                .iter()
                .zip(&step)
                .map(|(r, s)| r + scale * s)
                .collect();
            let reached = log_likelihood(&next, pairings);
            // Near the top the likelihood is flat to the last digit.
            if reached >= likelihood || scale * largest < 1e-6 * PER_ELO {
                (strengths, likelihood) = (next, reached);
                break;
            }
            scale /= 2.0;
        }
    }
    None
}

impl Ratings {
    /// An agent's rating on a scale on which the virtual player has 0. The margin is that of its
    /// distance from the mean of all agents, since the prior determines the zero.
    /// `None` if there is no such agent.
    #[must_use]
    pub fn rating(&self, agent: usize) -> Option<Rating> {
        let n = self.strengths.len();
        let contrast: Vec<f64> = (0..n)
            .map(|i| f64::from(u8::from(i == agent)) - 1.0 / n as f64)
            .collect();
        let elo = self.strengths.get(agent)? / PER_ELO;
        Some(Rating {
            elo,
            margin: self.margin(&contrast),
        })
    }

    /// The difference in strength of agents `a` and `b`, from the viewpoint of `a`.
    /// `None` if there is no such agent.
    #[must_use]
    pub fn difference(&self, a: usize, b: usize) -> Option<Rating> {
        let elo = (self.strengths.get(a)? - self.strengths.get(b)?) / PER_ELO;
        Some(Rating {
            elo,
            margin: self.margin(&self.contrast(a, b)),
        })
    }

    /// Probability that `a` is stronger than `b`, in the normal approximation.
    /// `None` if there is no such agent, or if they are the same.
    #[must_use]
    pub fn superiority(&self, a: usize, b: usize) -> Option<f64> {
        let difference = self.strengths.get(a)? - self.strengths.get(b)?;
        let deviation = self.variance(&self.contrast(a, b)).sqrt();
        if deviation > 0.0 {
            cdf(difference / deviation)
        } else {
            None
        }
    }

    fn contrast(&self, a: usize, b: usize) -> Vec<f64> {
        let weight = |i: usize| f64::from(u8::from(i == a)) - f64::from(u8::from(i == b));
        (0..self.strengths.len()).map(weight).collect()
    }

    fn margin(&self, contrast: &[f64]) -> f64 {
        two_sided_z(Confidence::P95) * self.variance(contrast).sqrt() / PER_ELO
    }

    fn variance(&self, contrast: &[f64]) -> f64 {
        let rows = self.covariance.iter().zip(contrast);
        rows.map(|(row, weight)| weight * dot(row, contrast))
            .sum::<f64>()
            .max(0.0)
    }
}

/// One result: `points` out of `games` at a difference of strength.
fn terms<'a>(
    strengths: &'a [f64],
    pairings: &'a [PairingCounts],
) -> impl Iterator<Item = (usize, Option<usize>, f64, f64, f64)> + 'a {
    let prior = (0..strengths.len()).map(|i| (i, None, 1.0, 2.0));
    let played = pairings.iter().map(|e| {
        let GameCounts {
            wins,
            losses,
            draws,
        } = e.games;
        let points = wins as f64 + draws as f64 / 2.0;
        (
            e.a,
            Some(e.b),
            points,
            wins as f64 + losses as f64 + draws as f64,
        )
    });
    prior.chain(played).map(|(a, b, points, games)| {
        let difference = strengths[a] - b.map_or(0.0, |b| strengths[b]);
        (a, b, points, games, difference)
    })
}

fn log_likelihood(strengths: &[f64], pairings: &[PairingCounts]) -> f64 {
    // ln(1 + e^x) without overflow.
    let softplus = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
    terms(strengths, pairings)
        .map(|(_, _, points, games, d)| -points * softplus(-d) - (games - points) * softplus(d))
        .sum()
}

/// Gradient of the log-likelihood and its negated second derivative.
fn derivatives(strengths: &[f64], pairings: &[PairingCounts]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = strengths.len();
    let mut gradient = vec![0.0; n];
    let mut information = vec![vec![0.0; n]; n];
    for (a, b, points, games, difference) in terms(strengths, pairings) {
        let expected = 1.0 / (1.0 + (-difference).exp());
        let slope = points - games * expected;
        let curvature = games * expected * (1.0 - expected);
        gradient[a] += slope;
        information[a][a] += curvature;
        if let Some(b) = b {
            gradient[b] -= slope;
            information[b][b] += curvature;
            information[a][b] -= curvature;
            information[b][a] -= curvature;
        }
    }
    (gradient, information)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// Inverse of a positive definite matrix by Gauss–Jordan elimination, for which such a matrix needs
/// no exchange of rows. `None` if it is singular to rounding.
fn inverse(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    let mut rows: Vec<Vec<f64>> = matrix
        .iter()
        .enumerate()
        .map(|(i, row)| {
            let unit = (0..n).map(|j| f64::from(u8::from(i == j)));
            row.iter().copied().chain(unit).collect()
        })
        .collect();
    for i in 0..n {
        let pivot = rows[i][i];
        if !pivot.is_normal() || pivot < 0.0 {
            return None;
        }
        rows[i].iter_mut().for_each(|x| *x /= pivot);
        let pivot_row = rows[i].clone();
        for (j, row) in rows.iter_mut().enumerate() {
            if j != i {
                let factor = row[i];
                row.iter_mut()
                    .zip(&pivot_row)
                    .for_each(|(x, p)| *x -= factor * p);
            }
        }
    }
    Some(rows.into_iter().map(|row| row[n..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn won(a: usize, b: usize, wins: u64, losses: u64) -> PairingCounts {
        PairingCounts {
            a,
            b,
            games: GameCounts {
                wins,
                losses,
                draws: 0,
            },
        }
    }

    #[test]
    fn two_agents() {
        let ratings = fit(2, &[won(0, 1, 200, 100)]).unwrap();
        assert!((ratings.rating(0).unwrap().elo - 59.983).abs() < 5e-4);
        assert!((ratings.rating(1).unwrap().elo + 59.983).abs() < 5e-4);
        let difference = ratings.difference(0, 1).unwrap();
        assert!((difference.elo - 119.967).abs() < 1e-3);
        assert!((difference.margin - 41.607).abs() < 1e-3);
        assert!(ratings.superiority(0, 1).unwrap() > 0.9999);
    }

    #[test]
    fn transitive_strength_of_agents_that_never_met() {
        let ratings = fit(3, &[won(0, 1, 640, 360), won(1, 2, 640, 360)]).unwrap();
        let far = ratings.difference(0, 2).unwrap();
        assert!((far.elo - 200.0).abs() < 3.0, "{far:?}");
        assert!(far.margin > ratings.difference(0, 1).unwrap().margin);
        assert!(ratings.rating(1).unwrap().elo.abs() < 1e-6);
    }

    #[test]
    fn one_sided_and_missing_results_stay_finite() {
        let ratings = fit(3, &[won(0, 1, 1_000_000, 0)]).unwrap();
        for agent in 0..3 {
            let rating = ratings.rating(agent).unwrap();
            assert!(rating.elo.is_finite() && rating.margin.is_finite());
        }
        assert_eq!(ratings.rating(2).unwrap().elo, 0.0);
    }

    #[test]
    fn nonsense_is_refused() {
        assert_eq!(fit(1, &[won(0, 0, 1, 1)]), None);
        assert_eq!(fit(2, &[won(0, 2, 1, 1)]), None);
        let none = fit(0, &[]).unwrap();
        assert_eq!(none.rating(0), None);
        assert_eq!(fit(2, &[]).unwrap().superiority(1, 1), None);
    }
}
