//! A forward search without a table.

use super::plain_rules::{Plain, PlainRules};
use crate::code::Value;
use crate::view::View;

/// More than any number of turns searched.
const FAR: i32 = 10_000;

/// Plain alpha-beta (Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975) by the plain rules,
/// without any table: the value of a position if it is a win or loss within `turns` turns, and a
/// draw if it is not.
#[must_use]
pub fn search(rules: &PlainRules, view: &View, turns: u16) -> Value {
    let score = negamax(rules, view, 0, turns.into(), (-FAR, FAR));
    match score {
        0 => Value::Draw,
        1.. => Value::Win((FAR - score) as u16),
        _ => Value::Loss((FAR + score) as u16),
    }
}

/// The score for the player to move: `FAR` less the turns from the root to a win, the negative for
/// a loss, 0 for neither.
fn negamax(
    rules: &PlainRules,
    view: &View,
    ply: i32,
    depth: i32,
    (mut alpha, beta): (i32, i32),
) -> i32 {
    let turns = match rules.judge(view) {
        Plain::Won => return FAR - ply,
        Plain::Lost => return ply - FAR,
        Plain::Turns(turns) => turns,
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
