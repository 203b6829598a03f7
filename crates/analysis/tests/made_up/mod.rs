//! Made-up tuning runs, simulated with a seeded generator, that look like real ones.

// Each test file uses a part of this.
#![allow(dead_code)]

use flipside_analysis::report::model::SprtCourse;
use flipside_analysis::tuning::model::{
    Comparison, Confirmation, Cost, Direction, Measured, Objective, ObjectivePoint, Parameter,
    PathPoint, Progress, Quantity, Series, State, TuningRun, Unit,
};
use flipside_records::{EloScale, StopRule};
use flipside_stats::llr_curve::LlrCurve;
use flipside_stats::sprt::{Sprt, SprtRun};
use flipside_testkit::dice::Dice;

/// A parameter without a history.
pub fn parameter(name: &str, start: f64, value: f64) -> Parameter {
    Parameter {
        name: name.to_owned(),
        meaning: String::new(),
        unit: String::new(),
        step: 10.0,
        min: Some(-1000.0),
        max: Some(1000.0),
        whole: true,
        tuned: true,
        start,
        value,
        spread: None,
        sensitivity: None,
    }
}

/// A run of which only its description is known.
pub fn bare() -> TuningRun {
    TuningRun {
        name: "Bare".to_owned(),
        description: String::new(),
        game: "sayu".to_owned(),
        rules: "standard".to_owned(),
        method: "spsa".to_owned(),
        settings: Vec::new(),
        seed: 1,
        agents: vec!["mcts:nodes=1000".to_owned()],
        program_version: "0.1.0".to_owned(),
        command: None,
        config: String::new(),
        progress: Progress {
            state: State::Running,
            done: 0,
            total: None,
            unit: ("step".to_owned(), "steps".to_owned()),
        },
        cost: Cost::default(),
        parameters: vec![parameter("tempo_early", -30.0, -30.0)],
        spread: None,
        sensitivity: None,
        path: Vec::new(),
        objectives: Vec::new(),
        confirmations: Vec::new(),
        comparisons: Vec::new(),
        warnings: Vec::new(),
    }
}

/// A sequential test of [0, 10] normalised Elo with made-up pairs, in which A's share is `share`.
/// It ends with its decision, or after `most_pairs`.
pub fn confirmation(agent: &str, share: f64, most_pairs: u64, seed: u64) -> Confirmation {
    let (scale, elo0, elo1, alpha, beta) = (EloScale::Normalised, 0.0, 10.0, 0.05, 0.05);
    let sprt = Sprt::new(elo0, elo1, scale, alpha, beta).unwrap();
    let (mut run, mut curve) = (SprtRun::new(sprt), LlrCurve::default());
    let mut dice = Dice::new(seed);
    while run.stopped().is_none() && run.counts().pairs() < most_pairs {
        let half = |dice: &mut Dice| u8::from(dice.uniform() < share) * 2;
        let points = half(&mut dice) + half(&mut dice);
        run.add(points);
        curve.add(points);
    }
    let weights = |file: &str| format!("{agent},weights={file}");
    Confirmation {
        agent: agent.to_owned(),
        test: SprtCourse {
            seed: Some(seed),
            rule: StopRule::Sprt {
                scale,
                elo0,
                elo1,
                alpha,
                beta,
            },
            bounds: sprt.bounds(),
            a: weights("new.toml"),
            b: weights("start.toml"),
            pairs: run.counts(),
            llr: run.final_llr(),
            stopped: run.stopped(),
            run_finished: most_pairs > 0,
            course: curve.points(&sprt),
        },
        most_games: 2 * most_pairs.max(4000),
        records: format!("confirmation-{seed}.flip"),
        openings: "Openings of three random turns whose hash is odd; tuning had even ones only."
            .to_owned(),
    }
}

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
    let mut parameters: Vec<Parameter> = NAMES
        .iter()
        .map(|(name, meaning)| {
            let start = dice.bell(0.0, 70.0).round();
            Parameter {
                meaning: (*meaning).to_owned(),
                unit: "1/100 tile".to_owned(),
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
            let at = |(i, p): (usize, &Parameter)| {
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
        command: Some("flipside tune data/tuning/sayu-spsa.toml --out out/sayu-spsa".to_owned()),
        config:
            "game = \"sayu\"\nmethod = \"spsa\"\nsteps = 1200\n\n[confirm]\nelo0 = 0\nelo1 = 10\n"
                .to_owned(),
        progress: Progress {
            state: State::Finished,
            done: STEPS,
            total: Some(STEPS),
            unit: ("step".to_owned(), "steps".to_owned()),
        },
        cost: Cost {
            games: STEPS * 16,
            positions: 0,
        },
        spread: Some(Quantity {
            label: "standard deviation".to_owned(),
            explanation: "Standard deviation of the value over the last tenth of the steps."
                .to_owned(),
        }),
        sensitivity: Some(Quantity {
            label: "signal-to-noise".to_owned(),
            explanation: "Mean of the estimated slope over its standard error, over all steps: \
                          above 2 the parameter surely matters."
                .to_owned(),
        }),
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
        comparisons: vec![Comparison {
            what: "alphabeta agrees with a search of ten times the nodes".to_owned(),
            how: "Same turn in 4,000 positions of games that tuning never saw.".to_owned(),
            unit: Unit::Share,
            better: Direction::Higher,
            before: Measured {
                value: 0.612,
                interval: Some((0.597, 0.627)),
            },
            after: Measured {
                value: 0.641,
                interval: Some((0.626, 0.656)),
            },
            difference: Some(Measured {
                value: 0.029,
                interval: Some((0.014, 0.044)),
            }),
        }],
        ..bare()
    }
}

/// A regression of 397 parameters, finished and confirmed.
pub fn regression() -> TuningRun {
    const STEPS: u64 = 60;
    let mut dice = Dice::new(9);
    let parameters: Vec<Parameter> = (0..397)
        .map(|i| {
            let part = ["line", "pair", "edge", "hand", "tempo"][i % 5];
            let start = dice.bell(0.0, 120.0);
            let spread = 1.0 + dice.bell(4.0, 2.0).abs();
            let name = format!("{part}_x{}o_{}", i / 5, ["early", "late"][i % 2]);
            Parameter {
                whole: false,
                step: 5.0,
                min: None,
                max: None,
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
            total: Some(STEPS),
            unit: ("iteration".to_owned(), "iterations".to_owned()),
        },
        cost: Cost {
            games: 40_000,
            positions: 1_312_407,
        },
        spread: Some(Quantity {
            label: "standard error".to_owned(),
            explanation: "From the curvature of the loss at the optimum, by clusters of games."
                .to_owned(),
        }),
        sensitivity: Some(Quantity {
            label: "loss per step (nats)".to_owned(),
            explanation: "How much the test loss grows if the parameter is moved by one step."
                .to_owned(),
        }),
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
