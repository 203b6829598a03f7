//! The model of the page of a tuning run.

use flipside_ai::Playable;
use flipside_analysis::read::{self, ReportInfo};
use flipside_analysis::report::model::{SprtHistory, Stopping};
use flipside_analysis::report::write;
use flipside_analysis::tuning::model::{
    Confirmation, Direction, Objective, ObjectivePoint, ParameterReport, PathPoint, Progress,
    Quantity, RunCost, Series, State, TuningRun, Unit,
};
use flipside_analysis::tuning::render;
use flipside_rules::{RuleSet as _, hash};
use flipside_stats::elo::{EloEstimate, PairCounts};
use flipside_stats::sprt::Sprt;
use flipside_stats::stopping::StopRule;
use flipside_stats::verdict::DEFAULT_MARGIN;
use flipside_tuning::fit::PathPoint as FitPoint;
use flipside_tuning::{
    Config, ConfirmationMatch, ConfirmationOptions, Fitted, History, HistoryPoint, MethodOptions,
    OracleOptions, RegressionOptions, Run,
};

use super::has_begun;

/// The state of a run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    Running,
    /// Interrupted.
    Stopped,
    Finished,
}

impl Stage {
    /// The stage after a part of the run, which is done or was interrupted.
    pub fn of(is_done: bool) -> Self {
        match is_done {
            true => Self::Running,
            false => Self::Stopped,
        }
    }
}

/// Writes the page.
pub fn write<G: Playable>(run: &Run<G>, stage: Stage) -> anyhow::Result<()> {
    let files = render::render(&model(run, stage)?)?;
    write::write(run.folder(), &files)?;
    Ok(())
}

/// Returns the last estimate of the strength against the start.
pub fn last_look<G: Playable>(run: &Run<G>) -> Option<EloEstimate> {
    let History::Games(moments) = run.history() else {
        return None;
    };
    let looks = moments.iter().rev();
    looks.filter_map(|moment| counts(moment)?.estimate()).next()
}

fn counts(moment: &HistoryPoint) -> Option<PairCounts> {
    let [ll, ld, mid, wd, ww] = moment.look?;
    Some(PairCounts {
        ll,
        ld,
        mid,
        wd,
        ww,
    })
}

/// Returns the model of the page.
pub fn model<G: Playable>(run: &Run<G>, stage: Stage) -> anyhow::Result<TuningRun> {
    let config = run.config();
    let work = run.progress();
    Ok(TuningRun {
        name: config.name.clone(),
        description: config.description.clone(),
        game: G::NAME.to_string(),
        rules: run.rules().name(),
        method: config.method.name().to_string(),
        settings: settings(config),
        seed: config.seed,
        agents: config.agents.iter().map(ToString::to_string).collect(),
        program_version: crate::version::long().to_string(),
        config: config.source().to_string(),
        progress: Progress {
            state: match stage {
                Stage::Running => State::Running,
                Stage::Stopped => State::Stopped,
                Stage::Finished => State::Finished,
            },
            done: work.done,
            total: work.steps,
        },
        cost: cost(run),
        parameters: parameters(run),
        spread: spread(&config.method),
        sensitivity: sensitivity(&config.method),
        path: path(run),
        objectives: vec![objective(run)],
        confirmations: confirmations(run, stage)?,
        warnings: warnings(run),
    })
}

/// Explains why there is no confirmation, if the tuned values equal the start.
fn warnings<G: Playable>(run: &Run<G>) -> Vec<String> {
    let in_vain = run.config().confirmation.is_some() && run.is_tuned() && !run.is_changed();
    let text = "No value changed, so there is nothing to confirm.";
    in_vain.then(|| text.to_string()).into_iter().collect()
}

fn settings(config: &Config) -> Vec<(String, String)> {
    let mut settings: Vec<(&str, String)> = match &config.method {
        MethodOptions::Spsa(o) => vec![
            ("pairs of games per step", o.pairs.to_string()),
            ("perturbation size (c)", o.c.to_string()),
            ("gain (a)", o.a.to_string()),
        ],
        MethodOptions::Teacher(o) => vec![
            (
                "judge",
                match &o.oracle {
                    OracleOptions::Table(_) => "the tablebase".to_string(),
                    OracleOptions::Search(spec) => spec.to_string(),
                },
            ),
            ("games that supply positions", o.games().to_string()),
            ("regularisation towards the start", o.fit.pull.to_string()),
            (
                "share of games in the test set",
                o.fit.test_share.to_string(),
            ),
        ],
        MethodOptions::Regression(o) => regression_settings(config, o),
    };
    if config.method.plays() {
        settings.push(("opening turns", config.opening_turns.to_string()));
    }
    let named = settings.into_iter();
    named
        .map(|(name, value)| (name.to_string(), value))
        .collect()
}

fn regression_settings(
    config: &Config,
    options: &RegressionOptions,
) -> Vec<(&'static str, String)> {
    let mut settings = Vec::new();
    for path in config.records() {
        let hash = std::fs::read(&path).map_or(String::new(), |bytes| {
            format!(" (hash {:016x})", hash::bytes(&bytes))
        });
        settings.push(("records", format!("{}{hash}", path.display())));
    }
    if let Some(games) = &options.selfplay {
        let text = format!(
            "{} of {} after {} random turns",
            games.games, games.agent, games.opening_turns
        );
        settings.push(("self-play games", text));
    }
    settings.push((
        "weight of the recorded value in the target",
        options.positions.value_share.to_string(),
    ));
    settings.push((
        "regularisation towards the start",
        options.fit.pull.to_string(),
    ));
    settings.push((
        "share of games in the test set",
        options.fit.test_share.to_string(),
    ));
    settings
}

fn quantity(label: &str, explanation: &str) -> Quantity {
    Quantity {
        label: label.to_string(),
        explanation: explanation.to_string(),
    }
}

fn spread(method: &MethodOptions) -> Quantity {
    match method {
        MethodOptions::Spsa(_) => quantity(
            "standard deviation of the last steps",
            "The spread of the value in the second half of the run. The new value is the mean of \
             that half.",
        ),
        MethodOptions::Teacher(_) | MethodOptions::Regression(_) => quantity(
            "standard error",
            "From the inverse of the Hessian of the loss, as if positions were independent. Positions \
             of one game are not, so the true error is larger.",
        ),
    }
}

fn sensitivity(method: &MethodOptions) -> Quantity {
    match method {
        MethodOptions::Spsa(_) => quantity(
            "slope in standard errors",
            "The mean slope of the score over all perturbations of the run, divided by its standard \
             error. Beyond ±2 it is significant; near zero the value does not matter, or its start \
             was right.",
        ),
        MethodOptions::Teacher(_) | MethodOptions::Regression(_) => quantity(
            "loss per step",
            "The increase of the mean loss if this weight alone changes by one step.",
        ),
    }
}

/// Returns all weights, and the tuned settings.
fn parameters<G: Playable>(run: &Run<G>) -> Vec<ParameterReport> {
    let known = run
        .space()
        .parameters()
        .iter()
        .zip(run.estimates())
        .zip(run.best());
    let tuned: Vec<ParameterReport> = known
        .map(|((p, estimate), value)| ParameterReport {
            name: p.name.clone(),
            meaning: p.meaning.to_string(),
            step: p.step,
            min: p.min,
            max: p.max,
            whole: p.digits == 0,
            tuned: true,
            start: p.start,
            value,
            spread: estimate.spread,
            sensitivity: estimate.sensitivity,
        })
        .collect();
    let base = run.space().base().values();
    let fixed = G::PARAMETERS
        .iter()
        .zip(base)
        .map(|(info, &value)| ParameterReport {
            name: info.name.to_string(),
            meaning: info.meaning.to_string(),
            step: info.step.into(),
            min: info.min.into(),
            max: info.max.into(),
            whole: true,
            tuned: false,
            start: value.into(),
            value: value.into(),
            spread: None,
            sensitivity: None,
        });
    let is_fixed = |p: &ParameterReport| tuned.iter().all(|other| other.name != p.name);
    let fixed: Vec<ParameterReport> = fixed.filter(is_fixed).collect();
    tuned.into_iter().chain(fixed).collect()
}

fn path<G: Playable>(run: &Run<G>) -> Vec<PathPoint> {
    let fixed: Vec<f64> = {
        let all = parameters(run);
        all.iter().filter(|p| !p.tuned).map(|p| p.start).collect()
    };
    let point = |step: u64, pairs: u64, values: &[f64]| PathPoint {
        step,
        games: 2 * pairs,
        positions: 0,
        values: values.iter().chain(&fixed).copied().collect(),
        spreads: Vec::new(),
    };
    let first = point(0, 0, &run.space().start());
    match run.history() {
        History::Games(moments) => {
            let later = moments.iter();
            let later = later.map(|moment| point(moment.step.into(), moment.pairs, &moment.values));
            [first].into_iter().chain(later).collect()
        }
        History::Fit([], _) => vec![first],
        History::Fit(points, fitted) => {
            let tuned = run
                .space()
                .parameters()
                .iter()
                .filter_map(|p| p.weight_index());
            let tuned: Vec<usize> = tuned.collect();
            let positions = fitted.map_or(0, |fitted| fitted.counts.train);
            (0..)
                .zip(points)
                .map(|(step, at)| {
                    let values: Vec<f64> = tuned.iter().map(|&i| at.values[i]).collect();
                    PathPoint {
                        positions,
                        ..point(step, 0, &values)
                    }
                })
                .collect()
        }
    }
}

fn cost<G: Playable>(run: &Run<G>) -> RunCost {
    match run.history() {
        History::Fit(_, Some(fitted)) => RunCost {
            games: fitted.counts.train_games + fitted.counts.test_games,
            positions: fitted.counts.samples,
        },
        _ => RunCost {
            games: 2 * run.progress().pairs,
            positions: 0,
        },
    }
}

fn objective<G: Playable>(run: &Run<G>) -> Objective {
    match run.history() {
        History::Games(moments) => looks(moments),
        History::Fit(points, fitted) => losses(points, fitted),
    }
}

/// Returns the training loss, which a fit minimises, and the test loss.
fn losses(points: &[FitPoint], fitted: Option<&Fitted>) -> Objective {
    let series = |label: &str, loss: fn(&FitPoint) -> f64| Series {
        label: label.to_string(),
        points: (0..)
            .zip(points)
            .map(|(step, point)| ObjectivePoint {
                step,
                value: loss(point),
                interval: None,
            })
            .collect(),
    };
    let before = fitted.map(|fitted| (fitted.before.test, "test loss at the start".to_string()));
    Objective {
        id: "loss".to_string(),
        title: "Loss".to_string(),
        quantity: "mean cross entropy of the target and the prediction".to_string(),
        unit: Unit::Other("nats".to_string()),
        better: Direction::Lower,
        interval: None,
        reference: before,
        series: vec![
            series("training", |point| point.train),
            series("test, on games outside the training set", |point| {
                point.test
            }),
        ],
    }
}

/// Returns the estimates of the strength against the start.
fn looks(moments: &[HistoryPoint]) -> Objective {
    let point = |moment: &HistoryPoint| {
        let estimate = counts(moment)?.estimate()?;
        let interval = estimate.score_interval;
        Some(ObjectivePoint {
            step: moment.step.into(),
            value: estimate.score,
            interval: Some((interval.low, interval.high)),
        })
    };
    Objective {
        id: "score".to_string(),
        title: "Score against the start".to_string(),
        quantity: "score of the current values".to_string(),
        unit: Unit::Share,
        better: Direction::Higher,
        interval: Some("95 % interval".to_string()),
        reference: Some((0.5, "as strong as the start".to_string())),
        series: vec![Series {
            label: String::new(),
            points: moments.iter().filter_map(point).collect(),
        }],
    }
}

fn confirmations<G: Playable>(run: &Run<G>, stage: Stage) -> anyhow::Result<Vec<Confirmation>> {
    let Some(options) = &run.config().confirmation else {
        return Ok(Vec::new());
    };
    let contests = run.confirmation_matches()?;
    let is_tuned = run.is_tuned();
    contests
        .iter()
        .map(|contest| {
            let history = match is_tuned && has_begun(contest) {
                true => history(contest)?,
                false => None,
            };
            let mut test = match history {
                Some(history) => history,
                None => nothing_yet(options, contest)?,
            };
            if stage == Stage::Finished {
                test.run_finished = true;
            }
            Ok(Confirmation {
                agent: contest.agent.to_string(),
                test,
                most_games: options.games,
                records: contest
                    .path
                    .file_name()
                    .map_or(String::new(), |name| name.to_string_lossy().into_owned()),
                openings: match run.rules().special_turns() {
                    0 => format!(
                        "Openings are {} random turns. A bit of the hash of the canonical position \
                         assigns each to tuning or to the confirmation. So no opening of the \
                         confirmation, nor one symmetric to it, was used in tuning.",
                        options.opening_turns
                    ),
                    special => format!(
                        "The agents choose the first {}, which the rules concern; then {} random \
                         turns are drawn. The confirmation draws them with its own seed, but some \
                         of its openings may also have occurred in tuning.",
                        match special {
                            1 => "turn".to_string(),
                            _ => format!("{special} turns"),
                        },
                        options.opening_turns
                    ),
                },
            })
        })
        .collect()
}

/// Returns the history of a test from its records; `None` without complete games.
fn history(contest: &ConfirmationMatch) -> anyhow::Result<Option<SprtHistory>> {
    let info = ReportInfo {
        title: String::new(),
        description: String::new(),
        program_version: String::new(),
        program_commit: None,
        command: None,
        margin: DEFAULT_MARGIN,
    };
    let report = read::report(std::slice::from_ref(&contest.path), info)?;
    let stopping = report.groups.into_iter().flat_map(|group| group.stopping);
    let mut histories = stopping.filter_map(|stopping| match stopping {
        Stopping::Sprt(history) => Some(history),
        Stopping::Balance(_) => None,
    });
    Ok(histories.next())
}

fn nothing_yet(
    options: &ConfirmationOptions,
    contest: &ConfirmationMatch,
) -> anyhow::Result<SprtHistory> {
    let bounds = match options.rule {
        StopRule::Sprt {
            scale,
            elo0,
            elo1,
            alpha,
            beta,
        } => Sprt::new(elo0, elo1, scale, alpha, beta)?.bounds(),
        StopRule::Balance { .. } => (0.0, 0.0),
    };
    Ok(SprtHistory {
        seed: None,
        rule: options.rule,
        bounds,
        a: contest.new.to_string(),
        b: contest.old.to_string(),
        pairs: PairCounts::default(),
        llr: 0.0,
        stopped: None,
        run_finished: false,
        history: Vec::new(),
    })
}
