//! A forward search that does not use the table.

use super::plain_rules::{PlainRules, Status};
use crate::code::Value;
use crate::view::View;

/// Larger than any number of turns searched.
const FAR: i32 = 10_000;

/// Searches by the plain rules with plain alpha-beta (Knuth and Moore, "An Analysis of Alpha-Beta
/// Pruning", 1975). Returns the value of a position if it is a win or loss within `turns` turns,
/// and a draw otherwise.
#[must_use]
pub fn search(rules: &PlainRules, view: &View, turns: u16) -> Value {
    let score = negamax(rules, view, 0, turns.into(), (-FAR, FAR));
    match score {
        0 => Value::Draw,
        1.. => Value::Win((FAR - score) as u16),
        _ => Value::Loss((FAR + score) as u16),
    }
}

/// Returns the score for the player to move: `FAR` minus the turns from the root to a win, the
/// negative for a loss, else 0.
fn negamax(
    rules: &PlainRules,
    view: &View,
    ply: i32,
    depth: i32,
    (mut alpha, beta): (i32, i32),
) -> i32 {
    let turns = match rules.status(view) {
        Status::Won => return FAR - ply,
        Status::Lost => return ply - FAR,
        Status::Turns(turns) => turns,
    };
    if ply == depth {
        return 0;
    }
    let mut best = -FAR;
    for after in &turns {
        let score = -negamax(rules, after, ply + 1, depth, (-beta, -alpha));
        best = best.max(score);
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    best
}
