//! The totals of a group of games.

use std::collections::BTreeMap;

use super::accuracy::AccuracyTotals;
use super::facts::{GameFacts, Swap};
use super::failures::Failures;
use super::opening_values::OpeningValueTotals;
use super::openings::OpeningTotals;
use flipside_rules::{GameResult, Seat};
use flipside_stats::cumulative::Cumulative;
use flipside_stats::distinct::Distinct;
use flipside_stats::histogram::Histogram;
use flipside_stats::pairs::Pairs;
use flipside_stats::sample::{OpeningSampling, Sample, SampleUnit};
use flipside_stats::tally::Tally;
use flipside_stats::tally::first_half_points;
use flipside_stats::two_sample::RunResults;
use flipside_stats::units::Unit;

/// Totals of one group: one game, one rule set, one pair of agents (or one agent against itself).
///
/// Mergeable; the result does not depend on the order of games or their split over threads. Memory
/// is at most about 55 MB for any number of games.
#[derive(Clone, Debug, Default)]
pub struct GroupTotals {
    /// Results of all games.
    pub tally: Tally,
    /// Results by seed, for the control.
    pub seeds: BTreeMap<u64, SeedTotals>,
    /// Results by independent units: games or pairs.
    pub sample: Sample,
    /// First's share over the games so far.
    pub cumulative: Cumulative,
    /// Results by opening.
    pub openings: OpeningTotals,
    /// Results by the first turn of the opening.
    pub first_turns: OpeningTotals,
    /// Results by the value of the position after the opening in a table.
    pub opening_values: OpeningValueTotals,
    /// Results by reason of the ending.
    pub endings: BTreeMap<String, Tally>,
    /// Turns at which Second could swap, in games that are not void.
    pub swaps: SwapTotals,
    /// Games that were adjudicated right after the opening.
    pub decided_by_opening: u64,
    /// Distinct games.
    pub distinct: Distinct,
    /// Distinct games up to the board's symmetries.
    pub distinct_up_to_symmetry: Distinct,
    /// Lengths in turns of games that First won.
    pub lengths_first: Histogram,
    /// Lengths in turns of games that Second won.
    pub lengths_second: Histogram,
    /// Lengths in turns of drawn games.
    pub lengths_drawn: Histogram,
    /// Number of legal turns by turn of the game.
    pub legal_turns: Vec<Histogram>,
    /// Margins from First's viewpoint.
    pub margins: Histogram,
    /// Conversions per game.
    pub conversions: Histogram,
    /// Conversions per chain.
    pub chains: Histogram,
    /// Pairs of a match.
    pub pairs: Pairs,
    /// Games whose partner is missing.
    pub partners_missing: u64,
    /// Failures of the first-named agent and of the other one.
    pub failures: [Failures; 2],
    /// Turn accuracy, if there is a table. Includes games without an outcome, but no void ones.
    pub accuracy: AccuracyTotals,
}

/// Turns at which Second could swap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SwapTotals {
    /// Turns of agents.
    pub offered: u64,
    /// Swaps among these.
    pub taken: u64,
    /// Turns made by the opening.
    pub given: u64,
}

impl SwapTotals {
    fn add(&mut self, swap: Swap) {
        self.given += u64::from(swap.given);
        self.offered += u64::from(!swap.given);
        self.taken += u64::from(!swap.given && swap.taken);
    }

    const fn merge(&mut self, other: &Self) {
        self.offered += other.offered;
        self.taken += other.taken;
        self.given += other.given;
    }
}

/// Totals of the games of one seed.
#[derive(Clone, Debug, Default)]
pub struct SeedTotals {
    /// Results.
    pub tally: Tally,
    /// Units by opening, for the comparison of two seeds.
    pub units: RunResults,
}

/// The origin of a unit of games.
#[derive(Clone, Copy, Debug)]
pub struct UnitOrigin {
    /// The number of the first game.
    pub first_game: u64,
    /// The seed of the run.
    pub seed: u64,
    /// The hash of their opening up to symmetry. `None` without an opening.
    pub opening: Option<u64>,
}

impl GroupTotals {
    /// Adds a game. Unfinished and void games count only as such and in endings, pairs and failures.
    /// First's share is estimated from units; see [`Self::add_unit`].
    pub fn add(&mut self, game: &GameFacts<'_>) {
        self.tally.add(game.result);
        match self.endings.get_mut(game.reason) {
            Some(tally) => tally.add(game.result),
            None => self
                .endings
                .entry(game.reason.to_owned())
                .or_default()
                .add(game.result),
        }
        if let Some(pairing) = game.pairing {
            self.pairs.add(pairing, game.result);
        }
        self.partners_missing += u64::from(game.partner_missing);
        if let Some(failure) = &game.failure {
            self.failures[failure.agent.min(1)].add(failure);
        }
        if let Some(values) = game
            .values
            .as_ref()
            .filter(|_| game.result != GameResult::Void)
        {
            let has_winner = matches!(game.result, GameResult::Win(_));
            self.accuracy.add(game.cluster(), has_winner, values);
        }
        if let Some(swap) = game.swap.filter(|_| game.result != GameResult::Void) {
            self.swaps.add(swap);
        }
        self.seeds
            .entry(game.seed)
            .or_default()
            .tally
            .add(game.result);
        if first_half_points(game.result).is_none() {
            return;
        }

        if let Some(opening) = &game.opening {
            self.openings.add(&opening.whole, game.result);
            self.first_turns.add(&opening.first_turn, game.result);
            if let Some(proven) = &opening.whole.proven {
                self.opening_values
                    .add(opening.whole.hash, proven, game.result);
            }
        }
        self.decided_by_opening += u64::from(game.decided_by_opening);
        self.distinct.add(game.hash);
        self.distinct_up_to_symmetry.add(game.symmetric_hash);
        let lengths = match game.result {
            GameResult::Win(Seat::First) => &mut self.lengths_first,
            GameResult::Win(Seat::Second) => &mut self.lengths_second,
            _ => &mut self.lengths_drawn,
        };
        lengths.add(bounded(game.turns));
        if self.legal_turns.len() < game.legal_turns.len() {
            self.legal_turns
                .resize_with(game.legal_turns.len(), Histogram::default);
        }
        for (histogram, legal) in self.legal_turns.iter_mut().zip(game.legal_turns) {
            histogram.add(bounded(*legal));
        }
        if let Some(margin) = game.margin {
            self.margins.add(margin);
        }
        if let Some(chains) = game.chains {
            self.conversions.add(bounded(chains.iter().sum()));
            chains
                .iter()
                .for_each(|chain| self.chains.add(bounded(*chain)));
        }
    }

    /// Adds a unit (a game, or both of a pair) after its games have been added.
    pub fn add_unit(&mut self, origin: UnitOrigin, unit: &SampleUnit, openings: OpeningSampling) {
        self.sample.add(unit, openings);
        self.cumulative.add(origin.first_game, &unit.games);
        let Unit {
            games, half_points, ..
        } = unit.games;
        // Games without an opening all come from the same position.
        let opening = origin.opening.unwrap_or_default();
        let seed = self.seeds.entry(origin.seed).or_default();
        seed.units.add(opening, games, half_points);
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: Self) {
        self.tally.merge(&other.tally);
        for (seed, theirs) in other.seeds {
            let mine = self.seeds.entry(seed).or_default();
            mine.tally.merge(&theirs.tally);
            mine.units.merge(&theirs.units);
        }
        self.sample.merge(&other.sample);
        self.cumulative.merge(&other.cumulative);
        self.openings.merge(other.openings);
        self.first_turns.merge(other.first_turns);
        self.opening_values.merge(&other.opening_values);
        for (reason, tally) in other.endings {
            self.endings.entry(reason).or_default().merge(&tally);
        }
        self.distinct.merge(&other.distinct);
        self.distinct_up_to_symmetry
            .merge(&other.distinct_up_to_symmetry);
        self.swaps.merge(&other.swaps);
        self.decided_by_opening += other.decided_by_opening;
        self.lengths_first.merge(&other.lengths_first);
        self.lengths_second.merge(&other.lengths_second);
        self.lengths_drawn.merge(&other.lengths_drawn);
        if self.legal_turns.len() < other.legal_turns.len() {
            self.legal_turns
                .resize_with(other.legal_turns.len(), Histogram::default);
        }
        for (mine, theirs) in self.legal_turns.iter_mut().zip(&other.legal_turns) {
            mine.merge(theirs);
        }
        self.margins.merge(&other.margins);
        self.conversions.merge(&other.conversions);
        self.chains.merge(&other.chains);
        self.pairs.merge(&other.pairs);
        self.partners_missing += other.partners_missing;
        self.accuracy.merge(&other.accuracy);
        for (mine, theirs) in self.failures.iter_mut().zip(&other.failures) {
            mine.merge(theirs);
        }
    }
}

fn bounded(value: u32) -> i32 {
    i32::try_from(value).unwrap_or(i32::MAX)
}
