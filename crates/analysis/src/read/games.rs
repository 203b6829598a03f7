//! The totals of a run.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use flipside_records::{
    Error, Fault, GameFault, GameRecord, HeaderError, RawBlock, ScheduleSpec, map_blocks,
    sampling_design,
};

use super::ReadError;
use super::pairs::{PairStatus, Single, Waiting, are_partners, pair_status};
use super::replayed::{NoFacts, Replayer};
use super::runs::Run;
use super::stopping::{InOrder, Monitor, Unit};
use super::table::TableFile;
use super::valued::MaybeSolved;
use crate::accumulate::GroupTotals;
use crate::report::model::Stopping;
use flipside_stats::design::Design;
use flipside_stats::sample::{Sample, SampleUnit};

/// Totals by the two players, the smaller number first.
pub(super) type ByPlayers = BTreeMap<[u32; 2], GroupTotals>;

/// The totals of the games of a run.
pub(super) struct RunTotals {
    pub by_players: ByPlayers,
    /// All games by independent units; empty with at most two agents, whose group has them.
    pub sample: Sample,
    /// The data of the stopping rule, if any.
    pub stopping: Option<Stopping>,
}

/// Adds games to totals.
struct Counter<'a, G: MaybeSolved> {
    replayer: Replayer<'a, G>,
    totals: ByPlayers,
    /// The table with the values of turns.
    table: Option<&'a TableFile>,
    /// Whether the order of games matters.
    ordered: bool,
    sampling: Sampling,
    /// Units of the whole run, by number, that have not been returned yet.
    numbered: Numbered,
}

/// Units by number. The games of an opening number may be in several blocks.
type Numbered = BTreeMap<u64, SampleUnit>;

/// How the games of a run were sampled.
#[derive(Clone, Copy)]
struct Sampling {
    design: Design,
    spec: Option<ScheduleSpec>,
    agents: u32,
}

impl Sampling {
    fn of(run: &Run<'_>) -> Self {
        let agents = run.header.agents.len() as u32;
        Self {
            design: sampling_design(run.spec.as_ref(), agents),
            spec: run.spec,
            agents,
        }
    }

    /// The number of the unit of a game in the whole run.
    fn number(&self, game: u64) -> u64 {
        self.spec.map_or(game, |spec| {
            let slot = spec.format.slot(self.agents, game);
            slot.unit_number(self.design.unit)
        })
    }
}

fn join(all: &mut Numbered, some: Numbered) {
    for (number, unit) in some {
        all.entry(number)
            .and_modify(|there| there.join(&unit))
            .or_insert(unit);
    }
}

/// The state of a thread, created with its first block.
type Slot<'a, G> = Mutex<Option<Counter<'a, G>>>;

/// The part of a block that must be processed in the order of blocks.
struct Rest {
    /// The number of the block's first game.
    first: u64,
    /// Games whose partners are not in the block.
    singles: Vec<Single>,
    /// The others, if their order matters.
    units: Vec<Unit>,
    /// Units of the whole run, as far as they are in the block.
    numbered: Numbered,
}

/// Reads all games of a run. A table must be for their rules; it values the turns of Hexflip.
pub(super) fn read<G: MaybeSolved>(
    run: &Run<'_>,
    table: Option<&TableFile>,
) -> Result<RunTotals, ReadError> {
    let mut monitor = Monitor::new(run).map_err(|error| ReadError::StopRule {
        file: run.sources[0].path.display().to_string(),
        error,
    })?;
    let paired = run.spec.is_some_and(|a| a.format.is_paired());
    let ordered = monitor.is_some();
    let counter =
        || Counter::<G>::new(run, ordered, table).map_err(|error| header_error(run, error));
    // One set of totals for each thread: they are large, and their sum does not depend on the
    // split.
    let slots: Vec<Slot<'_, G>> = (0..rayon::current_num_threads())
        .map(|_| Mutex::new(None))
        .collect();
    let mut last_slot = counter()?;
    let sampling = Sampling::of(run);
    let mut sample = Sample::default();
    let mut numbered = Numbered::new();
    let mut waiting = Waiting::default();
    let mut order = InOrder::default();
    let mut blocks = run.blocks();
    map_blocks(
        || blocks.next(),
        |block| {
            let slot = &slots[rayon::current_thread_index().unwrap_or(0)];
            // A poisoned lock means that another thread has panicked.
            let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
            let counter = match &mut *slot {
                Some(counter) => counter,
                empty => empty.insert(counter()?),
            };
            counter.block(block, block.decode(run.header)?, paired)
        },
        |rest: Result<Rest, ReadError>| {
            let rest = rest?;
            // All games below the block's first one have been read.
            while let Some(single) = waiting.give_up(rest.first) {
                order.extend(last_slot.alone(&single)?);
            }
            if let Some(monitor) = &mut monitor {
                order.give(rest.first / (1 + u64::from(paired)), monitor);
            }
            join(&mut numbered, std::mem::take(&mut last_slot.numbered));
            join(&mut numbered, rest.numbered);
            let complete = numbered.split_off(&sampling.number(rest.first));
            for unit in std::mem::replace(&mut numbered, complete).values() {
                sample.add(unit, sampling.design.openings);
            }
            order.extend(rest.units);
            for single in rest.singles {
                if let Some(pair) = waiting.meet(single) {
                    order.extend(last_slot.pair(&pair)?);
                }
            }
            Ok::<(), ReadError>(())
        },
    )?;
    for single in waiting.rest() {
        order.extend(last_slot.alone(&single)?);
    }
    if let Some(monitor) = &mut monitor {
        order.give(u64::MAX, monitor);
    }
    join(&mut numbered, std::mem::take(&mut last_slot.numbered));
    for unit in numbered.values() {
        sample.add(unit, sampling.design.openings);
    }
    let mut by_players = last_slot.totals;
    for slot in slots {
        let slot = slot.into_inner().unwrap_or_else(PoisonError::into_inner);
        for (players, totals) in slot.map(|counter| counter.totals).unwrap_or_default() {
            by_players.entry(players).or_default().merge(totals);
        }
    }
    Ok(RunTotals {
        by_players,
        sample,
        stopping: monitor.map(|monitor| monitor.finish(run)),
    })
}

fn header_error(run: &Run<'_>, error: HeaderError) -> Error {
    Error {
        file: run.sources[0].path.display().to_string(),
        fault: error.into(),
    }
}

impl<'a, G: MaybeSolved> Counter<'a, G> {
    fn new(
        run: &Run<'_>,
        ordered: bool,
        table: Option<&'a TableFile>,
    ) -> Result<Self, HeaderError> {
        Ok(Self {
            replayer: Replayer::new(run.header, table.map(TableFile::probe))?,
            table,
            totals: ByPlayers::new(),
            ordered,
            sampling: Sampling::of(run),
            numbered: Numbered::new(),
        })
    }

    /// Counts the games of a block, except those with partners in other blocks.
    fn block(
        &mut self,
        block: &RawBlock,
        records: Vec<GameRecord>,
        paired: bool,
    ) -> Result<Rest, ReadError> {
        let mut rest = Rest {
            first: block.first_id(),
            singles: Vec::new(),
            units: Vec::new(),
            numbered: Numbered::new(),
        };
        let place = (block.file(), block.offset());
        let mut records = records.into_iter().peekable();
        while let Some(record) = records.next() {
            if !paired {
                let unit = self.games(place, [&record], PairStatus::None)?;
                rest.units.extend(self.sampled(unit));
            } else if let Some(partner) = records.next_if(|next| are_partners(&record, next)) {
                let games = [&record, &partner];
                let unit = self.games(place, games, pair_status(games))?;
                rest.units.extend(self.sampled(unit));
            } else {
                rest.singles.push(Single {
                    file: Arc::clone(place.0),
                    offset: place.1,
                    record,
                });
            }
        }
        rest.numbered = std::mem::take(&mut self.numbered);
        Ok(rest)
    }

    /// Adds a complete unit to the estimate of First's share. Returns it if its order matters.
    fn sampled(&mut self, unit: Option<Unit>) -> Option<Unit> {
        let unit = unit?;
        let openings = self.sampling.design.openings;
        let sampled = unit.sampled();
        let totals = self.totals.entry(unit.players).or_default();
        totals.add_unit(unit.origin, &sampled, openings);
        if self.sampling.agents > 2 {
            let number = self.sampling.number(unit.origin.first_game);
            join(&mut self.numbered, Numbered::from([(number, sampled)]));
        }
        self.ordered.then_some(unit)
    }

    /// Counts a game whose partner is missing.
    fn alone(&mut self, single: &Single) -> Result<Option<Unit>, ReadError> {
        let place = (&single.file, single.offset);
        let unit = self.games(place, [&single.record], PairStatus::Missing)?;
        Ok(self.sampled(unit))
    }

    /// Counts a pair whose games are in different blocks.
    fn pair(&mut self, pair: &[Single; 2]) -> Result<Option<Unit>, ReadError> {
        let status = pair_status([&pair[0].record, &pair[1].record]);
        let mut unit = None;
        for single in pair {
            let place = (&single.file, single.offset);
            let half = self.games(place, [&single.record], status)?;
            unit = Unit::joined(unit, half);
        }
        Ok(self.sampled(unit))
    }

    /// Counts the games of a unit and returns it.
    fn games<const N: usize>(
        &mut self,
        place: (&Arc<str>, u64),
        records: [&GameRecord; N],
        status: PairStatus,
    ) -> Result<Option<Unit>, ReadError> {
        let mut unit = None;
        for record in records {
            let [a, b] = record.players;
            let players = [a.min(b), a.max(b)];
            let totals = self.totals.entry(players).or_default();
            let mut game = None;
            let counted = self.replayer.game(record, status, |facts| {
                totals.add(facts);
                game = Some(Unit::of(facts, players, status));
            });
            counted.map_err(|why| match why {
                NoFacts::Fault(fault) => fault_of(place, record.id, fault).into(),
                NoFacts::Table(error) => match self.table {
                    Some(table) => table.failed(error),
                    None => ReadError::NoTable(error),
                },
            })?;
            unit = Unit::joined(unit, game);
        }
        Ok(unit)
    }
}

/// Converts a fault of a game to an error.
fn fault_of((file, offset): (&Arc<str>, u64), id: u64, fault: GameFault) -> Error {
    Error {
        file: file.to_string(),
        fault: Fault::Game { offset, id, fault },
    }
}
