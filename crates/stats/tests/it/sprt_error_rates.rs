//! The sequential test errs as seldom as it promises and takes as long as theory says.

use flipside_stats::elo::{GameCounts, share_from_elo};
use flipside_stats::sprt::{EloScale, Sprt, SprtDecision};
use flipside_testkit::dice::Dice;

/// Games between two looks at the ratio: few enough to overshoot little.
const BATCH: u64 = 24;

/// Share of runs that pass and their mean number of games, at a true difference.
fn simulate(sprt: &Sprt, elo: f64, seed: u64, runs: u64) -> (f64, f64) {
    const DRAWS: f64 = 0.5;
    let win = share_from_elo(elo) - DRAWS / 2.0;
    let mut dice = Dice::new(seed);
    let (mut passed, mut games) = (0, 0);
    for _ in 0..runs {
        let mut counts = GameCounts::default();
        let decision = loop {
            for _ in 0..BATCH {
                let chance = dice.uniform();
                if chance < win {
                    counts.wins += 1;
                } else if chance < win + DRAWS {
                    counts.draws += 1;
                } else {
                    counts.losses += 1;
                }
            }
            games += BATCH;
            if let Some(decision) = sprt.decide(sprt.llr_of_games(&counts)) {
                break decision;
            }
        };
        passed += u64::from(decision == SprtDecision::AcceptH1);
    }
    (passed as f64 / runs as f64, games as f64 / runs as f64)
}

#[test]
fn operating_characteristics() {
    const RUNS: u64 = 400;
    let sprt = Sprt::new(0.0, 5.0, EloScale::Logistic, 0.05, 0.05).unwrap();
    for (seed, elo, pass, games) in [
        (1, 0.0, 0.05, 12_797.0),
        (2, 2.5, 0.5, 20_934.0),
        (3, 5.0, 0.95, 12_797.0),
    ] {
        let (passed, mean) = simulate(&sprt, elo, seed, RUNS);
        let deviation = f64::sqrt(pass * (1.0 - pass) / RUNS as f64);
        assert!(
            (passed - pass).abs() < 3.5 * deviation,
            "{elo} Elo: {passed} passed"
        );
        assert!((mean / games - 1.0).abs() < 0.12, "{elo} Elo: {mean} games");
    }
}
