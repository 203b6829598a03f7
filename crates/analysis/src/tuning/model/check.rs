//! Checks of a model before it is rendered.

use std::collections::BTreeSet;

use super::{Confirmation, TuningRun};
use flipside_stats::stopping::StopRule;

/// Why a model is invalid, due to an error in the program that made it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ModelError {
    /// A number is not finite.
    #[error("{what} is {value}; expected a finite number")]
    NotFinite {
        /// What the number is.
        what: String,
        /// The number.
        value: f64,
    },
    /// A parameter's step is not above zero.
    #[error("invalid step {step} of the parameter {name}: expected a number above 0")]
    Step {
        /// The parameter.
        name: String,
        /// Its step.
        step: f64,
    },
    /// A point of the path does not have one value for each parameter.
    #[error("the path has {found} {what} at step {step}, but there are {expected} parameters")]
    PathWidth {
        /// `values` or `spreads`.
        what: &'static str,
        /// The step.
        step: u64,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// Steps do not increase.
    #[error("in {what}, step {step} is not above the previous step")]
    Order {
        /// The list.
        what: String,
        /// The step out of order.
        step: u64,
    },
    /// The stopping rule of a confirmation is not a sequential test.
    #[error("the confirmation of {agent} is not a sequential test")]
    NoSequentialTest {
        /// The agent.
        agent: String,
    },
    /// The short name of an objective is not suitable for a file, or occurs twice.
    #[error(
        "invalid short name `{id}` of an objective: expected lower-case letters, digits and \
         hyphens, and a different name for each objective"
    )]
    ObjectiveId {
        /// The name.
        id: String,
    },
}

/// Checks a model.
///
/// # Errors
/// The first error in the model.
pub(in crate::tuning) fn check(run: &TuningRun) -> Result<(), ModelError> {
    parameters(run)?;
    path(run)?;
    objectives(run)?;
    confirmations(run)?;
    Ok(())
}

fn parameters(run: &TuningRun) -> Result<(), ModelError> {
    for p in &run.parameters {
        if !(p.step > 0.0 && p.step.is_finite()) {
            return Err(ModelError::Step {
                name: p.name.clone(),
                step: p.step,
            });
        }
        for (what, value) in [
            ("start", Some(p.start)),
            ("value", Some(p.value)),
            ("smallest value", Some(p.min)),
            ("largest value", Some(p.max)),
            ("spread", p.spread),
            ("sensitivity", p.sensitivity),
        ] {
            finite(|| format!("the {what} of the parameter {}", p.name), value)?;
        }
    }
    Ok(())
}

fn path(run: &TuningRun) -> Result<(), ModelError> {
    rising("the path", run.path.iter().map(|point| point.step))?;
    let expected = run.parameters.len();
    for point in &run.path {
        let (step, values, spreads) = (point.step, point.values.len(), point.spreads.len());
        for (what, found, fits) in [
            ("values", values, values == expected),
            ("spreads", spreads, spreads == expected || spreads == 0),
        ] {
            if !fits {
                return Err(ModelError::PathWidth {
                    what,
                    step,
                    found,
                    expected,
                });
            }
        }
        for value in point
            .values
            .iter()
            .copied()
            .map(Some)
            .chain(point.spreads.iter().copied())
        {
            finite(|| format!("a value of the path at step {step}"), value)?;
        }
    }
    Ok(())
}

fn objectives(run: &TuningRun) -> Result<(), ModelError> {
    let mut ids = BTreeSet::new();
    for objective in &run.objectives {
        let id = &objective.id;
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if id.is_empty() || !id.chars().all(plain) || !ids.insert(id) {
            return Err(ModelError::ObjectiveId { id: id.clone() });
        }
        let name = || format!("the objective `{}`", objective.title);
        finite(name, objective.reference.as_ref().map(|(value, _)| *value))?;
        for series in &objective.series {
            rising(&name(), series.points.iter().map(|point| point.step))?;
            for point in &series.points {
                finite(name, Some(point.value))?;
                interval(name, point.interval)?;
            }
        }
    }
    Ok(())
}

fn confirmations(run: &TuningRun) -> Result<(), ModelError> {
    for Confirmation { agent, test, .. } in &run.confirmations {
        let StopRule::Sprt { elo0, elo1, .. } = test.rule else {
            return Err(ModelError::NoSequentialTest {
                agent: agent.clone(),
            });
        };
        let name = || format!("a value in the confirmation of {agent}");
        let (low, high) = test.bounds;
        let history = test.history.iter().map(|point| point.llr);
        let stopped = test.stopped.map(|stop| stop.llr);
        let all = [elo0, elo1, low, high, test.llr].into_iter().chain(history);
        for value in all.chain(stopped) {
            finite(name, Some(value))?;
        }
    }
    Ok(())
}

fn finite(what: impl Fn() -> String, value: Option<f64>) -> Result<(), ModelError> {
    match value {
        Some(value) if !value.is_finite() => Err(ModelError::NotFinite {
            what: what(),
            value,
        }),
        _ => Ok(()),
    }
}

fn interval(what: impl Fn() -> String, ends: Option<(f64, f64)>) -> Result<(), ModelError> {
    finite(&what, ends.map(|(low, _)| low))?;
    finite(&what, ends.map(|(_, high)| high))
}

fn rising(what: &str, steps: impl Iterator<Item = u64>) -> Result<(), ModelError> {
    let mut last = None;
    for step in steps {
        if last.is_some_and(|last| step <= last) {
            return Err(ModelError::Order {
                what: what.to_owned(),
                step,
            });
        }
        last = Some(step);
    }
    Ok(())
}
