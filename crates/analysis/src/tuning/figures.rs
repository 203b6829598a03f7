//! The plots of a tuning run.

use super::model::{Confirmation, Objective, ParameterReport, TuningRun, TuningVerdict, Unit};
use super::numbers;
use super::select::{self, Selection};
use crate::format::counted;
use crate::plot::charts::changes::{self, Change};
use crate::plot::charts::gains::{self, Gain};
use crate::plot::charts::objective::{self, Line};
use crate::plot::charts::parameter_paths::{self, Track, TrackPoint};
use crate::plot::figure::Chart;
use crate::report::figures::sequential_test;
use flipside_stats::interval::Interval;

/// The maximum number of panels of the plot of paths.
const MOST_PATHS: usize = 24;
/// The maximum number of rows of the plots of changes and sensitivities.
const MOST_ROWS: usize = 30;
/// The unit of the horizontal axes.
const STEPS: &str = "steps";

/// The results of the confirmations. `None` without pairs.
pub(super) fn gains(run: &TuningRun) -> Option<Chart> {
    let begun = |confirmation: &&Confirmation| confirmation.test.pairs.pairs() > 0;
    let gains: Vec<Gain> = run.confirmations.iter().filter(begun).map(gain).collect();
    (!gains.is_empty()).then(|| gains::chart(&context(run), &gains))
}

fn gain(confirmation: &Confirmation) -> Gain {
    let Confirmation { agent, test, .. } = confirmation;
    let estimate = test.pairs.estimate();
    let elo = estimate.and_then(|e| {
        let (low, high) = e.elo_low.zip(e.elo_high)?;
        Some((e.elo?, Interval { low, high }))
    });
    Gain {
        agent: agent.clone(),
        detail: format!(
            "{} · {}",
            counted(2 * test.pairs.pairs(), "game", "games"),
            confirmation.outcome()
        ),
        elo,
        passed: confirmation.verdict() == TuningVerdict::Passed,
    }
}

/// The log-likelihood ratio of the confirmation with this index. `None` without pairs.
pub(super) fn test(run: &TuningRun, place: usize) -> Option<Chart> {
    let test = &run.confirmations.get(place)?.test;
    let name = match place {
        0 => "sequential-test".to_owned(),
        _ => format!("sequential-test-{}", place + 1),
    };
    (test.pairs.pairs() > 0).then(|| sequential_test(&context(run), &name, test))
}

/// An objective over the steps. `None` without points.
pub(super) fn objective(run: &TuningRun, objective: &Objective) -> Option<Chart> {
    let factor = match objective.unit {
        Unit::Share => 100.0,
        Unit::Other(_) => 1.0,
    };
    let lines: Vec<Line> = objective
        .series
        .iter()
        .filter(|series| !series.points.is_empty())
        .map(|series| Line {
            label: series.label.clone(),
            points: series
                .points
                .iter()
                .map(|point| objective::Point {
                    step: point.step,
                    value: point.value * factor,
                    interval: point
                        .interval
                        .map(|(low, high)| (low * factor, high * factor)),
                })
                .collect(),
        })
        .collect();
    let unit = match &objective.unit {
        Unit::Other(unit) if !unit.is_empty() => format!(" ({unit})"),
        _ => String::new(),
    };
    let quantity = format!("{}{unit}, {}", objective.quantity, objective.better.words());
    let reference = objective.reference.as_ref();
    let about = objective::About {
        name: &format!("objective-{}", objective.id),
        title: &objective.title,
        context: &context(run),
        quantity: &quantity,
        suffix: match objective.unit {
            Unit::Share => "\u{a0}%",
            Unit::Other(_) => "",
        },
        interval: objective.interval.as_deref(),
        reference: reference.map(|(value, meaning)| (value * factor, &**meaning)),
        steps: STEPS,
    };
    (!lines.is_empty()).then(|| objective::chart(&about, &lines))
}

/// The values of the parameters over the run. `None` before the first step.
pub(super) fn paths(run: &TuningRun) -> Option<Chart> {
    let Selection { places, words } = select::moved(run, MOST_PATHS);
    let about = parameter_paths::About {
        context: &context(run),
        selection: &words,
        spread: Some(&run.spread.label),
        steps: STEPS,
    };
    let track = |place: usize| {
        let p = &run.parameters[place];
        let points = run.path.iter().filter_map(|point| {
            Some(TrackPoint {
                step: point.step,
                value: *point.values.get(place)?,
                spread: point.spreads.get(place).copied().flatten(),
            })
        });
        Track {
            name: p.name.clone(),
            detail: numbers::change(p),
            start: p.start,
            step: p.step,
            bounds: [Some(p.min), Some(p.max)],
            points: points.collect(),
        }
    };
    let tracks: Vec<Track> = places.into_iter().map(track).collect();
    let begun = run.path.len() > 1 && !tracks.is_empty();
    begun.then(|| parameter_paths::chart(&about, &tracks))
}

/// The changes of the parameters, the largest increase first. `None` if none has changed.
pub(super) fn moves(run: &TuningRun) -> Option<Chart> {
    let Selection { places, words } = select::moved(run, MOST_ROWS);
    let of = |place: usize| -> &ParameterReport { &run.parameters[place] };
    let mut changes: Vec<Change> = places
        .into_iter()
        .map(|place| Change {
            name: of(place).name.clone(),
            steps: of(place).change_in_steps(),
            spread: of(place).spread_in_steps(),
        })
        .collect();
    changes.sort_by(|a, b| b.steps.total_cmp(&a.steps));
    let about = changes::About {
        context: &context(run),
        selection: &words,
        quantity: &run.spread.label,
        explanation: &run.spread.explanation,
    };
    let moved = changes.iter().any(|change| change.steps != 0.0);
    moved.then(|| changes::changes(&about, &changes))
}

/// The parameter sensitivities, the largest first. `None` if none is known.
pub(super) fn sensitivity(run: &TuningRun) -> Option<Chart> {
    let Selection { places, words } = select::sensitive(run, MOST_ROWS);
    let known: Vec<(String, f64)> = places
        .into_iter()
        .filter_map(|place| {
            let p = &run.parameters[place];
            Some((p.name.clone(), p.sensitivity?))
        })
        .collect();
    let about = changes::About {
        context: &context(run),
        selection: &words,
        quantity: &run.sensitivity.label,
        explanation: &run.sensitivity.explanation,
    };
    (!known.is_empty()).then(|| changes::sensitivities(&about, &known))
}

fn context(run: &TuningRun) -> String {
    let done = counted(run.progress.done, "step", STEPS);
    format!("{} · {done}", run.context())
}
