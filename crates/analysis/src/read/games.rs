//! The totals of a run.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use flipside_records::{Error, Fault, GameFault, GameRecord, HeaderError, RawBlock, map_blocks};
use flipside_rules::Game;

use super::ReadError;
use super::partners::{Company, Single, Waiting, are_partners, company};
use super::replayed::{NoFacts, Replayer};
use super::runs::Run;
use super::stopping::{Course, InOrder, Unit};
use crate::accumulate::GroupTotals;
use crate::judge::JudgingFile;
use crate::report::model::Stopping;

/// Totals by the two players, the smaller number first.
pub(super) type ByPlayers = BTreeMap<[u32; 2], GroupTotals>;

/// What the games of a run amount to.
pub(super) struct RunTotals {
    pub by_players: ByPlayers,
    /// What the rule saw by which the run stops, if it has one.
    pub stopping: Option<Stopping>,
}

/// What adds games to totals.
struct Counter<'a, G: Game> {
    replayer: Replayer<'a, G>,
    totals: ByPlayers,
    /// By which they are judged.
    table: Option<&'a JudgingFile>,
    /// Whether the games are looked at in their order.
    ordered: bool,
}

/// What a thread works with, once it has had something to do.
type Slot<'a, G> = Mutex<Option<Counter<'a, G>>>;

/// What is left to do of a block in the order of blocks.
struct Rest {
    /// The number of the block's first game.
    first: u64,
    /// Games whose partners are not in the block.
    singles: Vec<Single>,
    /// The others, if their order matters.
    units: Vec<Unit>,
}

/// Reads all games of a run. Those of Hexflip are judged by a table, if there is one; it must be for
/// their rules.
pub(super) fn read<G: Game>(
    run: &Run<'_>,
    table: Option<&JudgingFile>,
) -> Result<RunTotals, ReadError> {
    let mut course = Course::new(run).map_err(|error| ReadError::StopRule {
        file: run.sources[0].path.display().to_string(),
        error,
    })?;
    let paired = run.arrangement.is_some_and(|a| a.format.is_paired());
    let ordered = course.is_some();
    let counter =
        || Counter::<G>::new(run, ordered, table).map_err(|error| header_error(run, error));
    // One set of totals for each thread: they are large, and their sum does not depend on who
    // counted what.
    let slots: Vec<Slot<'_, G>> = (0..rayon::current_num_threads())
        .map(|_| Mutex::new(None))
        .collect();
    let mut last_slot = counter()?;
    let mut waiting = Waiting::default();
    let mut order = InOrder::default();
    let mut blocks = run.blocks();
    map_blocks(
        || blocks.next(),
        |block| {
            let slot = &slots[rayon::current_thread_index().unwrap_or(0)];
            // A poisoned lock means that another thread has panicked, and all will end.
            let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
            let counter = match &mut *slot {
                Some(counter) => counter,
                empty => empty.insert(counter()?),
            };
            counter.block(block, block.decode(run.header)?, paired)
        },
        |rest: Result<Rest, ReadError>| {
            let rest = rest?;
            // No game below the block's first one comes any more.
            while let Some(single) = waiting.give_up(rest.first) {
                order.extend(last_slot.alone(&single)?);
            }
            if let Some(course) = &mut course {
                order.give(rest.first / (1 + u64::from(paired)), course);
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
    if let Some(course) = &mut course {
        order.give(u64::MAX, course);
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
        stopping: course.map(|course| course.finish(run)),
    })
}

fn header_error(run: &Run<'_>, error: HeaderError) -> Error {
    Error {
        file: run.sources[0].path.display().to_string(),
        fault: error.into(),
    }
}

impl<'a, G: Game> Counter<'a, G> {
    fn new(
        run: &Run<'_>,
        ordered: bool,
        table: Option<&'a JudgingFile>,
    ) -> Result<Self, HeaderError> {
        Ok(Self {
            replayer: Replayer::new(run.header, table.map(JudgingFile::probe))?,
            table,
            totals: ByPlayers::new(),
            ordered,
        })
    }

    /// Counts the games of a block, without those whose partners are elsewhere.
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
        };
        let place = (block.file(), block.offset());
        let mut records = records.into_iter().peekable();
        while let Some(record) = records.next() {
            if !paired {
                let unit = self.games(place, [&record], Company::None)?;
                rest.units.extend(unit);
            } else if let Some(partner) = records.next_if(|next| are_partners(&record, next)) {
                let games = [&record, &partner];
                let unit = self.games(place, games, company(games))?;
                rest.units.extend(unit);
            } else {
                rest.singles.push(Single {
                    file: Arc::clone(place.0),
                    offset: place.1,
                    record,
                });
            }
        }
        Ok(rest)
    }

    /// Counts a game whose partner does not exist.
    fn alone(&mut self, single: &Single) -> Result<Option<Unit>, ReadError> {
        let place = (&single.file, single.offset);
        self.games(place, [&single.record], Company::Missing)
    }

    /// Counts a pair whose games stand in different blocks.
    fn pair(&mut self, pair: &[Single; 2]) -> Result<Option<Unit>, ReadError> {
        let company = company([&pair[0].record, &pair[1].record]);
        let mut unit = None;
        for single in pair {
            let place = (&single.file, single.offset);
            let half = self.games(place, [&single.record], company)?;
            unit = Unit::joined(unit, half);
        }
        Ok(unit)
    }

    /// Counts games that go together, from a block's place, and says how they came out if their
    /// order matters.
    fn games<const N: usize>(
        &mut self,
        place: (&Arc<str>, u64),
        records: [&GameRecord; N],
        company: Company,
    ) -> Result<Option<Unit>, ReadError> {
        let mut unit = None;
        for record in records {
            let [a, b] = record.players;
            let totals = self.totals.entry([a.min(b), a.max(b)]).or_default();
            let mut game = None;
            let ordered = self.ordered;
            let counted = self.replayer.game(record, company, |facts| {
                totals.add(facts);
                game = ordered.then(|| Unit::of(facts, company));
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

/// The error that a game has a fault.
fn fault_of((file, offset): (&Arc<str>, u64), id: u64, fault: GameFault) -> Error {
    Error {
        file: file.to_string(),
        fault: Fault::Game { offset, id, fault },
    }
}
