//! The tablebase of Hexflip as judge.

use flipside_ai::Stop;
use flipside_rules::hexflip::{Game, Rules};
use flipside_rules::{ExpectedScore, ForMover, Game as _};
use flipside_tablebase::{Table, Value, Variant};
use serde::{Deserialize, Serialize};

use super::{Judge, TeachError, Verdict};

/// How exact values become targets and weights.
///
/// A value tells who wins and in how many turns, n. The target is ½ ± ½ · 2^(−n / `certainty`), the
/// weight 2^(−n / `weight`); without a half-life it is 0, ½ or 1, and the weight is 1. A draw has the
/// target ½ and the weight `draw`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct DepthWeights {
    /// The number of turns to the end that makes a target half as certain.
    pub certainty: Option<f64>,
    /// The number of turns to the end that makes a weight half as large.
    pub weight: Option<f64>,
    /// The weight of draws.
    pub draw: f64,
}

impl Default for DepthWeights {
    fn default() -> Self {
        Self {
            certainty: None,
            weight: None,
            draw: 1.0,
        }
    }
}

impl DepthWeights {
    /// Target and weight of a value.
    fn verdict(&self, value: Value) -> (ForMover<ExpectedScore>, f64) {
        let halved = |turns: u16, life: Option<f64>| {
            life.map_or(1.0, |life| libm::exp2(-f64::from(turns) / life))
        };
        let sign = f64::from(value.sign());
        let (target, weight) = match value.turns() {
            None => (0.5, self.draw),
            Some(turns) => (
                0.5 + sign * halved(turns, self.certainty) / 2.0,
                halved(turns, self.weight),
            ),
        };
        (ForMover(ExpectedScore(target)), weight)
    }

    fn check(&self) -> Result<(), TeachError> {
        let lives = [("certainty", self.certainty), ("weight", self.weight)];
        for (name, life) in lives {
            if let Some(life) = life.filter(|life| !(life.is_finite() && *life > 0.0)) {
                return Err(TeachError::Setting {
                    name,
                    found: life.to_string(),
                    takes: "a number of turns above 0",
                });
            }
        }
        if !(self.draw.is_finite() && self.draw >= 0.0) {
            return Err(TeachError::Setting {
                name: "draw",
                found: self.draw.to_string(),
                takes: "a weight from 0 on",
            });
        }
        Ok(())
    }
}

/// Judges positions of Hexflip by their exact values. Repetition does not count.
pub struct TableJudge<'a> {
    table: &'a Table,
    weights: DepthWeights,
}

impl<'a> TableJudge<'a> {
    /// A judge with a table.
    ///
    /// # Errors
    /// If the weights are none.
    pub fn new(table: &'a Table, weights: DepthWeights) -> Result<Self, TeachError> {
        weights.check()?;
        Ok(Self { table, weights })
    }
}

impl Judge<Game> for TableJudge<'_> {
    fn check(&self, rules: &Rules) -> Result<(), TeachError> {
        let played = Variant::new(rules)?;
        if played == *self.table.variant() {
            Ok(())
        } else {
            Err(TeachError::OtherRules {
                table: self.table.variant().name(),
                played: played.name(),
            })
        }
    }

    fn judge(&self, positions: &[Game], _: u64, stop: &Stop) -> Result<Vec<Verdict>, TeachError> {
        let judged = positions.iter().map(|game| {
            if stop.is_requested() {
                return Err(TeachError::Stopped);
            }
            let value = self.table.probe(game.position());
            let value = value.map_err(|error| TeachError::Table {
                position: game.position_text(),
                why: error.to_string(),
            })?;
            let (target, weight) = self.weights.verdict(value);
            Ok(Verdict {
                target: target.for_first(game.to_move()),
                weight,
            })
        });
        judged.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_and_weights_lose_half_in_a_half_life() {
        let weights = DepthWeights {
            certainty: Some(4.0),
            weight: Some(2.0),
            draw: 0.3,
        };
        for (value, target, weight) in [
            (Value::Win(0), 1.0, 1.0),
            (Value::Win(4), 0.75, 0.25),
            (Value::Loss(4), 0.25, 0.25),
            (Value::Loss(8), 0.375, 0.0625),
            (Value::Draw, 0.5, 0.3),
        ] {
            let (found, found_weight) = weights.verdict(value);
            assert!((found.0.0 - target).abs() < 1e-12, "{value}");
            assert!((found_weight - weight).abs() < 1e-12, "{value}");
        }
        let plain = DepthWeights::default();
        let of = |value| {
            let (target, weight) = plain.verdict(value);
            (target.0.0, weight)
        };
        assert_eq!(of(Value::Win(30)), (1.0, 1.0));
        assert_eq!(of(Value::Loss(1)), (0.0, 1.0));
        assert_eq!(of(Value::Draw), (0.5, 1.0));
    }
}
