//! The agent that plays by a table, with optional noise.

use std::fmt::Display;
use std::sync::Arc;

use flipside_ai::{
    Agent, AgentFailure, AgentFailureKind, BuildError, Choice, ChooseError, PinnedTable, Proof,
    Rng, Spec, Stop,
};
use flipside_rules::hexflip::{Hexflip, Rules, Turn};
use flipside_rules::{ExpectedScore, ForMover, Game as _};
use flipside_tablebase::{Probe as _, Table, TurnValues, Value, Variant};

use crate::open_tables::open;
use crate::repetition::is_won_under_repetition;

/// The unit of `noise`: turns per million.
const NOISE_UNIT: u32 = 1_000_000;

/// Plays by a table: the fastest win, else a turn that keeps the draw, else the slowest loss. Among
/// turns that keep the draw, it prefers those after which the opponent has the fewest turns that
/// keep it. Ties are broken at random.
pub struct Perfect {
    table: Arc<Table>,
    /// Random turns per million.
    noise: u32,
    rng: Rng,
}

impl Perfect {
    /// Creates an agent. `noise` is the probability, from 0 to 1, of playing a uniformly random
    /// legal turn.
    #[must_use]
    pub fn new(table: Arc<Table>, noise: f64) -> Self {
        Self {
            table,
            // The cast saturates, so values outside 0 to 1 are clamped.
            noise: ((noise * f64::from(NOISE_UNIT)).round() as u32).min(NOISE_UNIT),
            rng: Rng::new(0),
        }
    }

    /// Creates an agent from a spec.
    ///
    /// # Errors
    /// If the table cannot be opened.
    pub fn from_spec(spec: &Spec) -> Result<Self, BuildError> {
        let noise = spec.get("noise").and_then(|noise| noise.parse().ok());
        Ok(Self::new(table(spec)?, noise.unwrap_or(0.0)))
    }

    fn pick(&mut self, turns: &[Turn]) -> Option<Turn> {
        let number = self.rng.below(turns.len() as u32);
        turns.get(number as usize).copied()
    }

    /// Returns the choice of a turn with its value, and whether the value is proven under the
    /// repetition rule. Once repetition forbids a position, only a turn that ends the game counts
    /// as proven.
    fn choice(
        &self,
        game: &Hexflip,
        turn: Turn,
        value: Value,
        nodes: u64,
    ) -> Result<Choice<Turn>, ChooseError> {
        let expected = f64::from(1 + value.sign()) / 2.0;
        let is_certain = match value.winner(game.to_move()) {
            _ if value == Value::Win(1) => true,
            Some(winner) if !game.bars_positions() => {
                is_won_under_repetition(&self.table, game, winner)
                    .map_err(|error| failed(&error))?
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
            ..Choice::new(turn)
        })
    }
}

/// Checks that the agent of a spec can play under a rule set.
///
/// # Errors
/// If the table cannot be opened or is for other rules.
pub fn check(spec: &Spec, rules: &Rules) -> Result<(), BuildError> {
    check_rules(&*table(spec)?, rules).map_err(|why| unavailable(spec, &why))
}

/// Checks that a table is for a rule set. The error is a message.
pub(crate) fn check_rules(table: &Table, rules: &Rules) -> Result<(), String> {
    let variant = Variant::new(rules).map_err(|error| error.to_string())?;
    if variant == *table.variant() {
        return Ok(());
    }
    let requested = variant.name();
    Err(format!(
        "its table is for the rules `{}`, not for `{requested}`; `flipside solve hexflip --rules {requested} \
         --out FILE` makes one",
        table.variant().name()
    ))
}

/// Opens the table that a spec names.
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

fn failed(error: &dyn Display) -> ChooseError {
    ChooseError::Failed(AgentFailure {
        kind: AgentFailureKind::Crash,
        message: error.to_string(),
    })
}

/// Returns those turns of `keeping` (turns that keep a draw) after which the opponent has the
/// fewest turns that keep it, and the number of positions probed.
fn hardest(
    table: &Table,
    game: &Hexflip,
    keeping: &[Turn],
    stop: &Stop,
) -> Result<(Vec<Turn>, u64), ChooseError> {
    let mut probed = 0;
    let mut fewest = usize::MAX;
    let mut hardest = Vec::new();
    let mut after = game.clone();
    let mut last = game.clone();
    let mut replies = Vec::new();
    for &turn in keeping {
        if stop.is_requested() {
            return Err(ChooseError::Stopped);
        }
        after.clone_from(game);
        after.play_unchecked(turn);
        replies.clear();
        after.turns_into(&mut replies);
        let mut keep = 0;
        for &reply in &replies {
            probed += 1;
            let value = table
                .probe_turn(&after, reply, &mut last)
                .map_err(|error| failed(&error))?;
            keep += usize::from(!matches!(value, Value::Loss(_)));
            if keep > fewest {
                break;
            }
        }
        if keep < fewest {
            fewest = keep;
            hardest.clear();
        }
        if keep == fewest {
            hardest.push(turn);
        }
    }
    Ok((hardest, probed))
}

impl Agent<Hexflip> for Perfect {
    fn begin(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn prepare(&mut self, game: &Hexflip, _: &Stop) -> Result<(), ChooseError> {
        check_rules(&self.table, game.rules()).map_err(|message| {
            ChooseError::Failed(AgentFailure {
                kind: AgentFailureKind::Start,
                message,
            })
        })
    }

    fn choose(&mut self, game: &Hexflip, stop: &Stop) -> Result<Choice<Turn>, ChooseError> {
        self.prepare(game, stop)?;
        if stop.is_requested() {
            return Err(ChooseError::Stopped);
        }
        if self.noise > 0 && self.rng.below(NOISE_UNIT) < self.noise {
            let turn = game.pick_turn(|n| self.rng.below(n));
            let turn = turn.ok_or(ChooseError::GameOver)?;
            let value = self.table.probe_turn(game, turn, &mut game.clone());
            let value = value.map_err(|error| failed(&error))?;
            return self.choice(game, turn, value, 1);
        }
        let values = TurnValues::new(&*self.table, game).map_err(|error| failed(&error))?;
        let value = values.best().ok_or(ChooseError::GameOver)?;
        let mut turns = values.best_turns();
        let mut nodes = values.turns.len() as u64;
        if value == Value::Draw && turns.len() > 1 {
            let (hardest, probed) = hardest(&self.table, game, &turns, stop)?;
            (turns, nodes) = (hardest, nodes + probed);
        }
        let turn = self.pick(&turns).ok_or(ChooseError::GameOver)?;
        self.choice(game, turn, value, nodes)
    }
}
