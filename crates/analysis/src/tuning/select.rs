//! Which parameters a plot shows where there are too many for all.

use super::model::{Parameter, TuningRun, Yardstick};
use crate::format::count;

/// Parameters for a plot, by their place in the run, and a sentence that says which they are.
pub(super) struct Selection {
    pub places: Vec<usize>,
    pub words: String,
}

/// The tuned parameters, or the `most` of them that moved farthest, in the order of the run.
pub(super) fn moved(run: &TuningRun, most: usize) -> Selection {
    let by = Yardstick::of(&run.parameters);
    let tuned = places(run, |p| p.tuned);
    let all = tuned.len();
    let mut places = largest(tuned, most, |place| run.parameters[place].movement(by));
    places.sort_unstable();
    let measure = match (by, &run.spread) {
        (Yardstick::Spread, Some(spread)) => format!("their spreads ({})", spread.label),
        (Yardstick::Spread, None) => "their spreads".to_owned(),
        (Yardstick::Step, _) => "their steps".to_owned(),
    };
    Selection {
        words: which(
            all,
            places.len(),
            "tuned",
            &format!("that moved most, in units of {measure}"),
        ),
        places,
    }
}

/// The parameters whose sensitivity is known, or the `most` most sensitive ones, those first.
pub(super) fn sensitive(run: &TuningRun, most: usize) -> Selection {
    let size = |place: usize| run.parameters[place].sensitivity.map_or(0.0, f64::abs);
    let known = places(run, |p| p.sensitivity.is_some());
    let all = known.len();
    let places = largest(known, most, size);
    Selection {
        words: which(all, places.len(), "measured", "that matter most"),
        places,
    }
}

fn places(run: &TuningRun, wanted: impl Fn(&Parameter) -> bool) -> Vec<usize> {
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
