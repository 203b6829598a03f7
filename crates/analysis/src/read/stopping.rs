//! The stopping rule of a run, applied to its games in the order of their numbers.

use std::collections::BTreeMap;

use flipside_records::{ScheduleSpec, sampling_design};
use flipside_rules::{GameResult, Seat};
use flipside_stats::balance::LOOKS;
use flipside_stats::design::Design;
use flipside_stats::sample::{SampleUnit, UnitGames};
use flipside_stats::sprt::SprtError;
use flipside_stats::stopping::{StopRule, StopTest};

use super::pairs::PairStatus;
use super::runs::Run;
use crate::accumulate::{GameFacts, UnitOrigin};
use crate::report::model::{BalanceLooks, SprtHistory, Stopping};

/// A pair of games, or a game if games are not paired.
pub(super) struct Unit {
    /// The number of the pair, or of the game.
    number: u64,
    /// Their origin.
    pub origin: UnitOrigin,
    /// Both players, the smaller number first.
    pub players: [u32; 2],
    /// Whether a game of the pair is missing.
    is_partial: bool,
    /// The seat of A in the first game.
    seat_of_a: Seat,
    /// The hash of their opening.
    opening: u64,
    /// Each game's result.
    results: [GameResult; 2],
    /// Each game's hash, up to symmetry.
    hashes: [u64; 2],
    /// The number of games.
    length: usize,
}

impl Unit {
    /// Creates a unit of one game; if games are paired, half of a unit.
    pub fn of(facts: &GameFacts<'_>, players: [u32; 2], status: PairStatus) -> Self {
        Self {
            number: match status {
                PairStatus::None => facts.number,
                _ => facts.number / 2,
            },
            origin: UnitOrigin {
                first_game: facts.number,
                seed: facts.seed,
                opening: facts.opening.map(|opening| opening.whole.hash),
            },
            players,
            is_partial: status == PairStatus::Missing,
            seat_of_a: facts
                .pairing
                .map_or(Seat::First, |pairing| pairing.seat_of_a),
            opening: facts.cluster(),
            results: [facts.result; 2],
            hashes: [facts.symmetric_hash; 2],
            length: 1,
        }
    }

    /// Joins both halves in order.
    pub fn joined(first: Option<Self>, second: Option<Self>) -> Option<Self> {
        match (first, second) {
            (Some(a), Some(b)) => Some(Self {
                results: [a.results[0], b.results[0]],
                hashes: [a.hashes[0], b.hashes[0]],
                length: 2,
                ..a
            }),
            (a, b) => a.or(b),
        }
    }

    /// Returns the unit for the estimate of First's share.
    pub fn sampled(&self) -> SampleUnit {
        SampleUnit::of(self.opening, &self.results[..self.length])
    }
}

/// Sorts units by number.
#[derive(Default)]
pub(super) struct InOrder(BTreeMap<u64, Unit>);

impl InOrder {
    /// Adds units.
    pub fn extend(&mut self, units: impl IntoIterator<Item = Unit>) {
        self.0
            .extend(units.into_iter().map(|unit| (unit.number, unit)));
    }

    /// Passes on all units below a number, given that all of them were added.
    pub fn give(&mut self, below: u64, monitor: &mut Monitor) {
        while self.0.first_key_value().is_some_and(|(n, _)| *n < below) {
            if let Some((_, unit)) = self.0.pop_first() {
                monitor.add(&unit);
            }
        }
    }
}

/// The stop rule of a run, applied to its games.
pub(super) struct Monitor {
    rule: StopRule,
    test: StopTest,
    spec: ScheduleSpec,
    agents: u32,
    design: Design,
}

impl Monitor {
    /// Creates the state before the first game. `None` without a rule that applies to the games.
    pub fn new(run: &Run<'_>) -> Result<Option<Self>, SprtError> {
        let agents = run.header.agents.len() as u32;
        let Some((spec, rule)) = run.spec.and_then(|spec| Some((spec, spec.stop?))) else {
            return Ok(None);
        };
        let is_match = spec.format.is_paired() && agents == 2;
        if matches!(rule, StopRule::Sprt { .. }) && !is_match {
            return Ok(None);
        }
        let design = sampling_design(Some(&spec), agents);
        Ok(Some(Self {
            rule,
            test: StopTest::new(rule, design)?,
            spec,
            agents,
            design,
        }))
    }

    fn add(&mut self, unit: &Unit) {
        if unit.is_partial {
            return;
        }
        let slot = self.spec.format.slot(self.agents, unit.origin.first_game);
        self.test.add(&UnitGames {
            unit: slot.unit_number(self.design.unit),
            opening: unit.opening,
            seat_of_a: unit.seat_of_a,
            results: &unit.results[..unit.length],
            hashes: &unit.hashes[..unit.length],
        });
    }

    /// Returns the data for the report.
    pub fn finish(self, run: &Run<'_>) -> Stopping {
        let seed = run.header.seed;
        let run_finished = run.sources.iter().all(|source| source.finished);
        match self.test {
            StopTest::Sprt(test) => Stopping::Sprt(SprtHistory {
                seed,
                rule: self.rule,
                bounds: test.bounds(),
                a: run.header.agents[0].clone(),
                b: run.header.agents[1].clone(),
                pairs: test.counts(),
                llr: test.final_llr(),
                stopped: test.stopped(),
                run_finished,
                history: test.points(),
            }),
            StopTest::Balance(test) => Stopping::Balance(BalanceLooks {
                seed,
                margin: test.margin(),
                most_games: test.most_games(),
                looks: LOOKS,
                games: test.tally().games(),
                stopped: test.stopped(),
                run_finished,
            }),
        }
    }
}
