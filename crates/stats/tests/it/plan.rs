//! Planned runs reach their verdict as often as planned: simulated, with the report's own verdict.

use flipside_rules::{GameResult, Seat};
use flipside_stats::plan::{POWER, Plan};
use flipside_stats::sample::{OpeningSampling, Sample, SampleUnit};
use flipside_stats::verdict::{Verdict, decide};
use flipside_testkit::dice::Dice;

/// What is played.
#[derive(Clone, Copy, Debug)]
struct Games {
    /// Pairs with swapped seats in each unit; 0 in self-play.
    pairs: u64,
    /// Correlation of two games of a unit.
    alike: f64,
    /// Advantage of First between equal agents.
    advantage: f64,
}

impl Games {
    fn plan(self) -> Plan {
        match self.pairs {
            0 => Plan::SELF_PLAY,
            pairs => {
                let plan = Plan::swapped_seats(pairs);
                let trial = Self {
                    advantage: 0.0,
                    ..self
                };
                match self.alike > 0.0 {
                    true => plan
                        .measured(&trial.sample(&mut Dice::new(7), 20_000))
                        .unwrap(),
                    false => plan,
                }
            }
        }
    }

    fn sample(self, dice: &mut Dice, units: u64) -> Sample {
        let mut sample = Sample::default();
        let share = 0.5 + self.advantage;
        for _ in 0..units {
            // A part of the units repeats one game, the others have independent ones: the correlation
            // of two games of a unit is that part.
            let decided = (dice.uniform() < self.alike).then(|| dice.uniform() < share);
            let mut game = || match decided.unwrap_or_else(|| dice.uniform() < share) {
                true => GameResult::Win(Seat::First),
                false => GameResult::Win(Seat::Second),
            };
            let mut unit = match self.pairs {
                0 => SampleUnit::of(0, &[game()]),
                _ => SampleUnit::default(),
            };
            for _ in 0..self.pairs {
                unit.join(&SampleUnit::of(0, &[game(), game()]));
            }
            sample.add(&unit, OpeningSampling::Drawn);
        }
        sample
    }

    /// Parts of runs with this number of games that favour First, favour Second, and are balanced.
    fn rates(self, seed: u64, games: u64, margin: f64) -> [f64; 3] {
        const RUNS: u32 = 500;
        let mut dice = Dice::new(seed);
        let mut counts = [0_u32; 3];
        for _ in 0..RUNS {
            let sample = self.sample(&mut dice, games / (2 * self.pairs).max(1));
            let asked = match self.pairs {
                0 => sample.share(OpeningSampling::Drawn),
                _ => sample.decisive_pairs(OpeningSampling::Drawn),
            };
            match decide(&asked, margin).unwrap().verdict {
                Verdict::FavoursFirst => counts[0] += 1,
                Verdict::FavoursSecond => counts[1] += 1,
                Verdict::Balanced { .. } => counts[2] += 1,
                _ => {}
            }
        }
        counts.map(|count| f64::from(count) / f64::from(RUNS))
    }
}

#[test]
fn planned_games_reach_their_verdict_as_often_as_promised() {
    for (pairs, alike) in [(0, 0.0), (1, 0.0), (1, 0.6), (3, 0.0), (3, 0.3)] {
        for advantage in [0.04, 0.08] {
            let equal = Games {
                pairs,
                alike,
                advantage: 0.0,
            };
            let uneven = Games { advantage, ..equal };
            let plan = equal.plan();
            let games = plan.games_to_detect(advantage).unwrap();
            let [first, second, _] = uneven.rates(1, games, 0.001);
            // Four standard errors of the simulation, and what a smaller deviation adds.
            let promised = POWER - 0.054..POWER + 0.07;
            assert!(promised.contains(&first), "{uneven:?}: {first}");
            assert_eq!(second, 0.0);
            // Half as many games find it less often.
            let [first, ..] = uneven.rates(2, games / 2, 0.001);
            assert!(first < 0.75, "{uneven:?}: {first}");

            let games = plan.games_to_balance(advantage).unwrap();
            let [first, second, balanced] = equal.rates(3, games, advantage);
            assert!(
                promised.contains(&balanced),
                "{equal:?} {advantage}: {balanced}"
            );
            assert!(first + second < 0.02);
            // At the edge of the margin it is not called balanced.
            let [.., balanced] = uneven.rates(4, games, advantage);
            assert!(balanced < 0.05, "{uneven:?}: {balanced}");
        }
    }
}

#[test]
fn plans_for_independent_games_find_less_where_games_are_alike() {
    let games = Plan::swapped_seats(1).games_to_detect(0.04).unwrap();
    let alike = Games {
        pairs: 1,
        alike: 0.6,
        advantage: 0.04,
    };
    let [first, ..] = alike.rates(5, games, 0.001);
    assert!(first < 0.7, "{first}");
}
