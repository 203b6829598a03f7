//! The stop rule of runs that end once First's advantage is decided.
//!
//! Repeated looks at growing results, with a stop at the first decision, err more often than a single
//! look. So the looks are fixed beforehand: ten, after every tenth of the maximum number of games, each
//! with a stricter quantile that keeps the total error at the level of a single look (S. J. Pocock, *Group sequential methods in the design and analysis of clinical
//! trials*, Biometrika 64 (1977); constants for ten looks from C. Jennison and B. W. Turnbull,
//! *Group Sequential Methods*, 2000, table 2.1). The intervals of a look with these quantiles are
//! valid at that stop (repeated confidence intervals, ibid., chapter 9).
//!
//! The data are the units of the schedule, see [`crate::design`]. A run in which different agents keep
//! their seats never stops by this rule, since its share does not measure the seats. If different
//! agents swap seats, the pairs that one seat won twice decide.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::advantage::ordinary_interval;
use crate::design::{Design, Question};
use crate::interval::{Confidence, Interval};
use crate::sample::{Sample, SampleUnit, UnitGames};
use crate::tally::Tally;
use crate::units::{Sums, UnitSums};
use crate::verdict::{FEWEST_DISTINCT_GAMES, Verdict, decide_by};

/// The number of looks.
pub const LOOKS: u64 = 10;

/// Pocock's constant for ten looks over that of one, for two-sided 5 %: 2.555 / 1.960.
const WIDER_95: f64 = 2.555 / 1.959_964;

/// The same for two-sided 10 %: 2.270 / 1.645.
const WIDER_90: f64 = 2.270 / 1.644_854;

/// The state of a run that stops once First's advantage is decided. First's viewpoint.
#[derive(Clone, Debug)]
pub struct BalanceRun {
    margin: f64,
    most_games: u64,
    design: Design,
    games: u64,
    tally: Tally,
    sample: Sample,
    /// The unit that may get further games, with its number.
    open: Option<(u64, SampleUnit)>,
    /// Hashes of distinct games, up to the required number.
    distinct: BTreeSet<u64>,
    /// The last look that was taken.
    looked: u64,
    stopped: Option<BalanceStop>,
}

/// The decision that stopped a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BalanceStop {
    /// Number of games, including those without an outcome.
    pub games: u64,
    /// The number of the look, from 1 to [`LOOKS`].
    pub look: u64,
    /// The verdict.
    pub verdict: Verdict,
    /// First's share.
    pub share: f64,
    /// 95 % interval of the share, valid at this stop.
    pub interval: Interval,
    /// 90 % interval of the share, valid at this stop.
    pub interval_90: Interval,
    /// The verdict of the same look with half the margin.
    pub at_half_margin: Verdict,
    /// The verdict of the same look with twice the margin.
    pub at_twice_margin: Verdict,
}

impl BalanceRun {
    /// A run without games. `margin` is a share, .02 for two points.
    #[must_use]
    pub fn new(margin: f64, most_games: u64, design: Design) -> Self {
        Self {
            margin,
            most_games,
            design,
            games: 0,
            tally: Tally::default(),
            sample: Sample::default(),
            open: None,
            distinct: BTreeSet::new(),
            looked: 0,
            stopped: None,
        }
    }

    /// Adds the next games, in the order of the schedule. Later games do not change the decision.
    pub fn add(&mut self, games: &UnitGames<'_>) {
        games
            .results
            .iter()
            .for_each(|result| self.tally.add(*result));
        self.games += games.results.len() as u64;
        if self.stopped.is_some() {
            return;
        }
        let wanted = FEWEST_DISTINCT_GAMES as usize;
        let few = self.distinct.len() < wanted;
        for hash in games.hashes.iter().filter(|_| few) {
            self.distinct.insert(*hash);
        }
        let unit = SampleUnit::of(games.opening, games.results);
        match &mut self.open {
            Some((number, open)) if *number == games.unit => open.join(&unit),
            open => {
                if let Some((_, closed)) = open.replace((games.unit, unit)) {
                    self.sample.add(&closed, self.design.openings);
                }
            }
        }
        let look = self.look();
        if look > self.looked {
            self.looked = look;
            self.stopped = self.decision(look);
        }
    }

    /// The number of the last look that the games allow; 0 before the first.
    fn look(&self) -> u64 {
        (1..=LOOKS)
            .take_while(|&look| self.look_at(look) <= self.games)
            .last()
            .unwrap_or(0)
    }

    /// The number of games before a look.
    fn look_at(&self, look: u64) -> u64 {
        (u128::from(self.most_games) * u128::from(look)).div_ceil(u128::from(LOOKS)) as u64
    }

    /// The decision of a look at the games so far, if there is one.
    fn decision(&self, look: u64) -> Option<BalanceStop> {
        if (self.distinct.len() as u64) < FEWEST_DISTINCT_GAMES {
            return None;
        }
        let mut sample = self.sample.clone();
        if let Some((_, open)) = &self.open {
            sample.add(open, self.design.openings);
        }
        let share = sample.share(self.design.openings);
        let asked = match self.design.question {
            Question::FixedSeats => return None,
            Question::Share => share,
            Question::SwappedSeats => sample.decisive_pairs(self.design.openings),
        };
        let verdict = |margin| verdict(&asked, margin);
        let decided = verdict(self.margin).filter(|verdict| verdict.is_decided())?;
        Some(BalanceStop {
            games: self.games,
            look,
            verdict: decided,
            share: share.finished.share()?,
            interval: strict(&share.finished, Confidence::P95)?,
            interval_90: strict(&share.finished, Confidence::P90)?,
            at_half_margin: verdict(self.margin / 2.0)?,
            at_twice_margin: verdict(self.margin * 2.0)?,
        })
    }

    /// The decision; `None` while there is none.
    #[must_use]
    pub fn stopped(&self) -> Option<BalanceStop> {
        self.stopped
    }

    /// The margin as a share.
    #[must_use]
    pub const fn margin(&self) -> f64 {
        self.margin
    }

    /// The maximum number of games, after which the last look takes place.
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

/// The interval of a look.
fn strict(sums: &Sums, confidence: Confidence) -> Option<Interval> {
    let widened = match confidence {
        Confidence::P95 => WIDER_95,
        Confidence::P90 => WIDER_90,
    };
    ordinary_interval(sums, confidence, widened)
}

/// The verdict of a look.
fn verdict(sums: &UnitSums, margin: f64) -> Option<Verdict> {
    decide_by(sums, margin, strict).map(|decision| decision.verdict)
}

#[cfg(test)]
mod tests {
    use flipside_rules::{GameResult, Seat};
    use flipside_testkit::dice::Dice;

    use super::*;
    use crate::advantage::UnitKind;
    use crate::sample::OpeningSampling;

    const SELF_PLAY: Design = Design {
        question: Question::Share,
        openings: OpeningSampling::Drawn,
        unit: UnitKind::Game,
    };

    fn add(run: &mut BalanceRun, number: u64, results: &[GameResult]) {
        run.add(&UnitGames {
            unit: number,
            opening: number % 4,
            seat_of_a: Seat::First,
            results,
            hashes: &[2 * number, 2 * number + 1][..results.len()],
        });
    }

    /// Plays until a verdict or the most games. There are four openings only: that they are drawn
    /// again and again must not matter.
    fn play(dice: &mut Dice, share: f64, most_games: u64) -> BalanceRun {
        let mut run = BalanceRun::new(0.02, most_games, SELF_PLAY);
        for game in 0..most_games {
            let seat = if dice.uniform() < share {
                Seat::First
            } else {
                Seat::Second
            };
            add(&mut run, game, &[GameResult::Win(seat)]);
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
        let mut run = BalanceRun::new(0.02, 1_000, SELF_PLAY);
        for game in 0..100 {
            add(&mut run, game, &[GameResult::Win(Seat::First)]);
        }
        let stopped = run.stopped().unwrap();
        assert_eq!((stopped.games, stopped.look), (100, 1));
        assert_eq!((stopped.share, stopped.interval.high), (1.0, 1.0));
        for game in 100..1_000 {
            add(&mut run, game, &[GameResult::Win(Seat::Second)]);
        }
        assert_eq!(run.stopped(), Some(stopped));
    }

    #[test]
    fn copies_of_few_games_decide_nothing() {
        let mut run = BalanceRun::new(0.02, 5_000, SELF_PLAY);
        for game in 0..5_000 {
            run.add(&UnitGames {
                unit: game,
                opening: 0,
                seat_of_a: Seat::First,
                results: &[GameResult::Win(Seat::First)],
                hashes: &[game % 99],
            });
        }
        assert_eq!((run.stopped(), run.looked), (None, LOOKS));
    }

    #[test]
    fn swapped_seats_are_decided_by_pairs_that_one_seat_won_twice() {
        let pairs = Design {
            question: Question::SwappedSeats,
            unit: UnitKind::Pair,
            ..SELF_PLAY
        };
        const FIRST: GameResult = GameResult::Win(Seat::First);
        const SECOND: GameResult = GameResult::Win(Seat::Second);
        // One pair in ten is won by one seat, two thirds of them by First; the share is 51.7 %.
        let mut run = BalanceRun::new(0.02, 20_000, pairs);
        for pair in 0..10_000u64 {
            let results = match pair % 30 {
                0 | 1 => [FIRST, FIRST],
                2 => [SECOND, SECOND],
                _ => [FIRST, SECOND],
            };
            add(&mut run, pair, &results);
        }
        let stop = run.stopped().unwrap();
        assert_eq!(stop.verdict, Verdict::FavoursFirst);
        assert!((stop.share - 0.5167).abs() < 0.001, "{stop:?}");
        // Seats that unequal agents keep say nothing.
        let fixed = Design {
            question: Question::FixedSeats,
            ..SELF_PLAY
        };
        let mut run = BalanceRun::new(0.02, 1_000, fixed);
        (0..1_000).for_each(|game| add(&mut run, game, &[FIRST]));
        assert_eq!((run.stopped(), run.tally().first_wins), (None, 1_000));
    }

    #[test]
    fn few_games_have_few_looks() {
        let mut run = BalanceRun::new(0.02, 3, SELF_PLAY);
        assert_eq!(run.look(), 0);
        add(&mut run, 0, &[GameResult::Draw]);
        assert_eq!((run.look(), run.look_at(4), run.look_at(10)), (3, 2, 3));
    }
}
