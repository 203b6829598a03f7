//! Formats the numbers of a tuning run.

use super::model::ParameterReport;
use crate::format::{decimals_of, number, signed, significant};

/// A value of a parameter: an integer, or rounded to a tenth of the step.
pub(super) fn value(p: &ParameterReport, value: f64) -> String {
    let whole = p.whole && value.fract() == 0.0;
    number(value, if whole { 0 } else { decimals_of(p.step, 2) })
}

/// The change from the start to the value with its spread: `−30 → −42 ± 3.2`.
pub(super) fn change(p: &ParameterReport) -> String {
    let spread = p.spread.map(|s| format!(" ± {}", significant(s, 2)));
    format!(
        "{} → {}{}",
        value(p, p.start),
        value(p, p.value),
        spread.unwrap_or_default()
    )
}

/// A number of spreads or steps, with a sign.
pub(super) fn steps(value: f64) -> String {
    if value.abs() < 1e6 {
        signed(value, if value.abs() < 100.0 { 1 } else { 0 })
    } else {
        number(value, 0)
    }
}
