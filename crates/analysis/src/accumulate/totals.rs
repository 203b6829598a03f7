//! Everything that is counted of a group of games.

use std::collections::BTreeMap;

use super::accuracy::AccuracyTotals;
use super::facts::GameFacts;
use super::failures::Failures;
use super::opening_values::OpeningValueTotals;
use super::openings::OpeningTotals;
use flipside_records::GameResult;
use flipside_rules::Seat;
use flipside_stats::clusters::Clusters;
use flipside_stats::cumulative::Cumulative;
use flipside_stats::distinct::Distinct;
use flipside_stats::histogram::Histogram;
use flipside_stats::pairs::Pairs;
use flipside_stats::tally::Tally;
use flipside_stats::tally::first_half_points;

/// Totals of one group: one game, one rule set, one pair of agents (or one agent against itself).
///
/// Mergeable, and the same for every order of games and every split over threads. The memory
/// doesn't grow with the number of games beyond a bound of about 43 MB.
#[derive(Clone, Debug, Default)]
pub struct GroupTotals {
    /// Results of all games.
    pub tally: Tally,
    /// Results by seed, for the control.
    pub seeds: BTreeMap<u64, SeedTotals>,
    /// First's share over the games so far.
    pub cumulative: Cumulative,
    /// Results by opening.
    pub openings: OpeningTotals,
    /// Results by the first turn of the opening.
    pub first_turns: OpeningTotals,
    /// Results by what a table says of the position after the opening.
    pub opening_values: OpeningValueTotals,
    /// Results by reason of the ending.
    pub endings: BTreeMap<String, Tally>,
    /// Games that were adjudicated before an agent had made a turn.
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
    /// Games whose partner is not there.
    pub partners_missing: u64,
    /// Failures of the first-named agent and of the other one.
    pub failures: [Failures; 2],
    /// How well turns were chosen, if a table says so. Games without an outcome are in it, void ones
    /// are not.
    pub accuracy: AccuracyTotals,
}

/// Totals of the games of one seed.
#[derive(Clone, Debug, Default)]
pub struct SeedTotals {
    /// Results.
    pub tally: Tally,
    /// Finished games by opening.
    pub clusters: Clusters,
}

impl GroupTotals {
    /// Adds one game. Unfinished and void games are counted as such and in nothing else but the
    /// endings, the pairs and the failures.
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
        if let Some(judged) = game
            .judged
            .as_ref()
            .filter(|_| game.result != GameResult::Void)
        {
            let has_winner = matches!(game.result, GameResult::Win(_));
            self.accuracy.add(game.cluster(), has_winner, judged);
        }
        let seed = self.seeds.entry(game.seed).or_default();
        seed.tally.add(game.result);
        let Some(half_points) = first_half_points(game.result) else {
            return;
        };

        seed.clusters.add(game.cluster(), half_points);
        self.cumulative.add(game.number, half_points);
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

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: Self) {
        self.tally.merge(&other.tally);
        for (seed, theirs) in other.seeds {
            let mine = self.seeds.entry(seed).or_default();
            mine.tally.merge(&theirs.tally);
            mine.clusters.merge(&theirs.clusters);
        }
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

    /// Finished games of all seeds by opening.
    #[must_use]
    pub fn clusters(&self) -> Clusters {
        let mut all = Clusters::default();
        self.seeds
            .values()
            .for_each(|seed| all.merge(&seed.clusters));
        all
    }
}

fn bounded(value: u32) -> i32 {
    i32::try_from(value).unwrap_or(i32::MAX)
}
