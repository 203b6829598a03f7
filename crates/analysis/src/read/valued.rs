//! The values of a recorded game's turns in a table, for the totals.

use flipside_rules::hexflip::{Hexflip, Turn};
use flipside_rules::{FullGame, Game as _, Sayu, Seat};
use flipside_tablebase::{Probe, TableError};

use crate::accumulate::{Phase, Proven, ValueClass, ValuedGame, ValuedTurn};
use crate::turn_values::GameValues;

/// Games whose turns are valued by a table if there is one. By default there is none.
pub(super) trait MaybeSolved: FullGame {
    /// Values a turn, given the game before it.
    fn add_to(&self, _: &mut ValuedTurns<'_>, _: Self::Turn, _is_given: bool) {}
}

impl MaybeSolved for Hexflip {
    fn add_to(&self, values: &mut ValuedTurns<'_>, turn: Turn, is_given: bool) {
        if values.failure.is_none() {
            values.failure = values.add(self, turn, is_given).err();
        }
    }
}

impl MaybeSolved for Sayu {}

/// Collects the values of the turns of one game after another.
pub(super) struct ValuedTurns<'a> {
    values: GameValues<'a>,
    /// The agents' turns.
    turns: Vec<ValuedTurn>,
    /// The first error of the table.
    failure: Option<TableError>,
}

fn phase(game: &Hexflip) -> Phase {
    let placed = game.position().occupied().count_ones();
    match u32::from(game.rules().hand()) {
        hand if placed < hand => Phase::Early,
        hand if placed < 2 * hand => Phase::Late,
        _ => Phase::Jumps,
    }
}

impl<'a> ValuedTurns<'a> {
    pub(super) const fn new(table: &'a dyn Probe) -> Self {
        Self {
            values: GameValues::new(table),
            turns: Vec::new(),
            failure: None,
        }
    }

    /// Starts a new game.
    pub(super) fn begin(&mut self) {
        self.values.begin();
        self.turns.clear();
        self.failure = None;
    }

    fn add(&mut self, game: &Hexflip, turn: Turn, is_given: bool) -> Result<(), TableError> {
        let value = self.values.turn(game, turn)?;
        if is_given {
            return Ok(());
        }
        let is_critical = value.cost().is_some() || self.values.can_lose_value(game, value.best)?;
        self.turns.push(ValuedTurn {
            mover: game.to_move(),
            phase: phase(game),
            best: ValueClass::of(value.best),
            made: ValueClass::of(value.made),
            is_critical,
            longer: value.longer().into(),
        });
        Ok(())
    }

    /// Returns the value of the position after a number of turns.
    pub(super) fn proven_after(&self, turns: u32) -> Option<Proven> {
        self.values.proven_after(turns as usize)
    }

    /// Returns the game with its values, given the first and the last of its given turns, its
    /// winner, and the agents in First's and Second's seat; `None` for games without a table.
    ///
    /// # Errors
    /// If the table failed.
    pub(super) fn game(
        &mut self,
        given: (u32, u32),
        winner: Option<Seat>,
        agents: [usize; 2],
    ) -> Result<Option<ValuedGame<'_>>, TableError> {
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        let has_values = self.values.proven_after(0).is_some();
        Ok(has_values.then_some(ValuedGame {
            turns: &self.turns,
            given,
            agents,
            decided: winner.and_then(|winner| self.values.decided(winner)),
        }))
    }
}
