//! What a table says of a recorded game, for the totals.

use std::any::Any;

use flipside_rules::hexflip::{Game, Turn};
use flipside_rules::{Game as _, Seat};
use flipside_tablebase::{Probe, TableError};

use crate::accumulate::{JudgedGame, JudgedTurn, Phase, Proven, Worth};
use crate::judge::Judge;

/// Collects the judged turns of one game after the other.
pub(super) struct JudgedTurns<'a> {
    judge: Judge<'a>,
    /// The turns after the opening.
    turns: Vec<JudgedTurn>,
    first_mover: Seat,
    /// Why the game could not be judged.
    failure: Option<TableError>,
}

fn phase(game: &Game) -> Phase {
    let placed = game.position().occupied().count_ones();
    match u32::from(game.rules().hand()) {
        hand if placed < hand => Phase::Early,
        hand if placed < 2 * hand => Phase::Late,
        _ => Phase::Jumps,
    }
}

impl<'a> JudgedTurns<'a> {
    pub(super) const fn new(table: &'a dyn Probe) -> Self {
        Self {
            judge: Judge::new(table),
            turns: Vec::new(),
            first_mover: Seat::First,
            failure: None,
        }
    }

    /// Forgets the game before.
    pub(super) fn begin(&mut self) {
        self.judge.begin();
        self.turns.clear();
        self.failure = None;
    }

    /// Looks at a turn before it is made, unless it is none of Hexflip.
    pub(super) fn turn(&mut self, game: &dyn Any, turn: &dyn Any, is_opening: bool) {
        let turn = (game.downcast_ref(), turn.downcast_ref());
        let ((Some(game), Some(turn)), None) = (turn, &self.failure) else {
            return;
        };
        self.failure = self.judge(game, *turn, is_opening).err();
    }

    fn judge(&mut self, game: &Game, turn: Turn, is_opening: bool) -> Result<(), TableError> {
        let value = self.judge.turn(game, turn)?;
        if is_opening {
            return Ok(());
        }
        if self.turns.is_empty() {
            self.first_mover = game.to_move();
        }
        let is_critical = value.cost().is_some() || self.judge.can_lose_value(game, value.best)?;
        self.turns.push(JudgedTurn {
            phase: phase(game),
            best: Worth::of(value.best),
            made: Worth::of(value.made),
            is_critical,
            longer: value.longer().into(),
        });
        Ok(())
    }

    /// What the position was worth after so many turns.
    pub(super) fn proven_after(&self, turns: u32) -> Option<Proven> {
        self.judge.proven_after(turns as usize)
    }

    /// The game as it was judged, with its number of opening turns, its winner, and the agents in
    /// First's and Second's seat; nothing if it is none of Hexflip.
    ///
    /// # Errors
    /// If the table failed.
    pub(super) fn judged(
        &mut self,
        opening: u32,
        winner: Option<Seat>,
        agents: [usize; 2],
    ) -> Result<Option<JudgedGame<'_>>, TableError> {
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        let is_hexflip = self.judge.proven_after(0).is_some();
        Ok(is_hexflip.then_some(JudgedGame {
            turns: &self.turns,
            first_mover: self.first_mover,
            opening,
            agents,
            decided: winner.and_then(|winner| self.judge.decided(winner)),
        }))
    }
}
