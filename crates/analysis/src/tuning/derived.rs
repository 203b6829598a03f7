//! The values that the page derives from the model, for `tuning.json`.

use serde::Serialize;

use super::model::{TuningRun, TuningVerdict, Yardstick};
use flipside_stats::elo::EloEstimate;

/// Values computed from the model alone.
#[derive(Serialize)]
pub(super) struct Derived<'a> {
    /// The unit in which changes are compared.
    moved_by: Yardstick,
    parameters: Vec<Moved<'a>>,
    confirmations: Vec<Gain<'a>>,
}

#[derive(Serialize)]
struct Moved<'a> {
    name: &'a str,
    change_in_steps: f64,
    spread_in_steps: Option<f64>,
    movement: f64,
}

#[derive(Serialize)]
struct Gain<'a> {
    agent: &'a str,
    verdict: TuningVerdict,
    /// From the new values' point of view.
    estimate: Option<EloEstimate>,
}

impl<'a> Derived<'a> {
    pub fn of(run: &'a TuningRun) -> Self {
        let moved_by = Yardstick::of(&run.parameters);
        Self {
            moved_by,
            parameters: run
                .parameters
                .iter()
                .map(|p| Moved {
                    name: &p.name,
                    change_in_steps: p.change_in_steps(),
                    spread_in_steps: p.spread_in_steps(),
                    movement: p.movement(moved_by),
                })
                .collect(),
            confirmations: run
                .confirmations
                .iter()
                .map(|confirmation| Gain {
                    agent: &confirmation.agent,
                    verdict: confirmation.verdict(),
                    estimate: confirmation.test.pairs.estimate(),
                })
                .collect(),
        }
    }
}
