//! What the page of a run shows.

use flipside_ai::Playable;
use flipside_analysis::read::{self, ReportInfo};
use flipside_analysis::report::model::{SprtCourse, Stopping};
use flipside_analysis::report::write;
use flipside_analysis::tuning::model::{
    Confirmation, Cost, Direction, Objective, ObjectivePoint, Parameter, PathPoint, Progress,
    Quantity, Series, State, TuningRun, Unit,
};
use flipside_analysis::tuning::render;
use flipside_records::StopRule;
use flipside_rules::{RuleSet as _, hash};
use flipside_stats::elo::{EloEstimate, PairCounts};
use flipside_stats::sprt::Sprt;
use flipside_stats::verdict::DEFAULT_MARGIN;
use flipside_tuning::fit::PathPoint as FitPoint;
use flipside_tuning::{
    Config, ConfirmationOptions, Contest, Course, Fitted, JudgeOptions, MethodOptions, Moment,
    RegressionOptions, Run,
};

use super::has_begun;

/// Where a run stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// It goes on.
    Running,
    /// It was asked to stop.
    Stopped,
    /// There is nothing left to do.
    Finished,
}

/// Makes the page anew.
pub fn write<G: Playable>(run: &Run<G>, stage: Stage) -> anyhow::Result<()> {
    let files = render::render(&model(run, stage)?)?;
    write::write(run.folder(), &files)?;
    Ok(())
}

/// The estimate against the start, when it was last looked at.
pub fn last_look<G: Playable>(run: &Run<G>) -> Option<EloEstimate> {
    let Course::Games(moments) = run.course() else {
        return None;
    };
    let looks = moments.iter().rev();
    looks.filter_map(|moment| counts(moment)?.estimate()).next()
}

fn counts(moment: &Moment) -> Option<PairCounts> {
    let [ll, ld, mid, wd, ww] = moment.look?;
    Some(PairCounts {
        ll,
        ld,
        mid,
        wd,
        ww,
    })
}

/// All that is known of a run.
pub fn model<G: Playable>(run: &Run<G>, stage: Stage) -> anyhow::Result<TuningRun> {
    let config = run.config();
    let work = run.work();
    Ok(TuningRun {
        name: config.name.clone(),
        description: config.description.clone(),
        game: G::NAME.to_string(),
        rules: run.rules().name(),
        method: config.method.name().to_string(),
        settings: settings(config),
        seed: config.seed,
        agents: config.agents.iter().map(ToString::to_string).collect(),
        program_version: env!("CARGO_PKG_VERSION").to_string(),
        // The page is to be the same, however often the run was interrupted.
        command: None,
        config: config.source().to_string(),
        progress: Progress {
            state: match stage {
                Stage::Running => State::Running,
                Stage::Stopped => State::Stopped,
                Stage::Finished => State::Finished,
            },
            done: work.done,
            total: Some(work.steps),
            unit: ("step".to_string(), "steps".to_string()),
        },
        cost: cost(run),
        parameters: parameters(run),
        spread: Some(spread(&config.method)),
        sensitivity: Some(sensitivity(&config.method)),
        path: path(run),
        objectives: vec![objective(run)],
        confirmations: confirmations(run, stage)?,
        comparisons: Vec::new(),
        warnings: warnings(run),
    })
}

/// What a reader should know who looks for a confirmation.
fn warnings<G: Playable>(run: &Run<G>) -> Vec<String> {
    let in_vain = run.config().confirmation.is_some() && run.is_tuned() && !run.is_changed();
    let text = "Tuning ended where it began: no value has changed, so there is nothing to confirm.";
    in_vain.then(|| text.to_string()).into_iter().collect()
}

fn settings(config: &Config) -> Vec<(String, String)> {
    let mut settings: Vec<(&str, String)> = match &config.method {
        MethodOptions::Spsa(o) => vec![
            ("pairs of games a step", o.pairs.to_string()),
            ("size of perturbations (c)", o.c.to_string()),
            ("gain (a)", o.a.to_string()),
        ],
        MethodOptions::CmaEs(o) => vec![
            ("pairs of games for each point", o.pairs.to_string()),
            ("deviation at the start, in steps", o.sigma.to_string()),
        ],
        MethodOptions::Teacher(o) => vec![
            (
                "judge",
                match &o.judge {
                    JudgeOptions::Table(_) => "the table".to_string(),
                    JudgeOptions::Search(spec) => spec.to_string(),
                },
            ),
            ("games that positions are taken from", o.games().to_string()),
            ("pull towards the start", o.fit.pull.to_string()),
            ("share of games for the test", o.fit.test_share.to_string()),
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
        settings.push(("games played for it", text));
    }
    settings.push((
        "share of the recorded value in the target",
        options.positions.value_share.to_string(),
    ));
    settings.push(("pull towards the start", options.fit.pull.to_string()));
    settings.push((
        "share of games for the test",
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
            "How far the value wandered in the second half of the run, of which the new value is \
             the mean.",
        ),
        MethodOptions::CmaEs(_) => quantity(
            "standard deviation of the distribution",
            "How far the points that are tried lie apart; it shrinks where games tell values apart.",
        ),
        MethodOptions::Teacher(_) | MethodOptions::Regression(_) => quantity(
            "standard error",
            "From the inverse of the Hessian of the loss. It takes positions for independent, which \
             those of one game are not, so the true error is larger.",
        ),
    }
}

fn sensitivity(method: &MethodOptions) -> Quantity {
    match method {
        MethodOptions::Spsa(_) => quantity(
            "slope in standard errors",
            "The mean slope of the score as the value rises, over all perturbations of the run, \
             divided by its standard error. Beyond ±2 it is more than chance; near zero the value \
             does not matter, or was right from the start.",
        ),
        MethodOptions::CmaEs(_) => quantity(
            "steps by which it is known",
            "One over the standard deviation of the distribution, in steps of the parameter: what \
             matters more is held more closely.",
        ),
        MethodOptions::Teacher(_) | MethodOptions::Regression(_) => quantity(
            "loss by a step",
            "By how much the mean loss rises if this weight alone is a step off.",
        ),
    }
}

/// Everything that has a weight, and the settings that are tuned.
fn parameters<G: Playable>(run: &Run<G>) -> Vec<Parameter> {
    let known = run
        .space()
        .parameters()
        .iter()
        .zip(run.estimates())
        .zip(run.best());
    let tuned: Vec<Parameter> = known
        .map(|((p, estimate), value)| Parameter {
            name: p.name.clone(),
            meaning: p.meaning.to_string(),
            unit: String::new(),
            step: p.step,
            min: Some(p.min),
            max: Some(p.max),
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
        .map(|(info, &value)| Parameter {
            name: info.name.to_string(),
            meaning: info.meaning.to_string(),
            unit: String::new(),
            step: info.step.into(),
            min: Some(info.min.into()),
            max: Some(info.max.into()),
            whole: true,
            tuned: false,
            start: value.into(),
            value: value.into(),
            spread: None,
            sensitivity: None,
        });
    let is_fixed = |p: &Parameter| tuned.iter().all(|other| other.name != p.name);
    let fixed: Vec<Parameter> = fixed.filter(is_fixed).collect();
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
    match run.course() {
        Course::Games(moments) => {
            let later = moments.iter();
            let later = later.map(|moment| point(moment.step.into(), moment.pairs, &moment.values));
            [first].into_iter().chain(later).collect()
        }
        Course::Fit([], _) => vec![first],
        Course::Fit(points, fitted) => {
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

fn cost<G: Playable>(run: &Run<G>) -> Cost {
    match run.course() {
        Course::Fit(_, Some(fitted)) => Cost {
            games: fitted.counts.train_games + fitted.counts.test_games,
            positions: fitted.counts.samples,
        },
        _ => Cost {
            games: 2 * run.work().pairs,
            positions: 0,
        },
    }
}

fn objective<G: Playable>(run: &Run<G>) -> Objective {
    match run.course() {
        Course::Games(moments) => looks(moments),
        Course::Fit(points, fitted) => losses(points, fitted),
    }
}

/// What a fit makes smaller, and what shows whether that helps elsewhere.
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
        quantity: "mean cross entropy of what positions are worth and what is expected of them"
            .to_string(),
        unit: Unit::Other("nats".to_string()),
        better: Direction::Lower,
        interval: None,
        reference: before,
        series: vec![
            series("training", |point| point.train),
            series("test, games that the fit has not seen", |point| point.test),
        ],
    }
}

/// The estimate against the start, whenever that was looked at.
fn looks(moments: &[Moment]) -> Objective {
    let point = |moment: &Moment| {
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
        quantity: "share of points of the values found so far".to_string(),
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
    let contests = run.contests()?;
    let is_tuned = run.is_tuned();
    contests
        .iter()
        .map(|contest| {
            let course = match is_tuned && has_begun(contest) {
                true => course(contest)?,
                false => None,
            };
            let mut test = match course {
                Some(course) => course,
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
                openings: format!(
                    "Openings are {} random turns; by a bit of the hash of the canonical position \
                     they belong to tuning or to the confirmation, so that no opening of the \
                     confirmation, nor one symmetric to it, can have been seen in tuning.",
                    options.opening_turns
                ),
            })
        })
        .collect()
}

/// The course of a test as its records have it; `None` if there are no whole games yet.
fn course(contest: &Contest) -> anyhow::Result<Option<SprtCourse>> {
    let info = ReportInfo {
        title: String::new(),
        description: String::new(),
        program_version: String::new(),
        command: None,
        margin: DEFAULT_MARGIN,
    };
    let report = read::report(std::slice::from_ref(&contest.path), info)?;
    let stopping = report.groups.into_iter().flat_map(|group| group.stopping);
    let mut courses = stopping.filter_map(|stopping| match stopping {
        Stopping::Sprt(course) => Some(course),
        Stopping::Balance(_) => None,
    });
    Ok(courses.next())
}

fn nothing_yet(options: &ConfirmationOptions, contest: &Contest) -> anyhow::Result<SprtCourse> {
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
    Ok(SprtCourse {
        seed: None,
        rule: options.rule,
        bounds,
        a: contest.new.to_string(),
        b: contest.old.to_string(),
        pairs: PairCounts::default(),
        llr: None,
        stopped: None,
        run_finished: false,
        course: Vec::new(),
    })
}
