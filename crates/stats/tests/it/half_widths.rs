//! Where rules change, one unit more changes the half-width of an interval by at most 10 %.

use flipside_stats::advantage::{Advantage, Method, UnitKind};
use flipside_stats::units::{Unit, UnitSums};
use proptest::prelude::*;

/// Below this number of units the limit does not apply.
const FROM: u64 = 30;

/// Kinds of units: games and half-points, with weights.
fn kinds() -> impl Strategy<Value = Vec<(u32, u64, u64)>> {
    let some = |kinds: &[(u64, u64)]| {
        let kinds = kinds.to_vec();
        let rates = prop::collection::vec(prop_oneof![Just(0), Just(1), 1..300u32], kinds.len());
        rates.prop_map(move |rates| {
            let kinds = rates.iter().zip(&kinds);
            kinds
                .map(|(&rate, &(games, half_points))| (rate, games, half_points))
                .collect::<Vec<_>>()
        })
    };
    prop_oneof![
        // Games without draws and with them, pairs without and with, with games missing.
        some(&[(1, 0), (1, 2)]),
        some(&[(1, 0), (1, 1), (1, 2)]),
        some(&[(2, 0), (2, 2), (2, 4)]),
        some(&[(2, 0), (2, 1), (2, 2), (2, 3), (2, 4)]),
        some(&[(2, 0), (2, 2), (2, 4), (1, 0), (1, 2)]),
    ]
}

fn estimate(sums: &UnitSums) -> Advantage {
    Advantage::of(sums, UnitKind::Pair).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_rule_changes_with_a_jump(
        kinds in kinds(),
        draws in prop::collection::vec(any::<prop::sample::Index>(), 600),
    ) {
        let all: u32 = kinds.iter().map(|kind| kind.0).sum();
        prop_assume!(all > 0);
        let mut sums = UnitSums::default();
        for draw in draws {
            let mut at = draw.index(all as usize) as u32;
            let kind = kinds.iter().find(|(rate, ..)| {
                let found = at < *rate;
                at = at.saturating_sub(*rate);
                found
            });
            let &(_, games, half_points) = kind.unwrap();
            let unit = Unit { games, half_points, unfinished: 0 };
            let before = (sums.finished.units >= FROM).then(|| estimate(&sums));
            let rarer = sums.finished.rarer_points();
            let was_inner = rarer >= 20.0;
            sums.add(&unit);
            let Some(before) = before else { continue };
            let after = estimate(&sums);
            let half_width = |a: &Advantage| a.interval.unwrap().half_width();
            let change = half_width(&after) / half_width(&before) - 1.0;
            // Of rare events each further one moves Wilson's own interval by more, whatever the rule.
            let more = sums.finished.rarer_points() - rarer;
            let is_first = before.method == Method::NoSpread && after.method == Method::Spread;
            let equal = sums.finished.games == sums.finished.units * sums.finished.largest;
            // One unit that differs from all others by more than half a game's worth is a finding,
            // not a change of rules.
            let score = half_points as f64 / (2 * games) as f64;
            let is_near = (score - before.share).abs() <= 0.5 || after.method == Method::Wilson;
            if was_inner && is_near || is_first && equal && more <= 1.0 {
                prop_assert!(change.abs() <= 0.1, "{} {:?} {:?}", change, before, after);
            }
        }
    }
}

/// Half-width of a sample of units, each given by its number, games and half-points.
fn half_width(units: &[(u64, u64, u64)]) -> f64 {
    let mut sums = UnitSums::default();
    for &(count, games, half_points) in units {
        for _ in 0..count {
            sums.add(&Unit {
                games,
                half_points,
                unfinished: 0,
            });
        }
    }
    estimate(&sums).interval.unwrap().half_width()
}

#[test]
fn the_first_unit_that_deviates_makes_no_jump() {
    for count in [30, 40, 100, 1_000, 10_000] {
        // Pairs that are all split, games that are all drawn, pairs that First all won; then one
        // that is not.
        for (alike, other) in [
            ((count, 2, 2), (1, 2, 4)),
            ((count, 2, 2), (1, 2, 3)),
            ((count, 2, 2), (1, 1, 2)),
            ((count, 1, 1), (1, 1, 0)),
            ((count, 2, 4), (1, 2, 2)),
            ((count, 2, 4), (1, 2, 3)),
        ] {
            let (before, after) = (half_width(&[alike]), half_width(&[alike, other]));
            let change = after / before - 1.0;
            assert!(change.abs() <= 0.1, "{alike:?} {other:?}: {change}");
        }
    }
}

#[test]
fn the_first_draw_makes_no_jump() {
    for (won, lost) in [(15, 15), (25, 5), (500, 480), (28, 2)] {
        let decisive = half_width(&[(won, 1, 2), (lost, 1, 0)]);
        let with_draw = half_width(&[(won, 1, 2), (lost, 1, 0), (1, 1, 1)]);
        assert!((with_draw / decisive - 1.0).abs() <= 0.1, "{won} {lost}");
    }
}
