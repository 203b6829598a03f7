//! SPSA of the weights of Sayū.

use super::{bare, confirmation, parameter, quantity};
use flipside_analysis::tuning::model::{
    Direction, Objective, ObjectivePoint, ParameterReport, PathPoint, Progress, RunCost, Series,
    State, TuningRun, Unit,
};
use flipside_testkit::dice::Dice;

/// SPSA of Sayū's 15 parameters, finished, confirmed for one agent and not for the other.
pub fn spsa() -> TuningRun {
    const NAMES: [(&str, &str); 15] = [
        ("tempo_early", "being on turn, early in the game"),
        ("tempo_late", "being on turn, late in the game"),
        ("tile_early", "a tile on the board, early"),
        ("tile_late", "a tile on the board, late"),
        ("exposed_early", "a tile that can be converted, early"),
        ("exposed_late", "a tile that can be converted, late"),
        ("open_early", "a free cell beside own tiles, early"),
        ("open_late", "a free cell beside own tiles, late"),
        ("guard_early", "a tile behind a chain, early"),
        ("guard_late", "a tile behind a chain, late"),
        ("chain_now_early", "longest conversion on turn, early"),
        ("chain_now_late", "longest conversion on turn, late"),
        ("chain_next_early", "longest conversion next turn, early"),
        ("chain_next_late", "longest conversion next turn, late"),
        ("scale", "what a sure win is worth"),
    ];
    const STEPS: u64 = 1200;
    let mut dice = Dice::new(5);
    let mut parameters: Vec<ParameterReport> = NAMES
        .iter()
        .map(|(name, meaning)| {
            let start = dice.bell(0.0, 70.0).round();
            ParameterReport {
                meaning: (*meaning).to_owned(),
                sensitivity: Some(dice.bell(0.0, 4.0).abs()),
                ..parameter(name, start, start)
            }
        })
        .collect();
    parameters[14].tuned = false;
    parameters[14].sensitivity = None;
    let drift: Vec<f64> = parameters.iter().map(|_| dice.bell(0.0, 25.0)).collect();
    let mut noise = vec![0.0; parameters.len()];
    let path: Vec<PathPoint> = (0..=STEPS)
        .step_by(10)
        .map(|step| {
            let progress = 1.0 - (-3.0 * step as f64 / STEPS as f64).exp();
            let at = |(i, p): (usize, &ParameterReport)| {
                if !p.tuned || step == 0 {
                    return p.start;
                }
                noise[i] = 0.9 * noise[i] + dice.bell(0.0, 1.5);
                (p.start + drift[i] * progress + noise[i]).clamp(-1000.0, 1000.0)
            };
            PathPoint {
                step,
                games: step * 16,
                positions: 0,
                values: parameters.iter().enumerate().map(at).collect(),
                spreads: parameters
                    .iter()
                    .map(|p| (p.tuned && step >= 100).then_some(4.0))
                    .collect(),
            }
        })
        .collect();
    for (i, p) in parameters.iter_mut().enumerate() {
        p.value = path.last().unwrap().values[i].round();
        p.spread = p.tuned.then_some(3.0 + i as f64 / 5.0);
    }
    let points = (0..=STEPS)
        .step_by(60)
        .map(|step| {
            let value = 0.5 + 0.04 * (step as f64 / STEPS as f64) + dice.bell(0.0, 0.012);
            ObjectivePoint {
                step,
                value,
                interval: Some((value - 0.025, value + 0.025)),
            }
        })
        .collect();
    TuningRun {
        name: "Sayū: weights by SPSA".to_owned(),
        description: "Fifteen weights of the evaluation, tuned in games of alphabeta.".to_owned(),
        settings: vec![
            ("pairs per step".to_owned(), "8".to_owned()),
            ("a, A, α".to_owned(), "0.4, 120, 0.602".to_owned()),
            ("c, γ".to_owned(), "2 steps, 0.101".to_owned()),
        ],
        seed: 20_261_130,
        agents: vec![
            "alphabeta:nodes=2000".to_owned(),
            "mcts:nodes=1000,rollout=0".to_owned(),
        ],
        config:
            "game = \"sayu\"\nmethod = \"spsa\"\nsteps = 1200\n\n[confirm]\nelo0 = 0\nelo1 = 10\n"
                .to_owned(),
        progress: Progress {
            state: State::Finished,
            done: STEPS,
            total: STEPS,
        },
        cost: RunCost {
            games: STEPS * 16,
            positions: 0,
        },
        spread: quantity(
            "standard deviation",
            "Standard deviation of the value over the last tenth of the steps.",
        ),
        sensitivity: quantity(
            "signal-to-noise",
            "Mean of the estimated slope over its standard error, over all steps: above 2 the \
             parameter surely matters.",
        ),
        parameters,
        path,
        objectives: vec![Objective {
            id: "score".to_owned(),
            title: "Score against the start".to_owned(),
            quantity: "new values’ share of the points".to_owned(),
            unit: Unit::Share,
            better: Direction::Higher,
            interval: Some("95 % interval".to_owned()),
            reference: Some((0.5, "as strong as the start".to_owned())),
            series: vec![Series {
                label: "new values".to_owned(),
                points,
            }],
        }],
        confirmations: vec![
            confirmation("alphabeta:nodes=2000", 0.56, 4000, 1),
            confirmation("mcts:nodes=1000,rollout=0", 0.505, 2000, 2),
        ],
        ..bare()
    }
}

/// The first of [`spsa`]’s 1,200 steps are done.
pub fn unfinished() -> TuningRun {
    const DONE: u64 = 40;
    let mut run = spsa();
    run.name = "Sayū: weights by SPSA, at work".to_owned();
    run.progress.state = State::Running;
    run.progress.done = DONE;
    run.cost.games = DONE * 16;
    run.path.retain(|point| point.step <= DONE);
    run.objectives[0].series[0]
        .points
        .retain(|point| point.step <= DONE);
    for (i, p) in run.parameters.iter_mut().enumerate() {
        p.value = run.path.last().unwrap().values[i];
        p.spread = None;
        p.sensitivity = None;
    }
    run.confirmations = vec![confirmation("alphabeta:nodes=2000", 0.56, 0, 1)];
    run
}
