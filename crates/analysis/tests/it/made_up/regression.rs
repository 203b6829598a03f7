//! Regression of the weights of Hexflip.

use super::{bare, confirmation, parameter, quantity};
use flipside_analysis::tuning::model::{
    Direction, Objective, ObjectivePoint, ParameterReport, PathPoint, Progress, RunCost, Series,
    State, TuningRun, Unit,
};
use flipside_testkit::dice::Dice;

/// A regression of 397 parameters, finished and confirmed.
pub fn regression() -> TuningRun {
    const STEPS: u64 = 60;
    let mut dice = Dice::new(9);
    let parameters: Vec<ParameterReport> = (0..397)
        .map(|i| {
            let part = ["line", "pair", "edge", "hand", "tempo"][i % 5];
            let start = dice.bell(0.0, 120.0);
            let spread = 1.0 + dice.bell(4.0, 2.0).abs();
            let name = format!("{part}_x{}o_{}", i / 5, ["early", "late"][i % 2]);
            ParameterReport {
                whole: false,
                step: 5.0,
                spread: Some(spread),
                sensitivity: Some(dice.bell(0.0, 0.002).abs()),
                ..parameter(&name, start, start + dice.bell(0.0, 30.0))
            }
        })
        .collect();
    let path = (0..=STEPS)
        .map(|step| {
            let progress = 1.0 - (-6.0 * step as f64 / STEPS as f64).exp();
            PathPoint {
                step,
                games: 40_000,
                positions: 1_312_407,
                values: parameters
                    .iter()
                    .map(|p| p.start + (p.value - p.start) * progress)
                    .collect(),
                spreads: Vec::new(),
            }
        })
        .collect();
    let loss = |label: &str, end: f64| Series {
        label: label.to_owned(),
        points: (0..=STEPS)
            .map(|step| ObjectivePoint {
                step,
                value: end + 0.06 * (-5.0 * step as f64 / STEPS as f64).exp(),
                interval: None,
            })
            .collect(),
    };
    TuningRun {
        name: "Hexflip: logistic regression on self-play".to_owned(),
        description: "397 weights fitted to the results of games.".to_owned(),
        game: "hexflip".to_owned(),
        method: "regression".to_owned(),
        progress: Progress {
            state: State::Finished,
            done: STEPS,
            total: STEPS,
        },
        cost: RunCost {
            games: 40_000,
            positions: 1_312_407,
        },
        spread: quantity(
            "standard error",
            "From the curvature of the loss at the optimum, by clusters of games.",
        ),
        sensitivity: quantity(
            "loss per step (nats)",
            "How much the test loss grows if the parameter is moved by one step.",
        ),
        parameters,
        path,
        objectives: vec![Objective {
            id: "loss".to_owned(),
            title: "Loss".to_owned(),
            quantity: "logistic loss per position".to_owned(),
            unit: Unit::Other("nats".to_owned()),
            better: Direction::Lower,
            interval: None,
            reference: None,
            series: vec![loss("training games", 0.5612), loss("test games", 0.5688)],
        }],
        confirmations: vec![confirmation("alphabeta:nodes=2000", 0.57, 4000, 3)],
        ..bare()
    }
}
