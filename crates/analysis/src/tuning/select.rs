//! Selects the parameters of a plot if there are too many.

use super::model::{ParameterReport, TuningRun, Yardstick};
use crate::format::count;

/// Parameters for a plot, by their index in the run, and a description of the selection.
pub(super) struct Selection {
    pub places: Vec<usize>,
    pub words: String,
}

/// Returns the tuned parameters, or the `most` of them that changed most, in the order of the run.
pub(super) fn moved(run: &TuningRun, most: usize) -> Selection {
    let by = Yardstick::of(&run.parameters);
    let tuned = places(run, |p| p.tuned);
    let all = tuned.len();
    let mut places = largest(tuned, most, |place| run.parameters[place].movement(by));
    places.sort_unstable();
    let measure = match by {
        Yardstick::Spread => format!("their spreads ({})", run.spread.label),
        Yardstick::Step => "their steps".to_owned(),
    };
    Selection {
        words: which(
            all,
            places.len(),
            "tuned",
            &format!("that changed most, in units of {measure}"),
        ),
        places,
    }
}

/// Returns the parameters with known sensitivity, or the `most` of them with the largest ones; the
/// largest first.
pub(super) fn sensitive(run: &TuningRun, most: usize) -> Selection {
    let size = |place: usize| run.parameters[place].sensitivity.map_or(0.0, f64::abs);
    let known = places(run, |p| p.sensitivity.is_some());
    let all = known.len();
    let places = largest(known, most, size);
    Selection {
        words: which(
            all,
            places.len(),
            "measured",
            "with the largest sensitivities",
        ),
        places,
    }
}

fn places(run: &TuningRun, wanted: impl Fn(&ParameterReport) -> bool) -> Vec<usize> {
    let all = run.parameters.iter().enumerate();
    all.filter(|(_, p)| wanted(p))
        .map(|(place, _)| place)
        .collect()
}

/// The `most` places with the largest sizes, the largest first; equal ones in their order.
fn largest(mut places: Vec<usize>, most: usize, size: impl Fn(usize) -> f64) -> Vec<usize> {
    places.sort_by(|a, b| size(*b).total_cmp(&size(*a)));
    places.truncate(most);
    places
}

fn which(all: usize, shown: usize, kind: &str, why: &str) -> String {
    let (all_count, shown_count) = (count(all as u64), count(shown as u64));
    match all {
        1 => format!("The only {kind} parameter"),
        _ if all == shown => format!("All {all_count} {kind} parameters"),
        _ => format!("The {shown_count} of {all_count} {kind} parameters {why}"),
    }
}
