//! No counts whatever lead to a NaN or an infinity.

use flipside_stats::advantage::Advantage;
use flipside_stats::clusters::Clusters;
use flipside_stats::elo::{EloEstimate, GameCounts, PairCounts};
use flipside_stats::interval::{Confidence, Interval};
use flipside_stats::sprt::{EloScale, Sprt};
use flipside_stats::tally::Tally;
use flipside_stats::two_sample::compare;
use flipside_stats::verdict::{DEFAULT_MARGIN, Verdict, decide};
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
    check_interval(a.interval);
    check_interval(a.interval_90);
    assert!(
        a.interval.contains(a.share) && a.interval_90.lies_within(a.interval),
        "{a:?}"
    );
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
        margin in 0.0..0.5f64,
    ) {
        let estimate = |(first_wins, second_wins, draws)| {
            Advantage::independent(&Tally { first_wins, second_wins, draws, ..Tally::default() })
        };
        let (a, b) = (estimate(a), estimate(b));
        for advantage in [a, b].iter().flatten() {
            check_advantage(advantage);
            if let Verdict::Undecided { more_games } = decide(Some(advantage), margin) {
                prop_assert!(more_games.is_none_or(|more| more > 0));
            }
        }
        if let (Some(a), Some(b)) = (a, b)
            && let Some(c) = compare(&a, &b)
        {
            prop_assert!((0.0..=1.0).contains(&c.p_value), "{:?}", c);
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
            let verdict = decide(Some(&advantage), DEFAULT_MARGIN);
            prop_assert!(!verdict.label().is_empty());
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
        elo0 in -60.0..60.0f64,
        distance in 0.01..60.0f64,
        logistic in any::<bool>(),
    ) {
        let scale = if logistic { EloScale::Logistic } else { EloScale::Normalised };
        let sprt = Sprt::new(elo0, elo0 + distance, scale, 0.05, 0.05).unwrap();
        let games = GameCounts { wins: c.0, losses: c.1, draws: c.2 };
        let pairs = PairCounts { ll: c.0, ld: c.1, mid: c.2, wd: c.3, ww: c.4 };
        for llr in [sprt.llr_of_games(&games), sprt.llr_of_pairs(&pairs)] {
            prop_assert!(llr.is_some_and(f64::is_finite), "{:?}", llr);
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
