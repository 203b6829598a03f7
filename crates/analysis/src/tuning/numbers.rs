//! Numbers of a tuning run as people read them.

use super::model::{Comparison, Measured, Parameter, Unit};
use crate::format::{decimals_of, number, percent, percent_range, signed, significant};

const NBSP: char = '\u{a0}';

/// A value of a parameter: to a tenth of its step, or whole.
pub(super) fn value(p: &Parameter, value: f64) -> String {
    let whole = p.whole && value.fract() == 0.0;
    number(value, if whole { 0 } else { decimals_of(p.step, 2) })
}

/// From the start to the value with its spread: `−30 → −42 ± 3.2`.
pub(super) fn course(p: &Parameter) -> String {
    let spread = p.spread.map(|s| format!(" ± {}", significant(s, 2)));
    format!(
        "{} → {}{}",
        value(p, p.start),
        value(p, p.value),
        spread.unwrap_or_default()
    )
}

/// How many spreads or steps, with a sign.
pub(super) fn steps(value: f64) -> String {
    if value.abs() < 1e6 {
        signed(value, if value.abs() < 100.0 { 1 } else { 0 })
    } else {
        number(value, 0)
    }
}

/// What was measured before or after: value and interval.
pub(super) fn measured(unit: &Unit, m: &Measured) -> (String, String) {
    match unit {
        Unit::Share => {
            let interval = m.interval.map(|(low, high)| percent_range(low, high));
            (percent(m.value), interval.unwrap_or_default())
        }
        Unit::Other(unit) => {
            let decimals = decimals(m);
            let interval = m.interval.map(|(low, high)| {
                format!("{} to {}", number(low, decimals), number(high, decimals))
            });
            (
                with_unit(&number(m.value, decimals), unit),
                interval.unwrap_or_default(),
            )
        }
    }
}

/// The difference between after and before, with a sign; shares differ by points.
pub(super) fn difference(comparison: &Comparison, m: &Measured) -> (String, String) {
    let (factor, decimals, unit) = match &comparison.unit {
        Unit::Share => (100.0, 1, "points"),
        Unit::Other(unit) => (1.0, decimals(m), &**unit),
    };
    let text = |value: f64| signed(value * factor, decimals);
    let interval = m
        .interval
        .map(|(low, high)| format!("{} to {}", text(low), text(high)));
    (
        with_unit(&text(m.value), unit),
        interval.unwrap_or_default(),
    )
}

fn with_unit(number: &str, unit: &str) -> String {
    match unit {
        "" => number.to_owned(),
        unit => format!("{number}{NBSP}{unit}"),
    }
}

/// As many decimals as two digits of the interval's half need, or three of the value.
fn decimals(m: &Measured) -> usize {
    match m.interval {
        Some((low, high)) if high > low => decimals_of((high - low) / 2.0, 2),
        _ => decimals_of(m.value, 3),
    }
}
