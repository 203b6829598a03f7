//! The distribution of the random player.

use std::collections::BTreeMap;

use flipside_rules::Game;

use super::{Chances, Violation, Visit};

/// More decisions than any game should have at one turn.
const MOST_PICKS: u32 = 1 << 20;

/// Rounding of sums of probabilities.
const TOLERANCE: f64 = 1e-9;

/// One answer that `pick_turn` was given.
struct Answer {
    below: u32,
    value: u32,
}

/// Lets `pick_turn` take every possible sequence of answers, and gives the probability of every
/// turn if the answers are uniform.
fn distribution<G: Game>(visit: &Visit<G>) -> Result<BTreeMap<G::Turn, f64>, Violation> {
    let mut chances = BTreeMap::new();
    let mut answers: Vec<Answer> = Vec::new();
    for _ in 0..MOST_PICKS {
        let mut asked = 0;
        let mut consistent = true;
        let picked = visit.game.pick_turn(|below| {
            if asked == answers.len() {
                answers.push(Answer { below, value: 0 });
            }
            consistent &= below > 0 && answers[asked].below == below;
            asked += 1;
            answers[asked - 1].value
        });
        visit.demand(
            consistent && asked == answers.len(),
            "pick_turn asks for numbers below n ≥ 1, and after equal answers for the same",
            || "it does not",
        )?;
        let Some(turn) = picked else {
            return Ok(BTreeMap::new());
        };
        let chance: f64 = answers.iter().map(|a| 1.0 / f64::from(a.below)).product();
        *chances.entry(turn).or_insert(0.0) += chance;
        // The next sequence, as an odometer counts.
        while answers.last().is_some_and(|a| a.value + 1 == a.below) {
            answers.pop();
        }
        match answers.last_mut() {
            Some(last) => last.value += 1,
            None => return Ok(chances),
        }
    }
    Err(visit.fault(
        "pick_turn decides in a few steps",
        "there are too many ways",
    ))
}

pub(super) fn check<G: Game>(
    visit: &Visit<G>,
    turns: &[G::Turn],
    documented: &Chances<G>,
) -> Result<(), Violation> {
    let found = distribution(visit)?;
    let wanted: BTreeMap<G::Turn, f64> = turns
        .iter()
        .copied()
        .zip(documented(&visit.game, turns))
        .collect();
    for (turn, chance) in &found {
        visit.demand(
            wanted.contains_key(turn),
            "pick_turn gives legal turns only",
            || format!("{} with probability {chance}", visit.game.turn_text(*turn)),
        )?;
    }
    for (turn, wanted) in &wanted {
        let chance = found.get(turn).copied().unwrap_or(0.0);
        visit.demand(
            (chance - wanted).abs() < TOLERANCE,
            "pick_turn has the documented distribution",
            || {
                let text = visit.game.turn_text(*turn);
                format!("{text} has probability {chance} instead of {wanted}")
            },
        )?;
    }
    Ok(())
}
