//! Made-up tuning runs, simulated with a seeded generator, that look like real ones.

mod regression;
mod spsa;

pub use regression::regression;
pub use spsa::{spsa, unfinished};

use flipside_analysis::report::model::SprtHistory;
use flipside_analysis::tuning::model::{
    Confirmation, ParameterReport, Progress, Quantity, RunCost, State, TuningRun,
};
use flipside_stats::llr_curve::LlrCurve;
use flipside_stats::sprt::EloScale;
use flipside_stats::sprt::{Sprt, SprtRun};
use flipside_stats::stopping::StopRule;
use flipside_testkit::dice::Dice;

/// A parameter without a history.
pub fn parameter(name: &str, start: f64, value: f64) -> ParameterReport {
    ParameterReport {
        name: name.to_owned(),
        meaning: String::new(),
        step: 10.0,
        min: -1000.0,
        max: 1000.0,
        whole: true,
        tuned: true,
        start,
        value,
        spread: None,
        sensitivity: None,
    }
}

/// The meaning of a number.
pub fn quantity(label: &str, explanation: &str) -> Quantity {
    Quantity {
        label: label.to_owned(),
        explanation: explanation.to_owned(),
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
        config: String::new(),
        progress: Progress {
            state: State::Running,
            done: 0,
            total: 1200,
        },
        cost: RunCost::default(),
        parameters: vec![parameter("tempo_early", -30.0, -30.0)],
        spread: quantity("spread", "Made up."),
        sensitivity: quantity("sensitivity", "Made up."),
        path: Vec::new(),
        objectives: Vec::new(),
        confirmations: Vec::new(),
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
        test: SprtHistory {
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
            history: curve.points(&sprt),
        },
        most_games: 2 * most_pairs.max(4000),
        records: format!("confirmation-{seed}.flip"),
        openings: "Openings of three random turns whose hash is odd; tuning had even ones only."
            .to_owned(),
    }
}
