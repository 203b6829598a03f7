//! How often agents lose value when they could, by phase of the game.

use super::forest::{self, Axis, Forest, Row, Value};
use crate::format::{counted, percent, percent_range};
use crate::plot::figure::Chart;
use crate::plot::frame::{Key, Swatch};
use crate::plot::palette;
use flipside_stats::ratio::Ratio;

/// Turns of an agent, all or those of a phase.
#[derive(Clone, Debug)]
pub struct Turns {
    /// The agent.
    pub agent: String,
    /// The phase in words; `None` for all turns.
    pub phase: Option<&'static str>,
    /// Turns that lost value, among those where value could be lost.
    pub lost: Ratio,
}

/// Shares with their intervals in the given order.
#[must_use]
pub fn chart(context: &str, turns: &[Turns]) -> Chart {
    let title = "Value lost, by the tablebase";
    let rows: Vec<Row> = turns.iter().map(row).collect();
    let mut keys = vec![Key::new(Swatch::Dot, palette::ALL, "all turns")];
    if turns.iter().any(|turns| turns.phase.is_some()) {
        keys.push(Key::new(
            Swatch::HollowDot,
            palette::ALL,
            "turns of a phase",
        ));
    }
    let subtitles = [
        context.to_owned(),
        "turns that lost value, among those that could lose it · bars: 95\u{a0}% intervals"
            .to_owned(),
    ];
    let scene = forest::draw(Forest {
        title,
        subtitles: &subtitles,
        keys,
        rows: &rows,
        axis: Axis::Rate {
            title: "turns that lost value",
        },
        reference: None,
    });
    Chart {
        name: "value-lost".to_owned(),
        title: title.to_owned(),
        caption:
            "Share of turns that lost value (a win became a draw, or either became a loss), among \
             turns that could lose it. Further left is better; perfect play is at zero."
                .to_owned(),
        alt: alt(title, context, turns),
        scene,
    }
}

fn row(turns: &Turns) -> Row {
    Row {
        label: turns.agent.clone(),
        detail: format!(
            "{} · {}",
            turns.phase.unwrap_or("all turns"),
            counted(turns.lost.of, "turn", "turns")
        ),
        value: match (turns.lost.value, turns.lost.interval) {
            (Some(value), Some(interval)) => Value::Estimate { value, interval },
            (Some(value), None) => Value::Known {
                value,
                why: "no interval",
            },
            (None, _) => Value::Absent,
        },
        color: palette::ALL,
        hollow: turns.phase.is_some(),
    }
}

fn alt(title: &str, context: &str, turns: &[Turns]) -> String {
    let mut text = format!("{title}, {context}.");
    for Turns { agent, phase, lost } in turns {
        let share = lost.value.map_or_else(|| "no turns".to_owned(), percent);
        let interval = lost.interval.map_or_else(String::new, |interval| {
            format!(" ({})", percent_range(interval.low, interval.high))
        });
        let phase = phase.unwrap_or("all turns");
        text.push_str(&format!(" {agent}, {phase}: {share}{interval}."));
    }
    text
}
