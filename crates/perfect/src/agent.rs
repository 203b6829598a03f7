//! The agent that makes no mistake, or as many as it is told to.

use std::fmt::Display;
use std::sync::Arc;

use flipside_ai::{
    Agent, AgentFailure, BuildError, Choice, FailureKind, NoChoice, PinnedTable, Proof, Rng, Spec,
    Stop,
};
use flipside_rules::hexflip::{Game, Rules, Turn};
use flipside_rules::{ExpectedScore, ForMover, Game as _};
use flipside_tablebase::{Table, Value, Variant};

use crate::bars::stays_won;
use crate::judged::{Judged, hardest, value_of};
use crate::shared::open;

/// Turns out of how many are made at random.
const NOISE_UNIT: u32 = 1_000_000;

/// Plays by a table: the fastest win, else a turn that keeps the draw, else the slowest loss; of
/// turns that keep the draw one after which the opponent has the fewest turns that keep it. Equal
/// turns are chosen among at random.
pub struct Perfect {
    table: Arc<Table>,
    /// Turns at random, in a million.
    noise: u32,
    rng: Rng,
}

impl Perfect {
    /// A player by this table. `noise` is the share of turns, from 0 to 1, that are made at random
    /// (uniformly over the legal ones).
    #[must_use]
    pub fn new(table: Arc<Table>, noise: f64) -> Self {
        Self {
            table,
            // Saturating: nothing beyond 0 and 1 comes of it.
            noise: ((noise * f64::from(NOISE_UNIT)).round() as u32).min(NOISE_UNIT),
            rng: Rng::new(0),
        }
    }

    /// The player of a spec.
    ///
    /// # Errors
    /// If there is no such table.
    pub fn from_spec(spec: &Spec) -> Result<Self, BuildError> {
        let noise = spec.get("noise").and_then(|noise| noise.parse().ok());
        Ok(Self::new(table(spec)?, noise.unwrap_or(0.0)))
    }

    fn pick(&mut self, turns: &[Turn]) -> Option<Turn> {
        let number = self.rng.below(turns.len() as u32);
        turns.get(number as usize).copied()
    }

    /// A turn with its value, and whether that holds by all rules, repetition among them. Once a
    /// turn may be barred, only a turn that ends the game is told as certain.
    fn choice(
        &self,
        game: &Game,
        turn: Turn,
        value: Value,
        nodes: u64,
    ) -> Result<Choice<Turn>, NoChoice> {
        let expected = f64::from(1 + value.sign()) / 2.0;
        let is_certain = match value.winner(game.to_move()) {
            _ if value == Value::Win(1) => true,
            Some(winner) if !game.bars_positions() => {
                stays_won(&self.table, game, winner).map_err(|error| failed(&error))?
            }
            _ => false,
        };
        Ok(Choice {
            value: Some(ForMover(ExpectedScore(expected))),
            nodes: Some(nodes),
            proven: Some(Proof {
                margin: None,
                turns: value.turns().map(u32::from),
                without_repetition: !is_certain,
            }),
            ..Choice::bare(turn)
        })
    }
}

/// Whether the agent of a spec can play under a rule set.
///
/// # Errors
/// If there is no such table, or it is for other rules.
pub fn check(spec: &Spec, rules: &Rules) -> Result<(), BuildError> {
    fits(&*table(spec)?, rules).map_err(|why| unavailable(spec, &why))
}

/// Whether a table is for a rule set; what is wrong if not.
pub(crate) fn fits(table: &Table, rules: &Rules) -> Result<(), String> {
    let variant = Variant::new(rules).map_err(|error| error.to_string())?;
    if variant == *table.variant() {
        return Ok(());
    }
    let asked = variant.name();
    Err(format!(
        "its table is for the rules `{}`, not for `{asked}`; `flipside solve hexflip --rules {asked} \
         --out FILE` makes one",
        table.variant().name()
    ))
}

/// The table that a spec names.
fn table(spec: &Spec) -> Result<Arc<Table>, BuildError> {
    let named = spec.get("table").unwrap_or_default();
    let named: PinnedTable = named.parse().map_err(|error| unavailable(spec, &error))?;
    open(named.path(), named.checksum()).map_err(|error| unavailable(spec, &error))
}

fn unavailable(spec: &Spec, why: &dyn Display) -> BuildError {
    BuildError::Unavailable {
        spec: spec.to_string(),
        why: why.to_string(),
    }
}

pub(crate) fn failed(error: &dyn Display) -> NoChoice {
    NoChoice::Failed(AgentFailure {
        kind: FailureKind::Crash,
        message: error.to_string(),
    })
}

impl Agent<Game> for Perfect {
    fn begin(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn prepare(&mut self, game: &Game, _: &Stop) -> Result<(), NoChoice> {
        fits(&self.table, game.rules()).map_err(|message| {
            NoChoice::Failed(AgentFailure {
                kind: FailureKind::Start,
                message,
            })
        })
    }

    fn choose(&mut self, game: &Game, stop: &Stop) -> Result<Choice<Turn>, NoChoice> {
        self.prepare(game, stop)?;
        if stop.is_requested() {
            return Err(NoChoice::Stopped);
        }
        if self.noise > 0 && self.rng.below(NOISE_UNIT) < self.noise {
            let turn = game.pick_turn(|n| self.rng.below(n));
            let turn = turn.ok_or(NoChoice::GameOver)?;
            let value = value_of(&self.table, game, turn).map_err(|error| failed(&error))?;
            return self.choice(game, turn, value, 1);
        }
        let judged = Judged::new(&self.table, game).map_err(|error| failed(&error))?;
        let value = judged.best().ok_or(NoChoice::GameOver)?;
        let mut turns = judged.best_turns();
        let mut nodes = judged.turns.len() as u64;
        if value == Value::Draw && turns.len() > 1 {
            let (hardest, looked_at) = hardest(&self.table, game, &turns, stop)?;
            (turns, nodes) = (hardest, nodes + looked_at);
        }
        let turn = self.pick(&turns).ok_or(NoChoice::GameOver)?;
        self.choice(game, turn, value, nodes)
    }
}
