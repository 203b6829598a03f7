//! Facts about a solved rule set: first turns, the longest win, positions with one right turn.

use std::collections::BTreeMap;

use flipside_rules::hexflip::{Hexflip, Position, Turn};
use flipside_rules::{Game as _, Symmetric as _, hash};

use crate::code::Value;
use crate::error::TableError;
use crate::table::Table;

/// A class of symmetric first turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstTurn {
    /// The turn with the smallest text.
    pub turn: Turn,
    /// The number of turns in the class.
    pub symmetric: usize,
    /// The value for First.
    pub value: Value,
}

/// Returns First's first turns up to symmetry, best first.
///
/// # Errors
/// If the table is damaged.
pub fn first_turns(table: &Table) -> Result<Vec<FirstTurn>, TableError> {
    let rules = table.variant().rules();
    let symmetries = Hexflip::symmetries(rules);
    let mut classes: BTreeMap<String, FirstTurn> = BTreeMap::new();
    for (turn, value) in table.turns(&Position::start(rules))? {
        let images = symmetries.iter().map(|&s| Hexflip::transform_turn(s, turn));
        let first = images.map(|image| image.to_string()).min();
        classes
            .entry(first.unwrap_or_default())
            .and_modify(|class| class.symmetric += 1)
            // Turns are sorted by text, so the first of a class represents it.
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

/// A position with a line of best play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The position at the start of the line.
    pub position: Position,
    /// The value for the player to move.
    pub value: Value,
    /// The best turns until the game is over, by smallest text among equals; empty for a draw.
    pub turns: Vec<Turn>,
}

/// Returns a line of best play from a position.
///
/// # Errors
/// If the position is not one of the table's rules, or the table is damaged.
pub fn best_line(table: &Table, position: &Position) -> Result<Line, TableError> {
    let value = table.probe(position)?;
    let mut game = Hexflip::from_position(*table.variant().rules(), *position);
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

/// Returns the line of a longest win or loss in the table, from the layer that was solved first.
///
/// # Errors
/// If the table is damaged.
pub fn longest_line(table: &Table) -> Result<Line, TableError> {
    best_line(table, &table.longest()?)
}

/// A position in which exactly one turn keeps the value.
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

/// Returns the only turn that keeps a win or a draw; `None` if several do, or the position is lost.
/// Slower wins count as right, and symmetric turns count separately.
///
/// # Errors
/// If the position is not one of the table's rules, or the table is damaged.
pub fn only_turn(table: &Table, position: &Position) -> Result<Option<OnlyTurn>, TableError> {
    let turns = table.turns(position)?;
    let Some(best) = turns.iter().map(|(_, value)| value.sign()).max() else {
        return Ok(None);
    };
    let mut right = turns.iter().filter(|(_, value)| value.sign() == best);
    Ok(match (right.next(), right.next()) {
        (Some(&(turn, value)), None) if best >= Value::Draw.sign() => Some(OnlyTurn {
            position: *position,
            value,
            turn,
            legal: turns.len(),
        }),
        _ => None,
    })
}

/// The minimum number of legal turns of a position from [`only_turns`].
const MIN_LEGAL_TURNS: usize = 20;
/// The minimum number of turns of a win from [`only_turns`].
const MIN_WIN_TURNS: u16 = 5;

/// Returns up to `count` positions with exactly one right turn, at least 20 legal turns, and a draw
/// or a win in at least 5 turns, each from another random game.
///
/// # Errors
/// If the table is damaged.
pub fn only_turns(table: &Table, count: usize, seed: u64) -> Result<Vec<OnlyTurn>, TableError> {
    let mut found = Vec::new();
    // Bounded, because small rule sets may have no such position.
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
    let mut game = Hexflip::new(*table.variant().rules());
    for ply in 0..40 {
        let is_suitable = |only: &OnlyTurn| {
            only.legal >= MIN_LEGAL_TURNS
                && only
                    .value
                    .turns()
                    .is_none_or(|turns| turns >= MIN_WIN_TURNS)
        };
        if let Some(only) = only_turn(table, game.position())?.filter(is_suitable) {
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
