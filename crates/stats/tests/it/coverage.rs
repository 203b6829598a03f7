//! How often ordinary 95 % intervals hold the true value, in simulation. (Always-valid ones:
//! `always_valid.rs`.)

use flipside_rules::{GameResult, Seat};
use flipside_stats::advantage::{Advantage, UnitKind};
use flipside_stats::clusters::ClusterSummary;
use flipside_stats::interval::Confidence;
use flipside_stats::sample::{OpeningSampling, Sample, SampleUnit};
use flipside_stats::tally::Tally;
use flipside_stats::tally::first_half_points;
use flipside_stats::wilson;
use flipside_testkit::dice::Dice;

struct Point {
    what: String,
    coverage: f64,
    /// Whether enough points are expected on either side for the narrower limits to apply.
    ample: bool,
}

fn check(points: &[Point]) {
    for point in points {
        let limits = if point.ample { 0.93..=0.97 } else { 0.85..=1.0 };
        assert!(
            limits.contains(&point.coverage),
            "{}: {}",
            point.what,
            point.coverage
        );
    }
    let mean = points.iter().map(|p| p.coverage).sum::<f64>() / points.len() as f64;
    assert!((0.94..=0.97).contains(&mean), "mean coverage {mean}");
}

fn draw(dice: &mut Dice, win: f64, draw: f64) -> GameResult {
    let chance = dice.uniform();
    if chance < win {
        GameResult::Win(Seat::First)
    } else if chance < win + draw {
        GameResult::Draw
    } else {
        GameResult::Win(Seat::Second)
    }
}

#[test]
fn wilson_interval_of_independent_games() {
    const RUNS: u32 = 4000;
    let mut dice = Dice::new(1);
    let mut points = Vec::new();
    for n in [20, 50, 100, 400, 1000] {
        for percent in [1, 2, 5, 10, 20, 30, 40, 50, 65, 80, 95, 98] {
            let p = f64::from(percent) / 100.0;
            let mut held = 0;
            for _ in 0..RUNS {
                let wins = (0..n).filter(|_| dice.uniform() < p).count();
                let share = wins as f64 / f64::from(n);
                let interval = wilson::interval(share, f64::from(n), Confidence::P95).unwrap();
                held += u32::from(interval.contains(p));
            }
            let n = f64::from(n);
            points.push(Point {
                what: format!("p = {p}, n = {n}"),
                coverage: f64::from(held) / f64::from(RUNS),
                ample: n * p >= 10.0 && n * (1.0 - p) >= 10.0,
            });
        }
    }
    check(&points);
}

#[test]
fn clustered_interval_of_games_that_share_openings() {
    const RUNS: u32 = 4000;
    let mut dice = Dice::new(2);
    let mut points = Vec::new();
    for (openings, games_each) in [(30, 4), (100, 5), (400, 2), (60, 20)] {
        for share in [0.03, 0.1, 0.3, 0.5, 0.62, 0.9, 0.97] {
            for drawn in [0.0, 0.5] {
                // OpeningSampling differ: half of them are better for First, half are worse.
                let spread = 0.6 * f64::min(share, 1.0 - share);
                let draws = drawn * 2.0 * (f64::min(share, 1.0 - share) - spread);
                let mut held = 0;
                for _ in 0..RUNS {
                    let mut tally = Tally::default();
                    let mut clusters = vec![(0, 0); openings];
                    for cluster in &mut clusters {
                        let sign = if dice.uniform() < 0.5 { 1.0 } else { -1.0 };
                        let win = share + sign * spread - draws / 2.0;
                        for _ in 0..games_each {
                            let result = draw(&mut dice, win, draws);
                            tally.add(result);
                            cluster.0 += 1;
                            cluster.1 += u64::from(first_half_points(result).unwrap());
                        }
                    }
                    let summary = ClusterSummary::of(clusters.iter().copied());
                    let advantage = Advantage::by_opening(&tally, &summary).unwrap();
                    held += u32::from(advantage.interval.unwrap().contains(share));
                }
                // What counts is the effective number of games.
                let variance = share * (1.0 - share) / games_each as f64 + spread * spread;
                let effective = share * (1.0 - share) / (variance / openings as f64);
                points.push(Point {
                    what: format!(
                        "share {share}, draws {draws}, {openings} openings × {games_each} games"
                    ),
                    coverage: f64::from(held) / f64::from(RUNS),
                    ample: effective * share >= 10.0 && effective * (1.0 - share) >= 10.0,
                });
            }
        }
    }
    check(&points);
}

#[test]
fn interval_of_independent_games_with_draws() {
    const RUNS: u32 = 3000;
    let mut dice = Dice::new(3);
    let mut points = Vec::new();
    for n in [50, 200, 1000] {
        for (share, draws) in [(0.5, 0.2), (0.5, 0.8), (0.6, 0.4), (0.3, 0.3), (0.1, 0.1)] {
            let mut held = 0;
            for _ in 0..RUNS {
                let mut tally = Tally::default();
                for _ in 0..n {
                    tally.add(draw(&mut dice, share - draws / 2.0, draws));
                }
                let advantage = Advantage::independent(&tally).unwrap();
                held += u32::from(advantage.interval.unwrap().contains(share));
            }
            points.push(Point {
                what: format!("share {share}, draws {draws}, n = {n}"),
                coverage: f64::from(held) / f64::from(RUNS),
                ample: f64::from(n) * f64::min(share, 1.0 - share) >= 10.0,
            });
        }
    }
    check(&points);
}

/// A game that First wins with this chance.
fn game(dice: &mut Dice, share: f64) -> GameResult {
    draw(dice, share, 0.0)
}

#[test]
fn openings_that_are_drawn_again_and_again() {
    // Few openings of very different value: each unit draws afresh.
    const RUNS: u32 = 2000;
    let mut dice = Dice::new(4);
    let mut points = Vec::new();
    let openings = [0.1, 0.35, 0.8, 0.95];
    let mean = openings.iter().sum::<f64>() / 4.0;
    for (units, pairs) in [(200, false), (2000, false), (100, true), (1000, true)] {
        let mut held = 0;
        for _ in 0..RUNS {
            let mut sample = Sample::default();
            for _ in 0..units {
                let opening = dice.below(4);
                let share = openings[opening as usize];
                let mut next = || game(&mut dice, share);
                let results = [next(), next()];
                let unit = SampleUnit::of(opening, &results[..1 + usize::from(pairs)]);
                sample.add(&unit, OpeningSampling::Drawn);
            }
            let advantage =
                Advantage::of(&sample.share(OpeningSampling::Drawn), UnitKind::Pair).unwrap();
            held += u32::from(advantage.interval.unwrap().contains(mean));
        }
        points.push(Point {
            what: format!("{units} units, pairs {pairs}"),
            coverage: f64::from(held) / f64::from(RUNS),
            ample: true,
        });
    }
    check(&points);
}

#[test]
fn pairs_of_agents_of_all_strengths() {
    // The stronger agent wins with odds r times those of the seats.
    const RUNS: u32 = 2000;
    let mut dice = Dice::new(5);
    let mut points = Vec::new();
    for pairs in [100, 500] {
        for seats in [1.0, 1.5, 9.0, 19.0] {
            for ratio in [1.0, 3.0, 9.0] {
                let win = |odds: f64| odds / (1.0 + odds);
                let shares = [win(seats * ratio), win(seats / ratio)];
                let mean = f64::midpoint(shares[0], shares[1]);
                let mut held = 0;
                for _ in 0..RUNS {
                    let mut sample = Sample::default();
                    for pair in 0..pairs {
                        let results = shares.map(|share| game(&mut dice, share));
                        sample.add(&SampleUnit::of(pair, &results), OpeningSampling::Drawn);
                    }
                    let sums = sample.share(OpeningSampling::Drawn);
                    let advantage = Advantage::of(&sums, UnitKind::Pair).unwrap();
                    held += u32::from(advantage.interval.unwrap().contains(mean));
                }
                points.push(Point {
                    what: format!("{pairs} pairs, odds {seats}, ratio {ratio}"),
                    coverage: f64::from(held) / f64::from(RUNS),
                    ample: pairs as f64 * (1.0 - mean) * 2.0 >= 10.0,
                });
            }
        }
    }
    check(&points);
}
