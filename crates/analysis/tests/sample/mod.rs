//! Made-up games, simulated with a seeded generator, that look like real ones.

use flipside_analysis::stats::clusters::Clusters;
use flipside_analysis::stats::cumulative::Cumulative;
use flipside_analysis::stats::histogram::Histogram;
use flipside_analysis::stats::tally::{GameResult, Seat, Tally};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A source of random numbers with the few distributions that are needed.
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Uniform between 0 and 1.
    pub fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Uniform among `0 .. n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0.next_u64() % n
    }

    /// Roughly normal, by a sum of uniform numbers.
    pub fn bell(&mut self, mean: f64, deviation: f64) -> f64 {
        let sum: f64 = (0..12).map(|_| self.uniform()).sum();
        mean + deviation * (sum - 6.0)
    }
}

/// Accumulated games of one made-up group.
#[derive(Default)]
pub struct Games {
    pub tally: Tally,
    pub clusters: Clusters,
    pub cumulative: Cumulative,
    pub lengths: [Histogram; 3],
    pub all_lengths: Histogram,
    pub margins: Histogram,
    pub conversions: Histogram,
    pub chains: Histogram,
    pub branching: Vec<Histogram>,
    pub by_opening: Vec<(Tally, Clusters)>,
}

/// Plays `count` games of a game of about `turns` turns from `openings` openings, of which First
/// wins about `share` and `draws` are drawn.
pub fn games(seed: u64, count: u64, openings: u64, turns: f64, share: f64, draws: f64) -> Games {
    let mut dice = Dice::new(seed);
    let bias: Vec<f64> = (0..openings).map(|_| dice.bell(0.0, 0.08)).collect();
    let mut games = Games::default();
    games
        .by_opening
        .resize_with(openings as usize, Default::default);
    for number in 0..count {
        // Some openings are more frequent than others.
        let opening = dice.below(openings).min(dice.below(openings));
        let chance = dice.uniform();
        let win = share + bias[opening as usize] - draws / 2.0;
        let result = if dice.uniform() < 0.002 {
            GameResult::Unfinished
        } else if chance < win {
            GameResult::Won(Seat::First)
        } else if chance < win + draws {
            GameResult::Drawn
        } else {
            GameResult::Won(Seat::Second)
        };
        games.tally.add(result);
        let Some(half_points) = result.first_half_points() else {
            continue;
        };
        games.clusters.add(opening, half_points);
        games.cumulative.add(number, half_points);
        let of_opening = &mut games.by_opening[opening as usize];
        of_opening.0.add(result);
        of_opening.1.add(number, half_points);
        // First wins on odd turns and Second on even ones.
        let mut length = dice.bell(turns, turns / 5.0).max(5.0) as i32;
        match result {
            GameResult::Won(Seat::First) => length |= 1,
            GameResult::Won(Seat::Second) => length &= !1,
            _ => length += 6,
        }
        let kind = match half_points {
            2 => 0,
            0 => 1,
            _ => 2,
        };
        games.lengths[kind].add(length);
        games.all_lengths.add(length);
        let lead = dice.bell(9.0, 5.0).abs() as i32 + 1;
        games.margins.add((i32::from(half_points) - 1) * lead);
        let conversions = dice.bell(7.0, 2.5).max(0.0) as i32;
        games.conversions.add(conversions);
        for _ in 0..conversions {
            games
                .chains
                .add(1 + (dice.uniform().ln() / 0.55f64.ln()) as i32);
        }
        for turn in 0..length {
            let progress = f64::from(turn) / turns;
            let legal = 19.0 + 60.0 * progress * (-1.6 * progress).exp();
            if games.branching.len() <= turn as usize {
                games.branching.push(Histogram::default());
            }
            let spread = 1.0 + legal / 8.0 * progress.min(1.0);
            games.branching[turn as usize].add(dice.bell(legal, spread).max(1.0) as i32);
        }
    }
    games
}
