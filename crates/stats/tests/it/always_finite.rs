//! No counts whatever lead to a NaN or an infinity.

use flipside_stats::advantage::Advantage;
use flipside_stats::clusters::Clusters;
use flipside_stats::elo::{EloEstimate, GameCounts, PairCounts};
use flipside_stats::interval::{Confidence, Interval};
use flipside_stats::sample::OpeningSampling;
use flipside_stats::sprt::{EloScale, Sprt};
use flipside_stats::tally::Tally;
use flipside_stats::two_sample::{RunResults, compare};
use flipside_stats::units::{Sums, UnitSums};
use flipside_stats::verdict::{self, decide};
use flipside_stats::wilson;
use proptest::prelude::*;

/// Small counts and huge ones.
fn count() -> impl Strategy<Value = u64> {
    prop_oneof![Just(0), 0..5u64, 0..1000u64, 0..1_000_000_000_000u64]
}

fn check_interval(interval: Interval) {
    assert!((0.0..=1.0).contains(&interval.low), "{interval:?}");
    assert!((0.0..=1.0).contains(&interval.high), "{interval:?}");
    assert!(interval.low <= interval.high, "{interval:?}");
}

fn check_finite(values: &[Option<f64>]) {
    assert!(values.iter().flatten().all(|v| v.is_finite()), "{values:?}");
}

fn check_advantage(a: &Advantage) {
    check_interval(a.interval.unwrap());
    assert!(a.interval.unwrap().contains(a.share), "{a:?}");
    check_finite(&[a.effective_games, Some(a.share), a.standard_error]);
    check_finite(&[a.elo, a.elo_low, a.elo_high]);
}

fn check_elo(e: &EloEstimate) {
    check_interval(e.score_interval);
    assert!(e.score_interval.contains(e.score), "{e:?}");
    check_finite(&[Some(e.score), e.elo, e.elo_margin, e.elo_low, e.elo_high]);
    check_finite(&[e.normalised_elo, e.normalised_elo_margin, e.superiority]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn advantage_of_independent_games(
        a in (count(), count(), count()),
        b in (count(), count(), count()),
    ) {
        let estimate = |(first_wins, second_wins, draws)| {
            Advantage::independent(&Tally { first_wins, second_wins, draws, ..Tally::default() })
        };
        for advantage in [estimate(a), estimate(b)].iter().flatten() {
            check_advantage(advantage);
        }
    }

    #[test]
    fn comparison_of_two_runs(
        units in prop::collection::vec((any::<bool>(), 0..9u64, 0..3u64, 0..5u64), 0..80),
        drawn in any::<bool>(),
    ) {
        let mut runs = [RunResults::default(), RunResults::default()];
        for (second, opening, games, points) in units {
            runs[usize::from(second)].add(opening, games, points.min(2 * games));
        }
        let openings = if drawn { OpeningSampling::Drawn } else { OpeningSampling::Listed };
        if let Some(c) = compare(&runs[0], &runs[1], openings) {
            prop_assert!((0.0..=1.0).contains(&c.p_value), "{:?}", c);
            prop_assert!(c.standard_error >= 0.0, "{:?}", c);
            check_finite(&[Some(c.difference), Some(c.standard_error)]);
        }
    }

    #[test]
    fn advantage_by_opening(games in prop::collection::vec((0..6u64, 0..3u8), 0..60)) {
        let mut clusters = Clusters::default();
        let mut tally = Tally::default();
        for (opening, half_points) in games {
            clusters.add(opening, half_points);
            match half_points {
                0 => tally.second_wins += 1,
                1 => tally.draws += 1,
                _ => tally.first_wins += 1,
            }
        }
        let advantage = Advantage::by_opening(&tally, &clusters.summary());
        prop_assert_eq!(advantage.is_some(), tally.finished() > 0);
        if let Some(advantage) = advantage {
            check_advantage(&advantage);
        }
    }

    #[test]
    fn always_valid_verdicts(
        finished in prop::collection::vec((0..4u64, 0..9u64, count()), 0..5),
        unfinished in 0..1000u64,
        margin in 0.0..0.6f64,
    ) {
        let mut sums = Sums::default();
        for (games, half_points, times) in finished {
            let mut some = Sums::default();
            some.add(games, half_points.min(2 * games));
            let times = times.min(1_000_000_000);
            some = Sums {
                units: some.units * times,
                games: some.games * times,
                half_points: some.half_points * times,
                games_squared: some.games_squared * times,
                products: some.products * times,
                half_points_squared: some.half_points_squared * times,
                largest: some.largest * times.min(1),
            };
            sums.merge(&some);
        }
        let (mut if_first, mut if_second) = (sums, sums);
        for _ in 0..unfinished {
            if_first.add(1, 2);
            if_second.add(1, 0);
        }
        let sums = UnitSums { finished: sums, if_first, if_second };
        let decision = decide(&sums, margin);
        prop_assert_eq!(decision.is_some(), sums.finished.games > 0);
        if let Some(decision) = decision {
            for confidence in [Confidence::P95, Confidence::P90] {
                check_interval(verdict::always_valid(&sums.finished, confidence).unwrap());
            }
            let p = verdict::p_value(&sums, margin, decision.verdict).unwrap();
            prop_assert!((0.0..=1.0).contains(&p), "{}", p);
            let more = verdict::units_to_decide(&sums.finished, margin);
            prop_assert!(more.is_none_or(|units| units > 0));
        }
    }

    #[test]
    fn elo(c in (count(), count(), count(), count(), count())) {
        let games = GameCounts { wins: c.0, losses: c.1, draws: c.2 };
        let pairs = PairCounts { ll: c.0, ld: c.1, mid: c.2, wd: c.3, ww: c.4 };
        for estimate in [games.estimate(), pairs.estimate()].iter().flatten() {
            check_elo(estimate);
        }
    }

    #[test]
    fn likelihood_ratio(
        c in (count(), count(), count(), count(), count()),
        elo0 in -1000.0..999.0f64,
        distance in 0.0..1.0f64,
        logistic in any::<bool>(),
    ) {
        let elo1 = (elo0 + 0.01 + distance * (999.99 - elo0)).min(1000.0);
        let scale = if logistic { EloScale::Logistic } else { EloScale::Normalised };
        let sprt = Sprt::new(elo0, elo1, scale, 0.05, 0.05).unwrap();
        let games = GameCounts { wins: c.0, losses: c.1, draws: c.2 };
        let pairs = PairCounts { ll: c.0, ld: c.1, mid: c.2, wd: c.3, ww: c.4 };
        for llr in [sprt.llr_of_games(&games), sprt.llr_of_pairs(&pairs)] {
            prop_assert!(llr.is_finite(), "{}", llr);
        }
    }

    #[test]
    fn wilson_of_anything(share in any::<f64>(), n in any::<f64>(), z in any::<f64>()) {
        if let Some(interval) = wilson::with_quantile(share, n, z) {
            check_interval(interval);
        }
        if let Some(interval) = wilson::interval(share.abs() % 1.0, n.abs(), Confidence::P95) {
            check_interval(interval);
        }
    }
}
