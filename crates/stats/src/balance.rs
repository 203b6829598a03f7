//! When a run may stop since First's advantage is decided.
//!
//! Looking again and again at growing results, and stopping as soon as they seem to decide, errs
//! more often than a single look. So the looks are fixed beforehand: ten, at every tenth of the
//! most games, and each is held to the stricter quantile that keeps the error of all together at
//! the level of one (S. J. Pocock, *Group sequential methods in the design and analysis of clinical
//! trials*, Biometrika 64 (1977); constants for ten looks from C. Jennison and B. W. Turnbull,
//! *Group Sequential Methods*, 2000, table 2.1).

use serde::Serialize;

use flipside_records::GameResult;

use crate::advantage::Advantage;
use crate::clusters::Clusters;
use crate::interval::Interval;
use crate::tally::{Tally, first_half_points};
use crate::verdict::{Verdict, decide};

/// How often the results are looked at.
pub const LOOKS: u64 = 10;

/// Pocock's constant for ten looks over that of one, for two-sided 5 %: 2.555 / 1.960.
const WIDER_95: f64 = 2.555 / 1.959_964;

/// The same for two-sided 10 %: 2.270 / 1.645.
const WIDER_90: f64 = 2.270 / 1.644_854;

/// What a run that stops once First's advantage is decided has found so far. First's viewpoint.
#[derive(Clone, Debug)]
pub struct BalanceRun {
    margin: f64,
    most_games: u64,
    games: u64,
    tally: Tally,
    clusters: Clusters,
    stopped: Option<BalanceStop>,
}

/// Where a run stopped.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BalanceStop {
    /// Games up to then, those without an outcome included.
    pub games: u64,
    /// The number of the look, from 1 to [`LOOKS`].
    pub look: u64,
    /// What was decided.
    pub verdict: Verdict,
}

impl BalanceRun {
    /// A run without games. `margin` is a share, .02 for two points.
    #[must_use]
    pub fn new(margin: f64, most_games: u64) -> Self {
        Self {
            margin,
            most_games,
            games: 0,
            tally: Tally::default(),
            clusters: Clusters::default(),
            stopped: None,
        }
    }

    /// Adds the next game, in the order of the schedule. Games with the same `opening` depend on
    /// each other. The decision is sticky: what comes later doesn't change it.
    pub fn add(&mut self, result: GameResult, opening: u64) {
        self.tally.add(result);
        if let Some(half_points) = first_half_points(result) {
            self.clusters.add(opening, half_points);
        }
        self.games += 1;
        let look = self.look();
        if self.stopped.is_none() && look > 0 && self.games == self.look_at(look) {
            let verdict = self.verdict();
            self.stopped = verdict.is_decided().then_some(BalanceStop {
                games: self.games,
                look,
                verdict,
            });
        }
    }

    /// The number of the last look that the games allow; 0 before the first.
    fn look(&self) -> u64 {
        (1..=LOOKS)
            .take_while(|&look| self.look_at(look) <= self.games)
            .last()
            .unwrap_or(0)
    }

    /// After how many games a look comes.
    fn look_at(&self, look: u64) -> u64 {
        (u128::from(self.most_games) * u128::from(look)).div_ceil(u128::from(LOOKS)) as u64
    }

    /// The verdict of a look at the games so far.
    fn verdict(&self) -> Verdict {
        let advantage = Advantage::by_opening(&self.tally, &self.clusters.summary());
        let strict = advantage.map(|advantage| Advantage {
            interval: wider(advantage.interval, advantage.share, WIDER_95),
            interval_90: wider(advantage.interval_90, advantage.share, WIDER_90),
            ..advantage
        });
        decide(strict.as_ref(), self.margin)
    }

    /// Where the run stopped; `None` while it goes on.
    #[must_use]
    pub fn stopped(&self) -> Option<BalanceStop> {
        self.stopped
    }

    /// The most games: the last look comes after them.
    #[must_use]
    pub const fn most_games(&self) -> u64 {
        self.most_games
    }

    /// All games so far.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.tally
    }
}

/// An interval with its ends further from the share, within 0 and 1.
fn wider(interval: Interval, share: f64, factor: f64) -> Interval {
    Interval {
        low: (share - (share - interval.low) * factor).max(0.0),
        high: (share + (interval.high - share) * factor).min(1.0),
    }
}

#[cfg(test)]
mod tests {
    use flipside_rules::Seat;
    use flipside_testkit::dice::Dice;

    use super::*;

    /// Plays until a verdict or the most games; each game has an opening of its own.
    fn play(dice: &mut Dice, share: f64, most_games: u64) -> BalanceRun {
        let mut run = BalanceRun::new(0.02, most_games);
        for game in 0..most_games {
            let seat = if dice.uniform() < share {
                Seat::First
            } else {
                Seat::Second
            };
            run.add(GameResult::Win(seat), game);
            if run.stopped().is_some() {
                break;
            }
        }
        run
    }

    #[test]
    fn clear_cases_stop_early_with_the_right_verdict() {
        let mut dice = Dice::new(1);
        let lopsided = play(&mut dice, 0.7, 20_000).stopped().unwrap();
        assert_eq!(
            (lopsided.look, lopsided.verdict),
            (1, Verdict::FavoursFirst)
        );
        assert_eq!(lopsided.games, 2_000);
        let level = play(&mut dice, 0.5, 40_000).stopped().unwrap();
        assert!(
            matches!(level.verdict, Verdict::Balanced { .. }),
            "{level:?}"
        );
        assert!(level.games < 40_000);
    }

    #[test]
    fn looking_ten_times_errs_as_seldom_as_once() {
        let mut dice = Dice::new(2);
        let runs = 600;
        let rate = |dice: &mut Dice, share, wrong: fn(Verdict) -> bool| {
            let wrong = (0..runs)
                .filter(|_| {
                    play(dice, share, 4_000)
                        .stopped()
                        .is_some_and(|stop| wrong(stop.verdict))
                })
                .count();
            wrong as f64 / f64::from(runs)
        };
        // With an advantage of nothing, none may be found in more than 5 % of runs; at the very
        // edge of the margin, balance may not be in more than 5 %. The bounds leave three standard
        // errors of the simulation.
        let found = rate(&mut dice, 0.5, |verdict| {
            matches!(verdict, Verdict::FavoursFirst | Verdict::FavoursSecond)
        });
        assert!(found < 0.077, "{found}");
        let balanced = rate(&mut dice, 0.52, |v| matches!(v, Verdict::Balanced { .. }));
        assert!(balanced < 0.077, "{balanced}");
    }

    #[test]
    fn decisions_stay() {
        let mut run = BalanceRun::new(0.02, 100);
        for game in 0..10 {
            run.add(GameResult::Win(Seat::First), game);
        }
        let stopped = run.stopped().unwrap();
        assert_eq!((stopped.games, stopped.look), (10, 1));
        for game in 10..100 {
            run.add(GameResult::Win(Seat::Second), game);
        }
        assert_eq!(run.stopped(), Some(stopped));
    }

    #[test]
    fn few_games_have_few_looks() {
        let mut run = BalanceRun::new(0.02, 3);
        assert_eq!(run.look(), 0);
        run.add(GameResult::Draw, 0);
        assert_eq!((run.look(), run.look_at(4), run.look_at(10)), (3, 2, 3));
    }
}
