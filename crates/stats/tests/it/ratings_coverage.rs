//! How often the margins of joint ratings hold the truth, in simulated round robins.

use flipside_stats::bradley_terry::{PairingCounts, Ratings, fit};
use flipside_stats::elo::GameCounts;
use flipside_testkit::dice::Dice;

/// In natural units.
const STRENGTHS: [f64; 4] = [0.9, 0.3, -0.2, -1.0];
const AGENTS: usize = STRENGTHS.len();

/// Everyone against everyone, in pairs with swapped seats.
///
/// `spread` is how much openings favour a seat: the standard deviation of that advantage, which the
/// two games of a pair share with seats swapped.
fn round_robin(dice: &mut Dice, spread: f64, pairs: u64) -> Ratings {
    let mut pairings = Vec::new();
    for (a, strength) in STRENGTHS.iter().enumerate() {
        for (b, other) in STRENGTHS.iter().enumerate().skip(a + 1) {
            let mut games = GameCounts::default();
            for _ in 0..pairs {
                let opening = dice.bell(0.0, spread);
                for seat in [opening, -opening] {
                    let difference = strength - other + seat;
                    if dice.uniform() < 1.0 / (1.0 + (-difference).exp()) {
                        games.wins += 1;
                    } else {
                        games.losses += 1;
                    }
                }
            }
            pairings.push(PairingCounts { a, b, games });
        }
    }
    fit(AGENTS, &pairings).unwrap()
}

fn mean(ratings: &Ratings) -> f64 {
    let elos = (0..AGENTS).map(|agent| ratings.rating(agent).unwrap().elo);
    elos.sum::<f64>() / AGENTS as f64
}

/// How often the margin of a difference, and that of a rating, holds what very many games show.
fn coverage(spread: f64, pairs: u64, seed: u64) -> [f64; 2] {
    const ROUNDS: u64 = 800;
    let mut dice = Dice::new(seed);
    let truth = round_robin(&mut dice, spread, 500_000);
    let (mut held, mut of) = ([0, 0], [0, 0]);
    for _ in 0..ROUNDS {
        let ratings = round_robin(&mut dice, spread, pairs);
        for a in 0..AGENTS {
            let rating = ratings.rating(a).unwrap();
            let distance = truth.rating(a).unwrap().elo - mean(&truth);
            let error = rating.elo - mean(&ratings) - distance;
            held[1] += u64::from(error.abs() <= rating.margin);
            of[1] += 1;
            for b in a + 1..AGENTS {
                let difference = ratings.difference(a, b).unwrap();
                let error = difference.elo - truth.difference(a, b).unwrap().elo;
                held[0] += u64::from(error.abs() <= difference.margin);
                of[0] += 1;
            }
        }
    }
    [0, 1].map(|i| held[i] as f64 / of[i] as f64)
}

#[test]
fn without_openings_the_truth_is_that_of_the_model() {
    let truth = round_robin(&mut Dice::new(9), 0.0, 500_000);
    let per_elo = std::f64::consts::LN_10 / 400.0;
    for (a, strength) in STRENGTHS.iter().enumerate() {
        let difference = truth.difference(a, 0).unwrap();
        let error = difference.elo - (strength - STRENGTHS[0]) / per_elo;
        assert!(error.abs() < 1.5, "{error}");
    }
}

#[test]
fn margins_of_independent_games() {
    for (pairs, seed) in [(20, 1), (100, 2)] {
        for share in coverage(0.0, pairs, seed) {
            assert!((0.94..0.965).contains(&share), "{pairs} pairs: {share}");
        }
    }
}

#[test]
fn openings_with_swapped_seats_make_margins_safer() {
    for (spread, seed) in [(0.5, 3), (1.5, 4)] {
        for share in coverage(spread, 100, seed) {
            assert!((0.945..0.995).contains(&share), "{spread}: {share}");
        }
    }
}
