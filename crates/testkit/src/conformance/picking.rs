//! The distribution of `pick_turn`.

use std::collections::BTreeMap;

use flipside_rules::FullGame;

use super::{Chances, Violation, Visit};

/// The maximum number of decision sequences per position.
const MAX_PICKS: u32 = 1 << 20;

/// Tolerance for rounding in sums of probabilities.
const TOLERANCE: f64 = 1e-9;

/// A random number given to `pick_turn`.
struct Answer {
    below: u32,
    value: u32,
}

/// Runs `pick_turn` with every possible sequence of answers, and returns the probability of each
/// turn for uniform answers.
fn distribution<G: FullGame>(visit: &Visit<G>) -> Result<BTreeMap<G::Turn, f64>, Violation> {
    let mut chances = BTreeMap::new();
    let mut answers: Vec<Answer> = Vec::new();
    for _ in 0..MAX_PICKS {
        let mut calls = 0;
        let mut consistent = true;
        let picked = visit.game.pick_turn(|below| {
            if calls == answers.len() {
                answers.push(Answer { below, value: 0 });
            }
            consistent &= below > 0 && answers[calls].below == below;
            calls += 1;
            answers[calls - 1].value
        });
        visit.demand(
            consistent && calls == answers.len(),
            "pick_turn requests numbers below n ≥ 1, and the same ones after equal answers",
            || "it does not",
        )?;
        let Some(turn) = picked else {
            return Ok(BTreeMap::new());
        };
        let chance: f64 = answers.iter().map(|a| 1.0 / f64::from(a.below)).product();
        *chances.entry(turn).or_insert(0.0) += chance;
        // The next sequence in lexicographic order.
        while answers.last().is_some_and(|a| a.value + 1 == a.below) {
            answers.pop();
        }
        match answers.last_mut() {
            Some(last) => last.value += 1,
            None => return Ok(chances),
        }
    }
    Err(visit.fault(
        "pick_turn has a limited number of decision sequences",
        format!("more than {MAX_PICKS}"),
    ))
}

pub(super) fn check<G: FullGame>(
    visit: &Visit<G>,
    turns: &[G::Turn],
    documented: &Chances<G>,
) -> Result<(), Violation> {
    let found = distribution(visit)?;
    let expected: BTreeMap<G::Turn, f64> = turns
        .iter()
        .copied()
        .zip(documented(&visit.game, turns))
        .collect();
    for (turn, chance) in &found {
        visit.demand(
            expected.contains_key(turn),
            "pick_turn returns legal turns only",
            || format!("{} with probability {chance}", visit.game.turn_text(*turn)),
        )?;
    }
    for (turn, expected) in &expected {
        let chance = found.get(turn).copied().unwrap_or(0.0);
        visit.demand(
            (chance - expected).abs() < TOLERANCE,
            "pick_turn has the documented distribution",
            || {
                let text = visit.game.turn_text(*turn);
                format!("{text} has probability {chance}: expected {expected}")
            },
        )?;
    }
    Ok(())
}
