//! Results of confirmations: the strength of new values relative to old ones, by agent.

use super::forest::{self, Axis, Forest, Row, Value};
use crate::plot::figure::Chart;
use crate::plot::frame::{Key, Swatch};
use crate::plot::palette;
use flipside_stats::interval::Interval;

/// The gain of an agent.
#[derive(Clone, Debug)]
pub struct Gain {
    /// The agent.
    pub agent: String,
    /// Games and decision, as text.
    pub detail: String,
    /// Elo with its 95 % interval. `None` if it cannot be estimated.
    pub elo: Option<(f64, Interval)>,
    /// Whether its test passed.
    pub passed: bool,
}

/// A row for each agent, in the given order.
#[must_use]
pub fn chart(context: &str, gains: &[Gain]) -> Chart {
    let title = "New values against those of the start";
    let rows: Vec<Row> = gains.iter().map(row).collect();
    let mut keys = Vec::new();
    if gains.iter().any(|gain| gain.passed) {
        let text = "sequential test passed, with the 95\u{a0}% interval";
        keys.push(Key::new(Swatch::Dot, palette::ALL, text));
    }
    if gains.iter().any(|gain| !gain.passed) {
        let text = "not passed, or not yet";
        keys.push(Key::new(Swatch::HollowDot, palette::ALL, text));
    }
    let scene = forest::draw(Forest {
        title,
        subtitles: &[context.to_owned()],
        keys,
        rows: &rows,
        axis: Axis::Elo {
            title: "Elo of the new values relative to the start’s",
        },
        reference: None,
    });
    let mut alt = format!("{title}, {context}.");
    for gain in gains {
        alt.push_str(&format!(" {}: {}.", gain.agent, gain.detail));
    }
    Chart {
        name: "gains".to_owned(),
        title: title.to_owned(),
        caption: "Games from openings that tuning did not use. The test decides; the estimate is \
                  slightly too far from zero, because the test stops when results are convincing."
            .to_owned(),
        alt,
        scene,
    }
}

fn row(gain: &Gain) -> Row {
    Row {
        label: gain.agent.clone(),
        detail: gain.detail.clone(),
        value: gain
            .elo
            .map_or(Value::Absent, |(value, interval)| Value::Estimate {
                value,
                interval,
            }),
        color: palette::ALL,
        hollow: !gain.passed,
    }
}
