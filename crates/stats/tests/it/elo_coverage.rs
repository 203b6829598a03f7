//! How often the margins of normalised Elo hold the truth, in simulation.

use flipside_stats::elo::{GameCounts, NORMALISED_ELO_PER_SIGMA, PairCounts};
use flipside_testkit::dice::Dice;

const RUNS: u32 = 4000;

/// Draws the number of an outcome.
fn outcome(dice: &mut Dice, chances: &[f64]) -> usize {
    let mut chance = dice.uniform();
    for (number, p) in chances.iter().enumerate() {
        if chance < *p {
            return number;
        }
        chance -= p;
    }
    chances.len() - 1
}

/// Normalised Elo of outcomes with these chances, lowest score first.
fn truth(chances: &[f64], games_each: f64) -> f64 {
    let top = (chances.len() - 1) as f64;
    let mean: f64 = (chances.iter().enumerate())
        .map(|(i, p)| p * i as f64 / top)
        .sum();
    let variance: f64 = (chances.iter().enumerate())
        .map(|(i, p)| p * (i as f64 / top - mean).powi(2))
        .sum();
    (mean - 0.5) / (variance * games_each).sqrt() * NORMALISED_ELO_PER_SIGMA
}

fn coverage(held: u32) -> f64 {
    f64::from(held) / f64::from(RUNS)
}

#[test]
fn margins_of_games_hold_at_all_strengths() {
    let mut dice = Dice::new(11);
    for [losses, draws] in [
        [0.5, 0.0],
        [0.2, 0.2],
        [0.15, 0.0],
        [0.1, 0.0],
        [0.05, 0.1],
        [0.04, 0.0],
        [0.01, 0.1],
        [0.9, 0.0],
    ] {
        let chances = [losses, draws, 1.0 - losses - draws];
        let truth = truth(&chances, 1.0);
        let mut held = 0;
        for _ in 0..RUNS {
            let mut counts = [0; 3];
            (0..1000).for_each(|_| counts[outcome(&mut dice, &chances)] += 1);
            let [losses, draws, wins] = counts;
            let games = GameCounts {
                wins,
                losses,
                draws,
            };
            let estimate = games.estimate().unwrap();
            let error = estimate.normalised_elo.unwrap() - truth;
            held += u32::from(error.abs() <= estimate.normalised_elo_margin.unwrap());
        }
        let held = coverage(held);
        assert!((0.93..=0.97).contains(&held), "{chances:?}: {held}");
    }
}

#[test]
fn margins_of_pairs_hold_at_all_strengths() {
    let mut dice = Dice::new(12);
    for (chances, limits) in [
        ([0.1, 0.1, 0.6, 0.1, 0.1], 0.93..=0.97),
        ([0.02, 0.03, 0.15, 0.2, 0.6], 0.93..=0.97),
        ([0.01, 0.0, 0.14, 0.0, 0.85], 0.93..=0.97),
        // Here the spread grows with the lead, so that they all but cancel.
        ([0.0, 0.0, 0.0, 2.0 / 3.0, 1.0 / 3.0], 0.93..=1.0),
    ] {
        let truth = truth(&chances, 2.0);
        let mut held = 0;
        for _ in 0..RUNS {
            let mut pairs = PairCounts::default();
            (0..500).for_each(|_| pairs.add(outcome(&mut dice, &chances) as u8));
            let estimate = pairs.estimate().unwrap();
            let error = estimate.normalised_elo.unwrap() - truth;
            held += u32::from(error.abs() <= estimate.normalised_elo_margin.unwrap());
        }
        let held = coverage(held);
        assert!(limits.contains(&held), "{chances:?}: {held}");
    }
}
