//! Accumulators give the same result in any order, split in any way and merged in any order.

use flipside_rules::{GameResult, Seat};
use flipside_stats::advantage::Advantage;
use flipside_stats::clusters::Clusters;
use flipside_stats::cumulative::Cumulative;
use flipside_stats::distinct::Distinct;
use flipside_stats::histogram::Histogram;
use flipside_stats::sample::{OpeningSampling, Sample, SampleUnit};
use flipside_stats::tally::Tally;
use flipside_stats::tally::first_half_points;
use flipside_stats::two_sample::RunResults;
use flipside_stats::units::Unit;
use proptest::prelude::*;

/// One recorded game, as far as the accumulators look at it.
#[derive(Clone, Debug)]
struct Game {
    number: u64,
    opening: u64,
    length: i32,
    hash: u64,
    result: GameResult,
    /// Of the other game of a pair, where there is one.
    partner: GameResult,
}

#[derive(Clone)]
struct All {
    tally: Tally,
    clusters: Clusters,
    sample: Sample,
    cumulative: Cumulative,
    lengths: Histogram,
    distinct: Distinct,
    run: RunResults,
}

impl All {
    fn new() -> Self {
        Self {
            tally: Tally::default(),
            clusters: Clusters::default(),
            sample: Sample::default(),
            cumulative: Cumulative::default(),
            lengths: Histogram::default(),
            // Small, so that it overflows here.
            distinct: Distinct::with_k(32),
            run: RunResults::default(),
        }
    }

    fn of<'a>(games: impl IntoIterator<Item = &'a Game>) -> Self {
        let mut all = Self::new();
        for game in games {
            all.tally.add(game.result);
            if let Some(half_points) = first_half_points(game.result) {
                all.clusters.add(game.opening, half_points);
                all.run.add(game.opening, 1, half_points.into());
            }
            let results = [game.result, game.partner];
            let results = &results[..1 + game.length.rem_euclid(2) as usize];
            all.cumulative.add(game.number, &Unit::of(results));
            let unit = SampleUnit::of(game.opening, results);
            all.sample.add(&unit, OpeningSampling::Listed);
            all.lengths.add(game.length);
            all.distinct.add(game.hash);
        }
        all
    }

    fn merge(&mut self, other: &Self) {
        self.tally.merge(&other.tally);
        self.clusters.merge(&other.clusters);
        self.sample.merge(&other.sample);
        self.cumulative.merge(&other.cumulative);
        self.lengths.merge(&other.lengths);
        self.distinct.merge(&other.distinct);
        self.run.merge(&other.run);
    }

    fn assert_same(&self, other: &Self) {
        assert_eq!(self.tally, other.tally);
        assert_eq!(self.clusters.summary(), other.clusters.summary());
        assert_eq!(self.cumulative, other.cumulative);
        assert_eq!(self.sample, other.sample);
        assert_eq!(self.lengths, other.lengths);
        assert_eq!(self.lengths.summary(), other.lengths.summary());
        assert_eq!(self.distinct.count(), other.distinct.count());
        assert_eq!(self.run, other.run);
        let advantage = |all: &Self| Advantage::by_opening(&all.tally, &all.clusters.summary());
        assert_eq!(advantage(self), advantage(other));
    }
}

fn result() -> impl Strategy<Value = GameResult> {
    prop_oneof![
        3 => Just(GameResult::Win(Seat::First)),
        3 => Just(GameResult::Win(Seat::Second)),
        2 => Just(GameResult::Draw),
        1 => Just(GameResult::Unfinished),
        1 => Just(GameResult::Void),
    ]
}

fn game() -> impl Strategy<Value = Game> {
    (
        0..5000u64,
        0..20u64,
        -5..6000i32,
        0..80u64,
        result(),
        result(),
    )
        .prop_map(|(number, opening, length, hash, result, partner)| Game {
            number,
            opening,
            length,
            hash,
            result,
            partner,
        })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn order_and_split_do_not_matter(
        (games, shuffled) in prop::collection::vec(game(), 0..200)
            .prop_flat_map(|games| (Just(games.clone()), Just(games).prop_shuffle())),
        cut in 0..200usize,
    ) {
        let expected = All::of(&games);
        let (left, right) = shuffled.split_at(cut.min(shuffled.len()));
        let (left, right) = (All::of(left), All::of(right));
        let mut forwards = left.clone();
        forwards.merge(&right);
        forwards.assert_same(&expected);
        let mut backwards = right;
        backwards.merge(&left);
        backwards.assert_same(&expected);
        let mut with_empty = All::new();
        with_empty.merge(&forwards);
        with_empty.merge(&All::new());
        with_empty.assert_same(&expected);
    }

    #[test]
    fn sketches_of_different_size_merge_to_the_smaller(hashes in prop::collection::vec(any::<u64>(), 0..300)) {
        let (mut large, mut small) = (Distinct::with_k(100), Distinct::with_k(40));
        let mut reference = Distinct::with_k(40);
        for (i, hash) in hashes.iter().enumerate() {
            if i % 2 == 0 { large.add(*hash) } else { small.add(*hash) }
            reference.add(*hash);
        }
        let mut one_way = large.clone();
        one_way.merge(&small);
        small.merge(&large);
        prop_assert_eq!(one_way.count(), reference.count());
        prop_assert_eq!(small.count(), reference.count());
    }
}
