//! The tablebase of Hexflip as an oracle.

use flipside_ai::Stop;
use flipside_rules::hexflip::{Hexflip, Rules};
use flipside_rules::{ExpectedScore, ForMover, Game as _, Notation as _};
use flipside_tablebase::{Table, Value, Variant};
use serde::{Deserialize, Serialize};

use super::{Label, Oracle, TeacherError};

/// How table values are converted to targets and weights.
///
/// For a win or loss in n turns, the target is ½ ± ½ · 2^(−n / `certainty`) and the weight
/// 2^(−n / `weight`). Without half-lives, the target is 0 or 1 and the weight 1. A draw has the
/// target ½ and the weight `draw`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct DepthWeights {
    /// The half-life of the target's certainty in turns.
    pub certainty: Option<f64>,
    /// The half-life of the weight in turns.
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
    /// Returns target and weight of a value.
    fn label(&self, value: Value) -> (ForMover<ExpectedScore>, f64) {
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

    fn check(&self) -> Result<(), TeacherError> {
        let lives = [("certainty", self.certainty), ("weight", self.weight)];
        for (name, life) in lives {
            if let Some(life) = life.filter(|life| !(life.is_finite() && *life > 0.0)) {
                return Err(TeacherError::Setting {
                    name,
                    found: life.to_string(),
                    expected: "a number of turns above 0",
                });
            }
        }
        if !(self.draw.is_finite() && self.draw >= 0.0) {
            return Err(TeacherError::Setting {
                name: "draw",
                found: self.draw.to_string(),
                expected: "a weight of at least 0",
            });
        }
        Ok(())
    }
}

/// Labels positions of Hexflip with their values in the table, ignoring repetition.
pub struct TableOracle<'a> {
    table: &'a Table,
    weights: DepthWeights,
}

impl<'a> TableOracle<'a> {
    /// Creates an oracle from a table.
    ///
    /// # Errors
    /// If the weights are invalid.
    pub fn new(table: &'a Table, weights: DepthWeights) -> Result<Self, TeacherError> {
        weights.check()?;
        Ok(Self { table, weights })
    }
}

impl Oracle<Hexflip> for TableOracle<'_> {
    fn check(&self, rules: &Rules) -> Result<(), TeacherError> {
        let played = Variant::new(rules)?;
        if played == *self.table.variant() {
            Ok(())
        } else {
            Err(TeacherError::OtherRules {
                table: self.table.variant().name(),
                played: played.name(),
            })
        }
    }

    fn label(
        &self,
        positions: &[Hexflip],
        _: u64,
        stop: &Stop,
    ) -> Result<Vec<Label>, TeacherError> {
        let labels = positions.iter().map(|game| {
            if stop.is_requested() {
                return Err(TeacherError::Stopped);
            }
            let value = self.table.probe(game.position());
            let value = value.map_err(|error| TeacherError::Table {
                position: game.position_text(),
                why: error.to_string(),
            })?;
            let (target, weight) = self.weights.label(value);
            Ok(Label {
                target: target.for_first(game.to_move()),
                weight,
            })
        });
        labels.collect()
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
            let (found, found_weight) = weights.label(value);
            assert!((found.0.0 - target).abs() < 1e-12, "{value}");
            assert!((found_weight - weight).abs() < 1e-12, "{value}");
        }
        let plain = DepthWeights::default();
        let of = |value| {
            let (target, weight) = plain.label(value);
            (target.0.0, weight)
        };
        assert_eq!(of(Value::Win(30)), (1.0, 1.0));
        assert_eq!(of(Value::Loss(1)), (0.0, 1.0));
        assert_eq!(of(Value::Draw), (0.5, 1.0));
    }
}
