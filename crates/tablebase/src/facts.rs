//! What a table tells of its game: first turns, the longest win, positions with one right turn.

use std::collections::BTreeMap;

use flipside_rules::hexflip::{Game, Position, Turn};
use flipside_rules::{Game as _, hash};

use crate::code::Value;
use crate::error::TableError;
use crate::table::Table;

/// A first turn, for all that are symmetric to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstTurn {
    /// The one with the first text.
    pub turn: Turn,
    /// How many turns this stands for, with itself.
    pub symmetric: usize,
    /// The value for First.
    pub value: Value,
}

/// First's first turns up to symmetry, best first.
///
/// # Errors
/// If the table is damaged.
pub fn first_turns(table: &Table) -> Result<Vec<FirstTurn>, TableError> {
    let rules = table.variant().rules();
    let symmetries = Game::symmetries(rules);
    let mut classes: BTreeMap<String, FirstTurn> = BTreeMap::new();
    for (turn, value) in table.turns(&Position::start(rules))? {
        let images = symmetries.iter().map(|&s| Game::transform_turn(s, turn));
        let first = images.map(|image| image.to_string()).min();
        classes
            .entry(first.unwrap_or_default())
            .and_modify(|class| class.symmetric += 1)
            // Turns come in the order of their texts, so the first of a class names it.
            .or_insert(FirstTurn {
                turn,
                symmetric: 1,
                value,
            });
    }
    let mut turns: Vec<FirstTurn> = classes.into_values().collect();
    turns.sort_by_key(|turn| core::cmp::Reverse(turn.value));
    Ok(turns)
}

/// A position with best play from there on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Where it begins.
    pub position: Position,
    /// The value for the player to move there.
    pub value: Value,
    /// Best turns until the game is over, the first text where several are equally good; none for a
    /// draw.
    pub turns: Vec<Turn>,
}

/// Best play from a position.
///
/// # Errors
/// If the position is none of the table's rules, or the table is damaged.
pub fn best_line(table: &Table, position: &Position) -> Result<Line, TableError> {
    let value = table.probe(position)?;
    let mut game = Game::from_position(*table.variant().rules(), *position);
    let mut line = Line {
        position: *position,
        value,
        turns: Vec::new(),
    };
    for _ in 0..value.turns().unwrap_or(0) {
        let turns = table.turns(game.position())?;
        // The first of the best: `max_by_key` would give the last.
        let best = turns.into_iter().rev().max_by_key(|(_, value)| *value);
        let Some((turn, _)) = best else { break };
        game.play_unchecked(turn);
        line.turns.push(turn);
    }
    Ok(line)
}

/// A longest win or loss of the whole table, with its line. Of several, one in the layer that was
/// solved first.
///
/// # Errors
/// If the table is damaged.
pub fn longest_line(table: &Table) -> Result<Line, TableError> {
    best_line(table, &table.longest()?)
}

/// A position in which all turns but one are mistakes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OnlyTurn {
    /// The position.
    pub position: Position,
    /// The value for the player to move, with the right turn: a win or a draw.
    pub value: Value,
    /// The right turn; any other leads to a draw or loss instead of a win, or to a loss instead of
    /// a draw.
    pub turn: Turn,
    /// The number of legal turns.
    pub legal: usize,
}

/// The one turn that keeps a win or a draw; nothing if there are several, or nothing to keep. Turns
/// that win later than others are right, too, and two turns that are symmetric to one another are
/// two.
///
/// # Errors
/// If the position is none of the table's rules, or the table is damaged.
pub fn only_turn(table: &Table, position: &Position) -> Result<Option<OnlyTurn>, TableError> {
    let turns = table.turns(position)?;
    let Some(stake) = turns.iter().map(|(_, value)| value.sign()).max() else {
        return Ok(None);
    };
    let mut right = turns.iter().filter(|(_, value)| value.sign() == stake);
    Ok(match (right.next(), right.next()) {
        (Some(&(turn, value)), None) if stake >= Value::Draw.sign() => Some(OnlyTurn {
            position: *position,
            value,
            turn,
            legal: turns.len(),
        }),
        _ => None,
    })
}

/// Fewest legal turns of a position in which one right turn is worth telling.
const MANY_TURNS: usize = 20;
/// Fewest turns of a win that is worth telling.
const LONG_WIN: u16 = 5;

/// Positions with exactly one right turn, with many legal turns, and drawn or won in some turns
/// only: one from each of `count` random games in which one comes up.
///
/// # Errors
/// If the table is damaged.
pub fn only_turns(table: &Table, count: usize, seed: u64) -> Result<Vec<OnlyTurn>, TableError> {
    let mut found = Vec::new();
    // Small rule sets may have no such position at all.
    for number in 0..100 * count as u64 {
        if found.len() == count {
            break;
        }
        found.extend(only_turn_in_game(
            table,
            hash::mix(seed ^ hash::mix(number)),
        )?);
    }
    Ok(found)
}

fn only_turn_in_game(table: &Table, seed: u64) -> Result<Option<OnlyTurn>, TableError> {
    let mut game = Game::new(*table.variant().rules());
    for ply in 0..40 {
        let telling = |only: &OnlyTurn| {
            only.legal >= MANY_TURNS && only.value.turns().is_none_or(|turns| turns >= LONG_WIN)
        };
        if let Some(only) = only_turn(table, game.position())?.filter(telling) {
            return Ok(Some(only));
        }
        let random = hash::mix(seed.wrapping_add(ply));
        let choose = |below| (((random >> 32) * u64::from(below)) >> 32) as u32;
        match game.pick_turn(choose) {
            Some(turn) => game.play_unchecked(turn),
            None => break,
        }
    }
    Ok(None)
}
